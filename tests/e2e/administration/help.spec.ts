import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

test(
  'P10.38 P10.215 the app opens the help and the whole guide offline on the first visit, with a sentence in place of each picture',
  { tag: '@landing' },
  async ({ desk, rocio, line, page }) => {
    await desk.signIn(rocio);
    line.disconnect();
    await page.getByRole('link', { name: 'Ayuda' }).click();
    await expect(page.getByRole('heading', { name: 'Sin red' })).toBeVisible();
    await expectAccessible(page, '/help');
    await page.getByRole('link', { name: /guía/i }).click();
    for (const part of ['Recepción', 'Médico', 'Administración'])
      await expect(page.getByRole('heading', { level: 2, name: part })).toBeVisible();
    const missing = page.getByText(/\(la imagen se ve con red\)$/);
    // The browser requests a picture only when it comes near the visible area; the page then replaces the missing picture by
    // text.
    await page.locator('main').getByRole('img').or(missing).last().scrollIntoViewIfNeeded();
    await expect(missing.last()).toBeVisible();
    await expectAccessible(page, '/help/guide');
  },
);
