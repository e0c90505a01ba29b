import type { Locator, Page } from '@playwright/test';

const STROKE_POINTS = Array.from({ length: 12 }, (_, index) => ({
  x: 0.2 + index * 0.05,
  y: index % 2 === 0 ? 0.35 : 0.65,
}));

async function strokePointsOn(pad: Locator): Promise<{ x: number; y: number }[]> {
  // A signature pad that has just appeared ignores pointers for a moment. A trial click waits until the pad accepts them,
  // without a press.
  await pad.click({ trial: true });
  const box = await pad.boundingBox();
  if (!box) throw new Error('The pad is not on the screen');
  return STROKE_POINTS.map(({ x, y }) => ({ x: box.x + x * box.width, y: box.y + y * box.height }));
}

export async function strokeByMouse(page: Page, pad: Locator): Promise<void> {
  const [first, ...rest] = await strokePointsOn(pad);
  if (!first) return;
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 2 });
  await page.mouse.up();
}

const isNotFirefox = (page: Page): boolean => page.context().browser()?.browserType().name() !== 'firefox';

/**
 * Draws with a finger through touch events, because page.touchscreen can only tap. Firefox has no touch screen under WebDriver
 * BiDi and draws with the mouse.
 */
export async function strokeByTouch(page: Page, pad: Locator): Promise<void> {
  if (!isNotFirefox(page)) return strokeByMouse(page, pad);
  const [first, ...rest] = await strokePointsOn(pad);
  if (!first) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [first] });
  for (const point of rest)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
