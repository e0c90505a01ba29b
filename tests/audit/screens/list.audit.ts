import { API_BASE } from '#contract/routes/routes.ts';
import type { Permission } from '#contract/vocabulary.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { ReceptionScreen, FLORES_COMPANY_SEARCH } from '#tests/support/reception/reception.ts';
import { expect, verify, test } from '../fixtures.ts';
import {
  createCallMatcher,
  openAs,
  withFault,
  expectText,
  baseContractError,
  textlessError,
} from '../screens.ts';

const EVALUATION_LIST_MATCH = createCallMatcher('GET', '/evaluations');
const RANGE_TEXT_PATTERN = /^Mostrando \d+ – \d+ de \d+$/;

test(
  'the list of evaluations shows its rows and applies its filters',
  { tag: '@short' },
  async ({ clinic, line, page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    const desk = new ReceptionScreen(page, line.origin);
    await openAs(desk, await createClinicUser(clinic, 'Bogotá', ['manage_evaluations']), '/evaluations');
    const rows = page.getByRole('table').locator('tbody tr');
    await expect(rows.first()).toBeVisible();
    await verify('list-1', () =>
      expect(page.getByRole('heading', { level: 1 })).toHaveText('Evaluaciones pendientes'),
    );
    const stateCheckbox = (name: string) => page.getByRole('checkbox', { name, exact: true });
    const choose = async (name: string, checked: boolean) => {
      if ((await stateCheckbox(name).isChecked()) !== checked) await stateCheckbox(name).click();
      await expect(stateCheckbox(name)).toBeChecked({ checked });
    };
    await verify('list-18', async () => {
      await expect(stateCheckbox('Pendiente')).toBeChecked();
      await expect(stateCheckbox('En proceso')).toBeChecked();
      await expect(stateCheckbox('Cerrada')).not.toBeChecked();
    });
    await choose('Cerrada', true);
    await expect(page.getByText(RANGE_TEXT_PATTERN)).toBeVisible();
    await verify('list-16', async () => {
      for (const text of ['Pendiente', 'En proceso', 'Cerrada']) {
        for (const name of ['Pendiente', 'En proceso', 'Cerrada'])
          if (name === text) await choose(name, true);
        for (const name of ['Pendiente', 'En proceso', 'Cerrada'])
          if (name !== text) await choose(name, false);
        await expect(rows.first()).toContainText(text);
      }
    });
    await verify('list-3', async () => {
      await stateCheckbox('Cerrada').click({ force: true });
      await expect(stateCheckbox('Cerrada')).toBeChecked();
    });
    await verify('list-6', async () => {
      await desk.button('Limpiar filtros').click();
      await expect(stateCheckbox('Pendiente')).toBeChecked();
      await expect(stateCheckbox('Cerrada')).not.toBeChecked();
    });
    await choose('Cerrada', true);
    await verify('list-15', () => expect(rows).toHaveCount(10));
    await verify('list-7', async () => {
      const headers = await page.getByRole('table').getByRole('columnheader').allInnerTexts();
      expect(headers.slice(0, 6).map((text) => text.toLowerCase())).toEqual([
        'paciente',
        'documento',
        'tipo de evaluación',
        'empresa empleadora',
        'estado',
        'inicio',
      ]);
      await expect(rows.filter({ hasText: 'Sin contratante' }).first()).toContainText(/CC \d+/);
      await expect(rows.first().locator('td[data-label="Tipo"] small')).toHaveText(/^[A-Za-z0-9-]+$/);
      await expect(rows.first().locator('td[data-label="Empresa"] small')).toHaveText(/\d/);
    });
    await verify('list-8', () =>
      expect(rows.first().getByRole('link', { name: /^Ver detalle/ })).toHaveAttribute(
        'href',
        /^\/evaluations\/[0-9a-f-]{36}$/,
      ),
    );
    await verify('list-9', async () => {
      await expectText(page, /^Mostrando 1 – 10 de \d+$/);
      await desk.button('Siguiente').click();
      await expectText(page, /^Mostrando 11 – \d+ de \d+$/);
      await desk.button('Anterior').click();
      await expectText(page, /^Mostrando 1 – 10 de \d+$/);
    });
    await verify('list-11', async () => {
      await desk.button('Siguiente').click();
      await expectText(page, /^Mostrando 11 /);
      await choose('En proceso', false);
      await expectText(page, /^Mostrando 1 /);
    });
    await choose('En proceso', true);
    const [someone] = await clinic.query<{ document: string; last: string }>(
      `select p.identification_number as document, p.last_name as last from evaluations e
     join patients p on p.id = e.patient_id join branches b on b.id = e.branch_id where b.name like 'Bogotá%' limit 1`,
    );
    await verify('list-2', async () => {
      for (const text of [someone?.document ?? '', someone?.last ?? '']) {
        await page.getByLabel('Buscar paciente').fill(text);
        await expect(rows.filter({ hasNotText: text })).toHaveCount(0);
        await expect(rows.filter({ hasText: text }).first()).toBeVisible();
      }
      await page.getByLabel('Buscar paciente').fill('');
    });
    await verify('list-5', async () => {
      await expect(page.getByRole('combobox', { name: 'Empresa empleadora' })).toHaveValue(
        'Todas las empresas',
      );
      const asked = page.waitForRequest((request) => request.url().includes('employer_company_id='));
      await desk.choose('Empresa empleadora', FLORES_COMPANY_SEARCH);
      await asked;
      await desk.button('Limpiar filtros').click();
    });
    await verify('list-4', async () => {
      const asked = page.waitForRequest(
        (request) =>
          request.url().includes(`${API_BASE}/evaluations?`) &&
          request.url().includes('from=2020-01-01') &&
          request.url().includes('to=2020-01-02'),
      );
      await page.getByLabel('Desde').fill('2020-01-01');
      await page.getByLabel('Hasta').fill('2020-01-02');
      await asked;
    });
    await verify('list-10', async () => {
      await expectText(page, 'No se encontraron evaluaciones con los filtros seleccionados.');
      await expectText(page, 'Sin registros');
    });
  },
);

test('the list of evaluations shows a message when it cannot be loaded', async ({
  clinic,
  line,
  elsewhere,
}) => {
  const openAsUser = async (branch: 'Bogotá' | null, actions: readonly Permission[]) => {
    const desk = new ReceptionScreen(await elsewhere(), line.origin);
    await openAs(desk, await createClinicUser(clinic, branch, actions), '/evaluations');
    return desk;
  };
  await verify('list-13', async () => {
    const { page } = await openAsUser(null, ['manage_evaluations']);
    await expectText(page, 'Pide al administrador que te asigne una sede');
  });
  await verify('list-12', async () => {
    const { page } = await openAsUser(null, ['manage_evaluations', 'user_management']);
    await expectText(page, 'Selecciona una sede activa desde la barra superior');
  });
  await verify('list-14', () =>
    withFault(
      line,
      EVALUATION_LIST_MATCH,
      baseContractError(403, { message: 'branch not resolved' }),
      async () => {
        const { page } = await openAsUser('Bogotá', ['manage_evaluations']);
        await expectText(page, 'Pide al administrador que te asigne una sede');
      },
    ),
  );
  const shows = (
    id: 'list-17' | 'texts-1' | 'texts-2' | 'texts-3' | 'texts-4',
    fault: typeof BARE,
    text: string,
  ) =>
    verify(id, () =>
      withFault(line, EVALUATION_LIST_MATCH, fault, async () => {
        const { page } = await openAsUser('Bogotá', ['manage_evaluations']);
        await expectText(page, text);
      }),
    );
  const BARE = textlessError();
  const FALLBACK = 'No se pudo cargar el listado de evaluaciones.';
  await shows('list-17', BARE, FALLBACK);
  await shows('texts-4', BARE, FALLBACK);
  await shows(
    'texts-1',
    baseContractError(422, { message: 'Se hace inventario.', error: 'otro' }),
    'Se hace inventario.',
  );
  await shows('texts-2', baseContractError(422, { error: 'Vuelve a las tres.' }), 'Vuelve a las tres.');
  await shows('texts-3', baseContractError(422, {}), 'Unprocessable Entity');
});
