import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { expect, test } from '../fixtures.ts';

/** Runs in the page. Describes each text or pad of the dialog that a button covers. */
function textsUnderButtons(dialog: Element): string[] {
  const buttons = [...dialog.querySelectorAll('button')].map((button) => button.getBoundingClientRect());
  const isCovered = ({ left, right, top, bottom }: DOMRect) =>
    buttons.some(
      (button) => button.left < right && left < button.right && button.top < bottom && top < button.bottom,
    );
  return [...dialog.querySelectorAll('p, canvas, h2:not([class*=title-low])')]
    .filter((element) => isCovered(element.getBoundingClientRect()))
    .map(({ tagName, textContent }) => `${tagName} ${textContent}`);
}

// The test needs Chromium, because Firefox has no touch screen under WebDriver BiDi.
test(
  'P2.27 P5 P9 P10.316 no button covers the signature pad; strokes of a scrolling finger are no signature; a double tap opens the pad on a phone in landscape without drawing a dot',
  { tag: ['@chromium', '@landing'] },
  async ({ desk, rocio, page }) => {
    await desk.signIn(rocio);
    await desk.reachConfirmation(createVisitor());
    const dialog = page.getByRole('dialog');
    expect(await desk.pad.evaluate((pad) => pad.clientHeight)).toBe(220);
    for (const [size, least, most] of [
      [{ width: 1024, height: 480 }, 320, 720],
      [{ width: 768, height: 1024 }, 720, 720],
    ] as const) {
      await page.setViewportSize(size);
      await desk.button('Pantalla completa').click();
      const full = dialog.getByRole('img', { name: 'Firma del paciente' });
      const isWithinBounds = (pad: number) => pad >= least && pad <= most;
      await expect
        .poll(async () => isWithinBounds(await full.evaluate((canvas) => canvas.clientHeight)))
        .toBe(true);
      await dialog.getByRole('button', { name: 'Cerrar' }).click();
    }

    await desk.choosePhoto(await randomPhoto());
    await expect(page.getByText('Listo para subir')).toHaveCount(1);
    const pad = await desk.pad.boundingBox();
    if (!pad) throw new Error('No pad');
    const session = await page.context().newCDPSession(page);
    for (const across of [0.4, 0.6]) {
      const padPoint = (step: number) => ({
        x: pad.x + across * pad.width + step * 3,
        y: pad.y + pad.height - 10 - step * 20,
      });
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [padPoint(0)] });
      for (let step = 1; step < 10; step += 1)
        await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [padPoint(step)] });
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await expect(desk.button('Limpiar'), 'there is something to clear').toBeEnabled();
    }
    await desk.confirm();
    await expect(page.getByText('Captura la fotografía y la firma antes de continuar.')).toBeVisible();
    await desk.button('Limpiar').click();

    // Sizes: a phone in landscape, a tablet at 200 % zoom, and a wide window of small height.
    for (const size of [
      { width: 568, height: 320 },
      { width: 512, height: 384 },
      { width: 1024, height: 500 },
    ]) {
      await page.setViewportSize(size);
      await desk.button('Pantalla completa').click();
      await expect(dialog.getByRole('button', { name: 'Guardar firma' })).toBeInViewport({ ratio: 1 });
      expect(await dialog.evaluate(textsUnderButtons), `${size.width} × ${size.height}`).toEqual([]);
      await dialog.getByRole('button', { name: 'Cerrar' }).click();
    }

    await page.setViewportSize({ width: 844, height: 390 });
    const opener = desk.button('Pantalla completa');
    await opener.scrollIntoViewIfNeeded();
    const box = await opener.boundingBox();
    if (!box) throw new Error('No button to tap');
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    for (const name of ['Limpiar', 'Cerrar'])
      await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
    await expect(desk.button('Limpiar'), 'nothing is drawn that could be cleared').toBeDisabled();
  },
);
