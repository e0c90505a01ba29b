import { expect, type Page } from '@playwright/test';

/**
 * Waits until the outbox backup contains exactly one copy (S25): of an entry by default, or of an outbox receipt. The app makes
 * the copy in the background after the confirmation.
 */
export const waitForSingleBackup = (
  page: Page,
  below: '/shadow/' | '/shadow-receipts/' = '/shadow/',
): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async (wanted) => {
        const copies = await (await caches.open('ventanilla-shadow')).keys();
        return copies.filter(({ url }) => new URL(url).pathname.startsWith(wanted)).length;
      }, below),
    )
    .toBe(1);
