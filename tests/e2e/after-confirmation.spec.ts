import { ANA, cardFrame } from '#tests/support/cards/invented-card.ts';
import { readerTypes } from '#tests/support/reception/card-reader.ts';
import { visitor, type Visitor } from '#tests/support/base/patients.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { expectDeliveredOnce } from './delivered.ts';
import { typeByHand } from '#tests/support/base/keyboard.ts';
import { expect, test } from './fixtures.ts';

const said = ({ first_name, last_name, document }: Visitor, what: string) =>
  `${first_name} ${last_name} · CC ${document} · ${what}`;

const bandOf = (desk: ReceptionScreen) =>
  desk.page.getByRole('main').getByRole('status').filter({ hasText: ' · Evaluación ' });

// The keys of a card reader are simulated with Chromium's own protocol.
test(
  'P10.40 P10.244 the form accepts the next patient, typed or from a card, without a tap, while the banner shows the saved patient',
  { tag: ['@chromium', '@landing'] },
  async ({ desk, rocio, clinic, page }) => {
    const [first, second] = [visitor(), visitor()];
    await desk.signIn(rocio);
    await desk.reachConfirmation(first);
    await desk.capture(await samplePhoto());
    await desk.confirm();
    // The test types before the next form has its number field.
    await typeByHand(page, second.document);
    await expect(desk.field('Número de identificación')).toBeFocused();
    await expect(desk.field('Número de identificación')).toHaveValue(second.document);
    await expect(bandOf(desk)).toContainText(said(first, 'Evaluación creada'));
    await expect(page.getByText('Subida completa')).toHaveCount(2);
    await desk.register(second, await samplePhoto());
    await readerTypes(page, cardFrame(ANA));
    await expect(page.getByText('Cédula leída')).toBeVisible();
    await expect(bandOf(desk)).toContainText(said(second, 'Evaluación creada'));
    await expectDeliveredOnce(clinic, rocio, [first, second]);
  },
);

test(
  'P10.40 a name typed in the field that the user chose stays there when the number field takes the focus late',
  { tag: ['@chromium', '@landing'] },
  async ({ desk, rocio, page }) => {
    const [first, second] = [visitor(), visitor()];
    await page.addInitScript(() => {
      const later = window.setTimeout.bind(window);
      let timersSoFar: Promise<unknown> = Promise.resolve();
      // Simulates a slow tablet, which handles keys before timers.
      window.setTimeout = ((run: () => void, after = 0) => {
        const timer = later(run, after || 300);
        if (after === 0) timersSoFar = Promise.all([timersSoFar, new Promise((over) => later(over, 300))]);
        return timer;
      }) as typeof setTimeout;
      Object.assign(window, { timersSoFar: () => timersSoFar });
    });
    await desk.signIn(rocio);
    await desk.register(first, await samplePhoto());
    await desk.another();
    await desk.field('Número de identificación').fill(second.document);
    const name = desk.field('Primer nombre');
    await name.focus();
    await page.evaluate('timersSoFar()');
    await expect(name).toBeFocused();
    await name.pressSequentially(second.first_name);
    await expect(name).toHaveValue(second.first_name);
    await expect(desk.field('Número de identificación')).toHaveValue(second.document);
  },
);

// Only this protocol sets the time of a tap; otherwise the two taps of a slow machine would be too far apart for a double tap.
test(
  "P10.247 ignores the second tap of a double tap on 'Confirmar' in the next form and accepts the number at once",
  { tag: ['@chromium', '@landing'] },
  async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    const glass = await page.context().newCDPSession(page);
    const tap = async (x: number, y: number, timestamp: number) => {
      await glass.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x, y }],
        timestamp,
      });
      await glass.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
    };
    const next = visitor();
    await desk.reachConfirmation(visitor());
    await desk.capture(await samplePhoto());
    const box = await desk.confirmButton.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20];
    const first = Date.now() / 1_000;
    await tap(x, y, first);
    await expect(desk.field('Número de identificación')).toBeFocused();
    await tap(x, y, first + 0.2);
    await typeByHand(page, next.document);
    await expect(desk.field('Número de identificación')).toHaveValue(next.document);
    await expect(page.getByRole('listbox')).toHaveCount(0);
  },
);
