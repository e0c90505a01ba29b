import type { Locator } from '@playwright/test';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { expect, test } from '../fixtures.ts';

const readBackgroundColor = (place: Locator): Promise<string> =>
  place.evaluate((element) => getComputedStyle(element).backgroundColor);

test(
  'P10.331 the app distinguishes the current page, step, row and switch when the system forces its own colours',
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const office = new OfficePage(page, line.origin);
    await office.signIn(await createClinicUser(clinic, 'Bogotá', PERMISSIONS));
    const differ = async (chosen: Locator, other: Locator, what: string) => {
      await expect(chosen, what).toBeVisible();
      await expect
        .poll(() => readBackgroundColor(chosen), { message: what })
        .not.toBe(await readBackgroundColor(other));
    };
    const linkOf = (menu: string, name: string) =>
      page.getByRole('navigation', { name: menu }).getByRole('link', { name, exact: true });

    await page.goto(`${line.origin}/reception`);
    await differ(linkOf('Principal', 'Registrar paciente'), linkOf('Principal', 'Inicio'), 'main menu');
    const numbers = page.getByRole('list', { name: 'Pasos' }).locator('.step-number');
    await differ(numbers.first(), numbers.last(), 'steps');

    await page.goto(`${line.origin}/admin/devices`);
    await differ(linkOf('Principal', 'Usuarios'), linkOf('Principal', 'Inicio'), 'main menu above a screen');
    await differ(
      linkOf('Administración', 'Dispositivos'),
      linkOf('Administración', 'Usuarios'),
      'menu of pages',
    );

    await page.goto(`${line.origin}/admin/catalogs/companies`);
    const rows = page.getByRole('row').filter({ has: page.getByRole('button') });
    await rows.first().getByRole('button').click();
    await differ(rows.first(), rows.nth(1), 'rows');
    const track = page.locator('.mantine-Switch-track').first();
    const before = await readBackgroundColor(track);
    await page.getByRole('switch').first().click({ force: true });
    await expect.poll(() => readBackgroundColor(track), { message: 'switch' }).not.toBe(before);
  },
);
