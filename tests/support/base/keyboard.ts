import { expect, type Locator, type Page } from '@playwright/test';

/** Goes on with Tab until the field has the focus, as a person would; where it never comes, the road is blocked. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, 'reached by Tab').toBeFocused();
}

/** Tab begins anew at the top. Firefox goes on from where the focus was, and past the page's end into its own bars. */
export const beginAtTop = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
