import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { smallTargets } from './targets.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Axe's types come from vitest's copy of Playwright, which is newer than the runner's; the page is one and the same. */
type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page'];

/** What opens starts its animation a frame or two after it is in the page. */
const QUIET_FRAMES = 5;

/** Waits until several frames in a row had no animation. */
const settled = (page: Page) =>
  page.evaluate(async (quietFrames) => {
    for (let quiet = 0; quiet < quietFrames; quiet += 1) {
      await new Promise(requestAnimationFrame);
      const running = document.getAnimations().map(({ finished }) => finished);
      if (running.length > 0) quiet = -1;
      // A cancelled animation has ended too.
      await Promise.allSettled(running);
    }
  }, QUIET_FRAMES);

/** Within the page: the other way opens a blank page for each answer, and there is no frame to look into. */
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

/** By night the colours differ, and nothing else. */
async function contrastsInTheDark(page: Page, where: string): Promise<void> {
  await showIn(page, 'dark');
  const found = await findings(axe(page).withRules(['color-contrast']));
  expect.soft(found, `contrast on ${where}, in the dark`).toEqual([]);
  await showIn(page, 'light');
}

/** Nothing that axe finds, and nothing to touch that is smaller than a finger; the screen has come to rest. */
export async function isAccessible(page: Page, where: string): Promise<void> {
  await settled(page);
  expect.soft(await findings(axe(page).withTags(RULES)), `axe on ${where}`).toEqual([]);
  expect.soft(await smallTargets(page), `targets under 44 px on ${where}`).toEqual([]);
  await contrastsInTheDark(page, where);
}

/** A page that is none of the app's: by day and by night. */
export async function isAccessibleAlone(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const found = await findings(axe(page).withTags(RULES));
    expect.soft(found, `axe on ${where}, ${colorScheme}`).toEqual([]);
  }
  expect.soft(await smallTargets(page), `targets under 44 px on ${where}`).toEqual([]);
}
