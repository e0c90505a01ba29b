import type { Page } from '@playwright/test';
import { ANA, frame } from '#tests/support/cards/invented-card.ts';
import { readerTypes } from '#tests/support/desk/card-reader.ts';
import { visitor, type Visitor } from '#tests/support/base/people.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import type { Desk } from '#tests/support/desk/desk.ts';
import { refusal } from '#tests/support/faults/fault.ts';
import { deliveredOnce } from './delivered.ts';
import { expect, test } from './fixtures.ts';

const said = ({ firstName, lastName, document }: Visitor, what: string) =>
  `${firstName} ${lastName} · CC ${document} · ${what}`;

const bandOf = (desk: Desk) =>
  desk.page.getByRole('main').getByRole('status').filter({ hasText: ' · Evaluación ' });

// A reader's keys come by Chromium's own protocol.
test(
  'P10.40 P10.244 whoever comes next is typed or read from a card without a tap, and who was saved is told meanwhile',
  { tag: '@chromium' },
  async ({ desk, rocio, clinic, page }) => {
    const [first, second] = [visitor(), visitor()];
    await desk.signIn(rocio);
    await desk.reachConfirmation(first);
    await desk.capture(await samplePhoto());
    await desk.confirm();
    // The field is not there yet.
    await page.keyboard.type(second.document, { delay: 60 });
    await expect(desk.field('Número de identificación')).toBeFocused();
    await expect(desk.field('Número de identificación')).toHaveValue(second.document);
    await expect(bandOf(desk)).toContainText(said(first, 'Evaluación creada'));
    await expect(page.getByText('Subida completa')).toHaveCount(2);
    await desk.register(second, await samplePhoto());
    await readerTypes(page, frame(ANA));
    await expect(page.getByText('Cédula leída')).toBeVisible();
    await expect(bandOf(desk)).toContainText(said(second, 'Evaluación creada'));
    await deliveredOnce(clinic, rocio, [first, second]);
  },
);

test(
  'P10.40 whoever types before the number has the focus keeps it: no name lands in the number',
  { tag: ['@chromium', '@landing'] },
  async ({ desk, rocio, page }) => {
    const [first, second] = [visitor(), visitor()];
    await page.addInitScript(() => {
      const later = window.setTimeout.bind(window);
      let timersSoFar: Promise<unknown> = Promise.resolve();
      // A slow tablet takes keys before timers.
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
    await name.pressSequentially(second.firstName);
    await expect(name).toHaveValue(second.firstName);
    await expect(desk.field('Número de identificación')).toHaveValue(second.document);
  },
);

test(
  "P10.244 what is typed right after 'Registrar de nuevo' is the next person's number too",
  { tag: ['@chromium', '@landing'] },
  async ({ desk, rocio, page }) => {
    const [person, next] = [visitor(), visitor()];
    await desk.signIn(rocio);
    await desk.register(person, await samplePhoto());
    await desk.another();
    await desk.reachConfirmation(person);
    await desk.capture(await samplePhoto());
    await desk.confirm();
    await desk.button('Registrar de nuevo').click();
    await page.keyboard.type(next.document, { delay: 60 });
    await expect(desk.field('Número de identificación')).toHaveValue(next.document);
  },
);

// The protocol gives taps their times: a slow machine's come as one after the other as a hand's do.
test(
  "P10.247 the second tap of a double tap on 'Confirmar' taps nothing of the next form, whose number is typed at once",
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
    for (const after of [0.05, 0.2, 0.35]) {
      const next = visitor();
      await desk.reachConfirmation(visitor());
      await desk.capture(await samplePhoto());
      const box = await desk.confirmButton.boundingBox();
      const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20];
      const first = Date.now() / 1_000;
      await tap(x, y, first);
      await expect(desk.field('Número de identificación')).toBeFocused();
      await tap(x, y, first + after);
      await page.keyboard.type(next.document, { delay: 60 });
      await expect(desk.field('Número de identificación')).toHaveValue(next.document);
      await expect(page.getByRole('listbox')).toHaveCount(0);
    }
  },
);

test(
  'P10.42 P10.44 the band is there after a reload without network, and the way back from the result finds what was typed',
  { tag: '@landing' },
  async ({ desk, rocio, line, page }) => {
    const [first, second] = [visitor(), visitor()];
    await desk.signIn(rocio);
    line.goDown();
    await desk.register(first, await samplePhoto());
    await page.reload();
    await expect(bandOf(desk)).toContainText(said(first, 'Evaluación guardada'));
    await expect(page.getByText('Pendiente por subir')).toHaveCount(2);
    await desk.fillPerson(second);
    await desk.seeResult();
    await expect(page.getByText(/Se enviará sola cuando vuelva la red\.$/)).toBeVisible();
    await page.goBack();
    await expect(desk.field('Primer nombre')).toHaveValue(second.firstName);
    await expect(bandOf(desk)).toContainText(said(first, 'Evaluación guardada'));
    await desk.button('Registrar otra evaluación').click();
    await expect(bandOf(desk)).toHaveCount(0);
    await expect(desk.field('Número de identificación')).toBeFocused();
    await expect(desk.field('Número de identificación')).toHaveValue(second.document);
  },
);

test(
  'P10.43 who is refused is corrected from the band, and the next person waits as they were',
  { tag: '@landing' },
  async ({ desk, rocio, line, clinic, page }) => {
    const message = 'El servidor no acepta este dato.';
    line.inject(
      { kind: 'evaluation' },
      refusal(422, {
        code: 'validation_failed',
        message,
        details: [{ field: 'patient.first_name', message }],
      }),
    );
    const [first, second] = [visitor(), visitor()];
    await desk.signIn(rocio);
    await desk.register(first, await samplePhoto());
    await expect(bandOf(desk)).toContainText(said(first, 'Evaluación guardada, requiere atención'));
    await expect(bandOf(desk)).toContainText(message);
    await desk.fillPerson(second);
    await desk.seeResult();
    await page.getByRole('alert').getByRole('link', { name: 'Corregir y enviar' }).click();
    await desk.field('Primer nombre').fill('Corregida');
    await desk.next();
    await expect(page.getByRole('heading', { name: 'Paso 2 de 3' })).toBeVisible();
    await desk.next();
    await desk.picturesAreReady();
    await desk.button('Corregir y enviar').click();
    await expect(bandOf(desk)).toContainText(said({ ...first, firstName: 'Corregida' }, 'Evaluación creada'));
    await expect(desk.field('Número de identificación')).toHaveValue(second.document);
    await expect(desk.field('Número de identificación')).toBeFocused();
    await deliveredOnce(clinic, rocio, [first]);
  },
);

const outside = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return { below: scrollHeight - clientHeight, beside: scrollWidth - clientWidth };
  });

/** A tablet on its side and upright. */
async function fitsTablets(desk: Desk): Promise<void> {
  for (const size of [
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
  ]) {
    await desk.page.setViewportSize(size);
    await expect(bandOf(desk)).toBeInViewport({ ratio: 1 });
    expect(await outside(desk.page), `px outside the screen, ${size.width} px wide`).toEqual({
      below: 0,
      beside: 0,
    });
  }
}

const LONG_NAMES = { firstName: 'María Fernanda', lastName: 'Rodríguez-Villamizar' };

async function typeLongNames(desk: Desk): Promise<void> {
  await desk.field('Segundo nombre').fill('de los Ángeles');
  await desk.field('Segundo apellido').fill('Santacruz de Montenegro');
}

test(
  'P10.40 the first step under the band is on one screen of a tablet with the longest names',
  { tag: '@landing' },
  async ({ desk, rocio, line, page }) => {
    await desk.signIn(rocio);
    line.goDown();
    await typeLongNames(desk);
    await desk.register({ ...visitor(), ...LONG_NAMES }, await samplePhoto());
    await expect(page.getByText('Pendiente por subir')).toHaveCount(2);
    await fitsTablets(desk);
    await page.setViewportSize({ width: 390, height: 844 });
    await desk.fillPerson(visitor());
    await desk.next();
    await expect(page.getByRole('button', { name: /^Igual que la persona anterior/ })).toBeVisible();
    expect((await outside(page)).beside, 'the second step is no wider than a telephone').toBe(0);
  },
);
