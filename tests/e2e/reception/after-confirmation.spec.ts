import { ANA_CARDHOLDER, cardCodeText } from '#tests/support/cards/invented-card.ts';
import { typeLikeCardReader } from '#tests/support/reception/card-reader.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { typeByHand } from '#tests/support/base/keyboard.ts';
import { expect, test } from '../fixtures.ts';

const formatAnnouncement = ({ first_name, last_name, document }: Visitor, what: string) =>
  `${first_name} ${last_name} · CC ${document} · ${what}`;

const findConfirmationBanner = (desk: ReceptionScreen) =>
  desk.page.getByRole('main').getByRole('status').filter({ hasText: ' · Evaluación ' });

// The test simulates a card reader's keys with Chromium's own protocol.
test(
  'P10.40 P10.244 after a confirmation the form accepts the next patient, typed or from a card, without a tap, while the banner shows the saved patient',
  { tag: ['@chromium', '@landing'] },
  async ({ desk, rocio, clinic, page }) => {
    const [first, second] = [createVisitor(), createVisitor()];
    await desk.signIn(rocio);
    await desk.reachConfirmation(first);
    await desk.capture(await randomPhoto());
    await desk.confirm();
    // The test starts typing before the next form shows its number field.
    await typeByHand(page, second.document);
    await expect(desk.field('Número de identificación')).toBeFocused();
    await expect(desk.field('Número de identificación')).toHaveValue(second.document);
    await expect(findConfirmationBanner(desk)).toContainText(formatAnnouncement(first, 'Evaluación creada'));
    await expect(page.getByText('Subida completa')).toHaveCount(2);
    await desk.register(second, await randomPhoto());
    await typeLikeCardReader(page, cardCodeText(ANA_CARDHOLDER));
    await expect(page.getByText('Cédula leída')).toBeVisible();
    await expect(findConfirmationBanner(desk)).toContainText(formatAnnouncement(second, 'Evaluación creada'));
    await expectDeliveredOnce(clinic, rocio, [first, second]);
  },
);

test(
  'P10.40 the name field keeps the focus that the user gave it, although the form focuses the number field after a delay',
  { tag: ['@chromium', '@landing'] },
  async ({ desk, rocio, page }) => {
    const [first, second] = [createVisitor(), createVisitor()];
    await page.addInitScript(() => {
      const later = window.setTimeout.bind(window);
      let timersSoFar: Promise<unknown> = Promise.resolve();
      // Simulates a slow tablet: key presses are handled before timers.
      window.setTimeout = ((run: () => void, after = 0) => {
        const timer = later(run, after || 300);
        if (after === 0) timersSoFar = Promise.all([timersSoFar, new Promise((over) => later(over, 300))]);
        return timer;
      }) as typeof setTimeout;
      Object.assign(window, { timersSoFar: () => timersSoFar });
    });
    await desk.signIn(rocio);
    await desk.register(first, await randomPhoto());
    await desk.startNextRegistration();
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

// Only Chromium's protocol can set the time of a tap. Without it, a slow machine would make two taps too far apart for a double
// tap.
test(
  "P10.247 the next form ignores the second tap of a double tap on 'Confirmar' and accepts a document number immediately",
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
    const next = createVisitor();
    await desk.reachConfirmation(createVisitor());
    await desk.capture(await randomPhoto());
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
