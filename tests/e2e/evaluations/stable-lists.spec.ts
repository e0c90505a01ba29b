import { PERMISSIONS } from '#contract/vocabulary.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { expect, test } from '../fixtures.ts';

const SEARCHABLE_LISTS = [
  ['/admin/users', 'Buscar usuario'],
  ['/admin/devices', 'Buscar dispositivo'],
  ['/admin/catalogs/companies', 'Buscar empresa'],
] as const;

test(
  'P10.332 lists stay at their position while the user types a search; from a width of 1024 px on, the top bar shows the user’s full name',
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic }) => {
    const office = new OfficePage(page, line.origin);
    const member = await createClinicUser(clinic, 'Bogotá', PERMISSIONS);
    await clinic.query('update users set display_name = $2 where id = $1', [
      member.id,
      'Adela Demo Administradora',
    ]);
    await office.signIn(member);
    const name = page.locator('.own-account-name');
    await expect(name).toBeVisible();
    for (const width of [1_024, 1_101, 1_280, 1_440]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await name.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
        scrollWidth - clientWidth,
        scrollHeight - clientHeight,
      ]);
      expect(cut, `${width} px wide`).toEqual([0, 0]);
    }
    for (const [path, label] of SEARCHABLE_LISTS) {
      await page.goto(`${line.origin}${path}`);
      const header = page.getByRole('columnheader').first();
      await expect(header).toBeVisible();
      const headerTop = async () => (await header.boundingBox())?.y;
      const before = await headerTop();
      await page.getByLabel(label).fill('a');
      await expect(page.getByRole('list', { name: 'Filtros puestos' })).toBeVisible();
      expect(await headerTop(), path).toBe(before);
    }
  },
);
