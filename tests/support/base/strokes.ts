import type { Locator, Page } from '@playwright/test';

/** Zigzag line across the pad, as fractions of its width and height. */
const LINE = Array.from({ length: 12 }, (_, index) => ({
  x: 0.2 + index * 0.05,
  y: index % 2 === 0 ? 0.35 : 0.65,
}));

async function pointsOn(pad: Locator): Promise<{ x: number; y: number }[]> {
  // A pad that has just appeared ignores pointers for a moment; a trial click waits for it and presses nothing.
  await pad.click({ trial: true });
  const box = await pad.boundingBox();
  if (!box) throw new Error('The pad is not on the screen');
  return LINE.map(({ x, y }) => ({ x: box.x + x * box.width, y: box.y + y * box.height }));
}

export async function strokeByMouse(page: Page, pad: Locator): Promise<void> {
  const [first, ...rest] = await pointsOn(pad);
  if (!first) return;
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 2 });
  await page.mouse.up();
}

const isChromium = (page: Page): boolean => page.context().browser()?.browserType().name() !== 'firefox';

/**
 * Draws with a finger through the events of a touch screen, because page.touchscreen can only tap. Firefox has no touch screen
 * under WebDriver BiDi; there the mouse draws, as on a computer without a touch screen.
 */
export async function strokeByTouch(page: Page, pad: Locator): Promise<void> {
  if (!isChromium(page)) return strokeByMouse(page, pad);
  const [first, ...rest] = await pointsOn(pad);
  if (!first) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [first] });
  for (const point of rest)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
