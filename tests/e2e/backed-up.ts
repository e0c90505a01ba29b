import { expect, type Page } from '@playwright/test';

/** Waits until a second copy exists (S25). The app makes the copy after the confirmation, in the background. */
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
