import { expect, type Locator, type Page } from '@playwright/test';

/** Types like a person; text that comes as fast as a machine types is taken for a card reader's. */
export const typeByHand = (page: Page, text: string): Promise<void> =>
  page.keyboard.type(text, { delay: 60 });

/** Goes on with Tab until the field has the focus, as a person would; where it never comes, the road is blocked. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, 'reached by Tab').toBeFocused();
}

/** The row's name stands in the field once it is chosen; before that, what was typed. */
export async function pickByKeys(page: Page, label: string, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  await tabTo(page, box);
  await typeByHand(page, name.slice(0, 6));
  // It may still be the list of before: what stood first in it must not be chosen.
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(name);
}

/** Tab begins anew at the top. Firefox goes on from where the focus was, and past the page's end into its own bars. */
export const beginAtTop = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
