import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { smallTargets } from './targets.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Axe's types come from vitest's copy of Playwright, which is newer than the runner's; the page is one and the same. */
type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page'];

/** Nothing that axe finds, and nothing to touch that is smaller than a finger; the screen has come to rest. */
export async function isAccessible(page: Page, where: string): Promise<void> {
  // One that is called off has come to rest too.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  const { violations } = await new AxeBuilder({ page: page as unknown as AxePage }).withTags(RULES).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect.soft(found, `axe on ${where}`).toEqual([]);
  expect.soft(await smallTargets(page), `targets under 44 px on ${where}`).toEqual([]);
}
