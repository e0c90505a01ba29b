import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { smallTargets } from './targets.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Page type of axe, which comes from vitest's copy of Playwright, newer than the runner's; the page object is the same. */
type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page'];

/** Number of frames without animation to wait for: a new element starts its animation a frame or two after its insertion. */
const QUIET_FRAMES = 5;

/** Waits until several consecutive frames have no animation. */
const settled = (page: Page) =>
  page.evaluate(async (quietFrames) => {
    for (let quiet = 0; quiet < quietFrames; quiet += 1) {
      await new Promise(requestAnimationFrame);
      const running = document.getAnimations().map(({ finished }) => finished);
      if (running.length > 0) quiet = -1;
      // A cancelled animation has also ended.
      await Promise.allSettled(running);
    }
  }, QUIET_FRAMES);

/**
 * Legacy mode runs axe inside the page; the other mode opens a blank page for each result, and there is no frame to analyse.
 */
const axe = (page: Page) => new AxeBuilder({ page: page as unknown as AxePage }).setLegacyMode();

async function findings(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  await settled(page);
}

/** Checks the contrast in the dark colour scheme; only the colours differ there. */
async function contrastsInTheDark(page: Page, where: string): Promise<void> {
  await showIn(page, 'dark');
  const found = await findings(axe(page).withRules(['color-contrast']));
  expect.soft(found, `contrast on ${where}, in the dark`).toEqual([]);
  await showIn(page, 'light');
}

/** Asserts that axe reports no problem and that no target is smaller than 44 px, after the screen has settled. */
export async function isAccessible(page: Page, where: string): Promise<void> {
  await settled(page);
  expect.soft(await findings(axe(page).withTags(RULES)), `axe on ${where}`).toEqual([]);
  expect.soft(await smallTargets(page), `targets under 44 px on ${where}`).toEqual([]);
  await contrastsInTheDark(page, where);
}

/** Checks a page outside the app in the light and dark colour schemes. */
export async function isAccessibleAlone(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const found = await findings(axe(page).withTags(RULES));
    expect.soft(found, `axe on ${where}, ${colorScheme}`).toEqual([]);
  }
  expect.soft(await smallTargets(page), `targets under 44 px on ${where}`).toEqual([]);
}
