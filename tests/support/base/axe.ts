import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds wrong on the page as it is: rule and elements. Empty is right. */
export async function axeFindings(page: Page): Promise<[rule: string, elements: string[]][]> {
  // Its types come from another copy of playwright-core; the page is the same.
  const target = page as unknown as ConstructorParameters<typeof AxeBuilder>[0]['page'];
  const { violations } = await new AxeBuilder({ page: target }).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
