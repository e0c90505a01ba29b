import { PERMISSIONS } from '#contract/vocabulary.ts';
import { hire } from '#tests/support/provider/clinic.ts';
import { Office } from '#tests/support/desk/office.ts';
import { expect, test } from './fixtures.ts';

const LISTS = [
  ['/admin/users', 'Buscar usuario'],
  ['/admin/devices', 'Buscar dispositivo'],
  ['/admin/catalogs/companies', 'Buscar empresa'],
] as const;

test(
  'P10.332 keeps a list in place while the user types a search, and shows the user’s full name on a wide screen',
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic }) => {
    const office = new Office(page, line.origin);
    await office.signIn(await hire(clinic, 'Bogotá', PERMISSIONS));
    await page.setViewportSize({ width: 1_440, height: 900 });
    const name = page.locator('.own-account-name');
    await expect(name).toBeVisible();
    expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    for (const [path, label] of LISTS) {
      await page.goto(`${line.origin}${path}`);
      const header = page.getByRole('columnheader').first();
      await expect(header).toBeVisible();
      const place = async () => (await header.boundingBox())?.y;
      const before = await place();
      await page.getByLabel(label).fill('a');
      await expect(page.getByRole('list', { name: 'Filtros puestos' })).toBeVisible();
      expect(await place(), path).toBe(before);
    }
  },
);
