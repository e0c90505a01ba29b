import { expect, type Locator, type Page } from '@playwright/test';

/** Types at human speed; the app takes faster keys for a card reader's. */
export const typeByHand = (page: Page, text: string): Promise<void> =>
  page.keyboard.type(text, { delay: 60 });

/** Presses Tab until the element has the focus. Fails after 80 times. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, 'reached by Tab').toBeFocused();
}

/** Chooses a row of a list by keyboard, and waits until the field shows the row's name instead of the typed text. */
export async function pickByKeys(page: Page, label: string, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  await tabTo(page, box);
  await typeByHand(page, name.slice(0, 6));
  // The previous list may still be open. Without this wait, Enter would choose its first row.
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(name);
}

/**
 * Makes the next Tab start at the top of the page. Firefox would otherwise continue from the previous focus, and move on to its
 * own toolbars.
 */
export const moveFocusToPageTop = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
