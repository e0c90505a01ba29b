import type { DashboardSummary } from '#contract/records/dashboard.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { AdministrationScreens } from '#tests/support/reception/administration.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { FLORES_COMPANY_SEARCH } from '#tests/support/reception/reception.ts';
import { expect, verify, test } from '../fixtures.ts';
import {
  createCallMatcher,
  openAs,
  withFault,
  expectText,
  baseContractError,
  textlessError,
} from '../screens.ts';

const SUMMARY_MATCH = createCallMatcher('GET', '/dashboard/summary');
const periodFigures = {
  total: 1234,
  previous_total: 1000,
  statuses: { pendiente: 30, en_proceso: 4, cerrada: 1200 },
  new_patients: 900,
  returning_patients: 334,
  average_completion_minutes: 47,
};
const dashboardSummary: DashboardSummary = {
  generated_at: '2026-11-21T13:00:00.000Z',
  periods: {
    today: periodFigures,
    this_week: periodFigures,
    this_month: periodFigures,
    this_year: periodFigures,
  },
};

test(
  'the start page shows statistics and quick access',
  { tag: '@short' },
  async ({ clinic, line, page }) => {
    const admin = new AdministrationScreens(page, line.origin);
    const member = await createClinicUser(clinic, 'Bogotá', [
      'view_dashboard',
      'register_patients',
      'manage_evaluations',
      'manage_catalogs',
    ]);
    await openAs(admin.desk, member, '/home');
    await verify('routes-11', async () => {
      for (const name of ['Hoy', 'Esta semana', 'Este mes', 'Este año'])
        await expect(page.getByRole('region', { name })).toBeVisible();
    });
    const quick = page.getByRole('list', { name: 'Accesos rápidos' });
    await verify('routes-12', () => expect(quick.getByRole('link').first()).toBeVisible());
    await verify('home-8', async () => {
      for (const [name, path] of [
        [/^Registrar paciente/, '/reception'],
        [/^Evaluaciones/, '/evaluations'],
        [/^Catálogos/, '/admin/catalogs'],
      ] as const)
        await expect(quick.getByRole('link', { name })).toHaveAttribute('href', path);
    });
    const filterByCompany = async (label: string, query: string) => {
      await admin.button('Filtrar por empresa').click();
      const asked = page.waitForRequest(
        (request) => request.url().includes(`${API_BASE}/dashboard/summary`) && request.url().includes(query),
      );
      await admin.desk.choose(label, FLORES_COMPANY_SEARCH);
      await (await asked).response();
      await expect(page.getByRole('region', { name: 'Hoy' })).toBeVisible();
      await admin.button('Quitar filtro').click();
    };
    await verify('home-6', () => filterByCompany('Empresa empleadora', 'employer_company_id='));
    await verify('home-7', () => filterByCompany('Empresa contratista', 'contractor_company_id='));
  },
);

test('the box for a period on the start page shows the figures of the statistics', async ({
  clinic,
  line,
  page,
}) => {
  const admin = new AdministrationScreens(page, line.origin);
  line.inject(SUMMARY_MATCH, baseContractError(200, dashboardSummary), Number.POSITIVE_INFINITY);
  await openAs(admin.desk, await createClinicUser(clinic, 'Bogotá', ['view_dashboard']), '/home');
  const card = page.getByRole('region', { name: 'Este mes' });
  const row = (name: string) => card.locator('dl > div').filter({ hasText: name }).locator('dd');
  await verify('home-1', async () => {
    await expect(card).toContainText('234 más que el mes pasado');
    await expect(card).toContainText(/\+23,4\s?%/);
  });
  await verify('home-2', async () => {
    await expect(row('Pendiente')).toHaveText('30');
    await expect(row('En proceso')).toHaveText('4');
    await expect(row('Cerrada')).toContainText('1.200');
  });
  await verify('home-3', async () => {
    await expect(row('Pacientes nuevos')).toHaveText('900');
    await expect(row('Recurrentes')).toHaveText('334');
  });
  await verify('home-4', () => expect(row('Cierre promedio')).toHaveText('47 min'));
  await verify('home-5', () => expect(card).toContainText('1.234'));
});

test('the start page shows an error when the statistics fail, and a notice to users without a branch', async ({
  clinic,
  line,
  page,
  elsewhere,
}) => {
  const admin = new AdministrationScreens(page, line.origin);
  await verify('texts-5', async () => {
    await withFault(line, SUMMARY_MATCH, textlessError(), async () => {
      await openAs(admin.desk, await createClinicUser(clinic, 'Bogotá', ['view_dashboard']), '/home');
      await expectText(page, 'No se pudieron cargar las métricas del dashboard.');
    });
    await admin.button('Reintentar').click();
    await expect(page.getByRole('region', { name: 'Hoy' })).toBeVisible();
  });
  const other = new AdministrationScreens(await elsewhere(), line.origin);
  await openAs(other.desk, await createClinicUser(clinic, null, ['view_dashboard']), '/home');
  await verify('home-9', () => expectText(other.page, 'Pide al administrador que te asigne una sede'));
});
