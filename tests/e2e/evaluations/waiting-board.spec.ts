import type { Locator, Page } from '@playwright/test';
import { TABLET_BROWSER_OPTIONS } from '#tests/support/browsers/profile.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expectAccessible, expectStandaloneAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

/** Sizes in px of a television, a tablet and a phone. */
const BOARD_SIZES = [
  [1920, 1080],
  [1024, 768],
  [390, 844],
] as const;

const callButton = (page: Page, queueNumber: string): Locator =>
  page.getByRole('button', { name: `Llamar ${queueNumber} · Consultorio 2`, exact: true });

test(
  'P10.392 P10.396 P10.403 P10.406 P10.407 a doctor calls a patient, and a board in another browser shows the call, also after a lost connection',
  { tag: ['@chromium', '@landing', '@extension'] },
  async ({ page, clinic, line, browser }) => {
    const admin = await createClinicUser(clinic, 'Bogotá', [
      'user_management',
      'manage_evaluations',
      'register_patients',
      'view_dashboard',
    ]);
    const office = new OfficePage(page, line.origin);
    await office.signIn(admin, '/organization');
    await page.getByLabel('Nombre de la pantalla').fill('Sala de pruebas');
    await page.getByLabel('Mostrar también el primer nombre y la inicial').check();
    await office.button('Crear enlace').click();
    const link = await office.text('Enlace de Sala de pruebas').inputValue();
    await expectAccessible(page, 'the organization with a new board');

    // The console of this context is not checked, because Chromium writes an error there for each request during the cut.
    const context = await browser.newContext(TABLET_BROWSER_OPTIONS);
    const board = await context.newPage();
    await board.goto(link);
    await expect(board.getByRole('heading', { level: 1 })).toContainText('Bogotá');
    await board.getByRole('button', { name: 'Activar sonido' }).click();
    await expect(board.getByRole('button', { name: 'Sonido activado' })).toBeVisible();

    const visitors = [createVisitor(), createVisitor()];
    for (const [nth, visitor] of visitors.entries()) {
      const id = await office.createEvaluation(admin, visitor);
      await clinic.query('update evaluations set turn = $2 where id = $1', [id, `YYY-${nth + 1}`]);
    }
    await office.desk.open('/evaluations/today');
    await page.getByLabel('Tu consultorio').fill('Consultorio 2');
    await page.getByLabel('Tu consultorio').press('Enter');
    await callButton(page, 'YYY-1').click();
    await expect(page.getByText(/^Llamado \d\d:\d\d$/)).toBeVisible();
    await expectAccessible(page, 'the list of today with a call');
    await expect(board.locator('#number')).toHaveText('YYY-1');
    await expect(board.locator('#room')).toHaveText('Consultorio 2');
    await expect(board.locator('#name')).toHaveText(/^\S+ .\.$/);
    await expect(board.locator('#announcement')).toContainText('YYY-1');

    await context.setOffline(true);
    await expect(board.getByText(/^Sin conexión desde las \d\d:\d\d$/)).toBeVisible({ timeout: 30_000 });
    await expect(board.locator('#number')).toHaveText('YYY-1');
    await callButton(page, 'YYY-2').click();
    await expect(page.getByText(/^Llamado \d\d:\d\d$/)).toHaveCount(2);
    await context.setOffline(false);
    await expect(board.locator('#number')).toHaveText('YYY-2');
    await expect(board.locator('#previous')).toContainText('YYY-1');
    await expect(board.getByText(/^Sin conexión/)).toBeHidden();

    for (const [width, height] of BOARD_SIZES) {
      await board.setViewportSize({ width, height });
      await expectStandaloneAccessible(board, `the board at ${width} px`);
      expect(await board.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await context.close();
  },
);
