import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Returns axe's findings on the current page as rules and elements; an empty list means no fault. */
export async function axeFindings(page: Page): Promise<[rule: string, elements: string[]][]> {
  // axe takes its types from another copy of playwright-core; the page object itself is the same.
  const target = page as unknown as ConstructorParameters<typeof AxeBuilder>[0]['page'];
  const { violations } = await new AxeBuilder({ page: target }).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
