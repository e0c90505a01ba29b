import { visitor } from '#tests/support/base/people.ts';
import { expect, test } from './fixtures.ts';

test(
  'P2.27 on a phone on its side a double tap opens the pad without a dot, and its buttons are in sight',
  { tag: '@landing' },
  async ({ desk, rocio, page }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await desk.signIn(rocio);
    await desk.reachConfirmation(visitor());
    const opener = desk.button('Pantalla completa');
    await opener.scrollIntoViewIfNeeded();
    const box = await opener.boundingBox();
    if (!box) throw new Error('No button to tap');
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    const dialog = page.getByRole('dialog');
    for (const name of ['Limpiar', 'Cerrar'])
      await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
    await expect(desk.button('Limpiar'), 'nothing is drawn that could be cleared').toBeDisabled();
  },
);

test(
  'P9 the pad is 220 px inside its border, in full screen between 320 and 720',
  { tag: '@landing' },
  async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    await desk.reachConfirmation(visitor());
    const height = () =>
      page.getByRole('img', { name: 'Firma del paciente' }).evaluate((pad) => pad.clientHeight);
    expect(await height()).toBe(220);
    for (const [size, least, most] of [
      [{ width: 768, height: 1024 }, 720, 720],
      [{ width: 1024, height: 480 }, 320, 720],
    ] as const) {
      await page.setViewportSize(size);
      await desk.button('Pantalla completa').click();
      const full = page.getByRole('dialog').getByRole('img', { name: 'Firma del paciente' });
      const isWithin = (pad: number) => pad >= least && pad <= most;
      await expect
        .poll(async () => isWithin(await full.evaluate((canvas) => canvas.clientHeight)))
        .toBe(true);
      await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click();
    }
  },
);
