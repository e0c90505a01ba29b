import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Returns the accessibility faults that axe finds on the current page, as pairs of a rule and its elements; empty if it finds
 * none.
 */
export async function findAccessibilityProblems(page: Page): Promise<[rule: string, elements: string[]][]> {
  // axe's types come from another copy of playwright-core; at run time the page object is the same.
  const target = page as unknown as ConstructorParameters<typeof AxeBuilder>[0]['page'];
  const { violations } = await new AxeBuilder({ page: target }).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
