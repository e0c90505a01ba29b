import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { findSmallTargets } from './targets.ts';

interface AxeRules {
  readonly type: 'tag' | 'rule';
  readonly values: string[];
}
const WCAG_RULES: AxeRules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
const CONTRAST_RULES: AxeRules = { type: 'rule', values: ['color-contrast'] };

/** Page type of axe. It comes from vitest's Playwright, which is newer than the test runner's; the object is the same. */
type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page'];

/**
 * Number of consecutive frames without animation to wait for, because a new element starts its animation one or two frames
 * after its insertion.
 */
const QUIET_FRAME_COUNT = 5;

type ColorScheme = 'light' | 'dark';

/** Waits until consecutive frames have no animation and, if `colorScheme` is given, show that colour scheme. */
const waitForAnimations = (page: Page, colorScheme: ColorScheme | null = null) =>
  page.evaluate(
    async ({ quietFrames, wanted }) => {
      const { dataset } = document.documentElement;
      for (let quiet = 0; quiet < quietFrames; quiet += 1) {
        await new Promise(requestAnimationFrame);
        // Chromium neither ends nor removes transitions of elements that it does not render, such as those in a closed <details>.
        const running = document
          .getAnimations()
          .filter(({ effect }) => !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility());
        const isWanted = wanted === null || dataset['mantineColorScheme'] === wanted;
        if (running.length > 0 || !isWanted) quiet = -1;
        // A cancelled animation rejects, but it has also ended.
        await Promise.allSettled(running.map(({ finished }) => finished));
      }
    },
    { quietFrames: QUIET_FRAME_COUNT, wanted: colorScheme },
  );

/**
 * Returns an option that replaces axe's source by `undefined` if the document has axe already, because the browser would
 * otherwise compile the 600 kB again. Returns no option if axe must be loaded.
 */
const chooseAxeSourceOption = async (page: Page): Promise<{ axeSource?: string }> =>
  (await page.evaluate(() => 'axe' in window)) ? { axeSource: 'undefined' } : {};

/**
 * Returns the violations that axe finds. Legacy mode runs axe inside the page; the normal mode would open a blank page for each
 * result, to analyse frames, which the app does not have. Only violations are described, because describing all elements takes
 * half of axe's time.
 */
async function findAxeViolations(page: Page, runOnly: AxeRules): Promise<string[]> {
  const builder = new AxeBuilder({
    page: page as unknown as AxePage,
    ...(await chooseAxeSourceOption(page)),
  });
  const { violations } = await builder
    .setLegacyMode()
    .options({ runOnly, resultTypes: ['violations'] })
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Checks only the contrast in the dark colour scheme, because only the colours differ from the light one. */
async function checkDarkContrast(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await waitForAnimations(page, 'dark');
  expect.soft(await findAxeViolations(page, CONTRAST_RULES), `contrast on ${where}, in the dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Waits until the screen has settled, then asserts that axe reports no violation and no target is smaller than 44 px. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await waitForAnimations(page);
  expect.soft(await findAxeViolations(page, WCAG_RULES), `axe on ${where}`).toEqual([]);
  expect.soft(await findSmallTargets(page), `targets under 44 px on ${where}`).toEqual([]);
  await checkDarkContrast(page, where);
}

/** Checks a page that is not part of the app in the light and dark colour schemes. */
export async function expectStandaloneAccessible(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await waitForAnimations(page);
    const found = await findAxeViolations(page, WCAG_RULES);
    expect.soft(found, `axe on ${where}, ${colorScheme}`).toEqual([]);
  }
  expect.soft(await findSmallTargets(page), `targets under 44 px on ${where}`).toEqual([]);
}
