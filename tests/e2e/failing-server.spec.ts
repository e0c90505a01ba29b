import type { Page } from '@playwright/test';
import { API_BASE } from '#contract/routes/routes.ts';
import { hire } from '#tests/support/provider/clinic.ts';
import { Office } from '#tests/support/desk/office.ts';
import type { Fault } from '#tests/support/faults/fault.ts';
import { visitor } from '#tests/support/base/people.ts';
import { expect, test } from './fixtures.ts';

const answer = (status: number): Fault => ({
  type: 'answer',
  status,
  body: '{"message":"Algo no va bien"}',
  headers: { 'content-type': 'application/json' },
});
/** A failure is asked about three times more, after one, two and four seconds (P9); a refusal is not. */
const faultOf = (path: string): Fault | null => {
  if (/\/evaluations\/[^/]+$/.test(path)) return answer(503);
  return /\/(evaluations|dashboard\/summary|me\/branch|catalogs\/overview)$/.test(path) ? answer(400) : null;
};

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const retry = (page: Page) => page.getByRole('button', { name: 'Reintentar' });

test(
  'P8.8 R3 a server that fails under every screen: its text, how old the copy is, another try',
  { tag: '@landing' },
  async ({ page, line, clinic }) => {
    const doctor = await hire(clinic, 'Bogotá', [
      'manage_evaluations',
      'view_dashboard',
      'register_patients',
      'manage_catalogs',
    ]);
    const office = new Office(page, line.origin);
    await office.signIn(doctor, '/home');
    const id = await office.createEvaluation(doctor, visitor());
    const screens: readonly (readonly [path: string, kept: () => Promise<void>, failed: string])[] = [
      [
        '/home',
        () => expect(page.getByRole('region', { name: 'Este año' })).toBeVisible(),
        'No se pudieron cargar las métricas del dashboard.',
      ],
      [
        '/evaluations',
        () => expect(page.getByRole('table')).toBeVisible(),
        'No se pudo cargar el listado de evaluaciones.',
      ],
      [
        `/evaluations/${id}`,
        () => expect(office.text('Observaciones')).toBeVisible(),
        'No se pudo cargar la evaluación.',
      ],
    ];
    for (const [path, kept] of screens) {
      await office.desk.open(path);
      await kept();
    }
    line.chooseFaults(({ method, path }) => (method === 'GET' ? faultOf(path) : null));
    for (const [path, kept, failed] of screens) {
      await office.desk.open(path);
      await kept();
      const notice = page.getByRole('status').filter({ hasText: failed });
      await expect(notice).toContainText(/Algo no va bien\. Ves la copia de las \d\d:\d\d\./);
      await expect(page.getByText(/Sin actualizar · datos de hace/)).toBeVisible();
      await expect(page.getByText(/Sin conexión/)).toBeHidden();
      await expect(page.getByText(/actualizad[ao] hace/i)).toBeHidden();
      await expect(retry(page)).toBeVisible();
    }
    await office.desk.open('/organization');
    await expect(page.getByRole('alert')).toContainText('No se pudo cargar la información.');
    await office.desk.open('/admin/catalogs');
    await expect(page.getByRole('alert')).toContainText('No se pudieron cargar los totales.');
    line.heal();
    await retry(page).click();
    await expect(page.getByRole('alert')).toBeHidden();
    await office.desk.open(`/evaluations/${id}`);
    await expect(page.getByText('actualizada hace un momento')).toBeVisible();
  },
);

test(
  'R3 without a provider a screen that has nothing says so at once, and comes by itself',
  { tag: '@landing' },
  async ({ page, line, clinic }) => {
    const doctor = await hire(clinic, 'Bogotá', ['manage_evaluations', 'manage_catalogs']);
    const office = new Office(page, line.origin);
    await office.signIn(doctor, '/evaluations');
    const asked = () => line.log.filter(({ path }) => path === `${API_BASE}/me/branch`).length;
    expect(asked()).toBe(0);
    line.goDown();
    await page.getByRole('link', { name: 'Mi organización' }).click();
    await expect(heading(page, 'Mi organización')).toBeVisible();
    await expect(
      page.getByText(/^Sin conexión: el servidor no responde\. Se intenta de nuevo/),
    ).toBeVisible();
    await expect(page.getByText('Cargando…')).toBeHidden();
    line.comeUp();
    await expect(page.getByLabel('Dirección', { exact: true })).toBeVisible({ timeout: 40_000 });
  },
);
