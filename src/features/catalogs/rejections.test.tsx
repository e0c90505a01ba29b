// P8: messages of each catalogue for a rejection without a message from the server.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { RouteName } from '#contract/routes/routes.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  COMPANY_ID,
  CatalogServer,
  okResponse,
  createListPage,
  rejectedResponse,
} from '#tests/support/screens/catalog-server.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { CatalogsPage } from './catalogs-page.tsx';

const mockState = vi.hoisted(() => ({ provider: null as unknown as CatalogServer }));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#sync/requests/api-request.ts', async (original) => ({
  ...(await original<object>()),
  sendRequest: (...call: Parameters<CatalogServer['ask']>) => mockState.provider.ask(...call),
}));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve({ name: 'up', since: 0 }),
}));
vi.mock('#sync/outbox/outbox.ts', () => ({ requestDrain: () => undefined }));
vi.mock('#storage/cache/catalog-filters.ts', async () => {
  const { defaultCatalogFilters: allRows } = await import('#domain/catalog/filters.ts');
  return { readCatalogFilters: () => Promise.resolve(allRows) };
});
vi.mock('#sync/catalogs/catalog-source.ts', () => ({
  createCatalogSource: () => ({
    source: '',
    search: () => Promise.resolve([]),
    find: () => Promise.resolve({ id: COMPANY_ID, name: 'Flores', aside: 'FLO' }),
    fits: () => true,
  }),
}));

const companyCatalogRow = {
  id: COMPANY_ID,
  code: 'UNO',
  name: 'Fila Uno',
  company_id: COMPANY_ID,
  company_name: 'Flores',
  license_number: 'L-1',
  subject: 'patient',
  kind: 'text',
  choices: [],
  is_required: false,
  position: 10,
  evaluation_type_ids: [],
  on_history: true,
  on_concept: false,
  is_searchable: false,
  signature_key: null,
  has_logo: false,
  logo_hash: null,
  shown_on_concept: true,
  is_active: true,
  revision: 3,
};
interface CatalogCase {
  readonly route: string;
  readonly list: RouteName;
  readonly get?: RouteName;
  readonly setStatus: RouteName;
  readonly replace: RouteName;
  readonly rename?: RouteName;
  /** Button of the prompt before a deactivation; no prompt if absent. */
  readonly confirm?: string;
  readonly gone?: string;
  readonly of: string;
  readonly it: string;
}
const CATALOG_CASES: readonly CatalogCase[] = [
  {
    route: 'evaluation-types',
    list: 'listEvaluationTypes',
    setStatus: 'setEvaluationTypeStatus',
    gone: 'El tipo seleccionado no está disponible con los filtros actuales.',
    replace: 'replaceEvaluationType',
    of: 'del tipo de evaluación',
    it: 'el tipo de evaluación',
  },
  {
    route: 'companies',
    list: 'listCompanies',
    get: 'getCompany',
    setStatus: 'setCompanyStatus',
    rename: 'renameCompany',
    replace: 'replaceCompany',
    of: 'de la empresa',
    it: 'la empresa',
  },
  {
    route: 'branches',
    list: 'listBranches',
    get: 'getBranch',
    setStatus: 'setBranchStatus',
    rename: 'renameBranch',
    confirm: 'Desactivar esta sede',
    replace: 'replaceBranch',
    of: 'de la sede',
    it: 'la sede',
  },
  {
    route: 'exams',
    list: 'listExams',
    setStatus: 'setExamStatus',
    replace: 'replaceExam',
    of: 'del examen',
    it: 'el examen',
  },
  {
    route: 'doctors',
    list: 'listDoctors',
    setStatus: 'setDoctorStatus',
    gone: 'El médico seleccionado no está disponible con los filtros aplicados.',
    replace: 'replaceDoctor',
    of: 'del médico',
    it: 'el médico',
  },
  {
    route: 'additional-fields',
    list: 'listAdditionalFields',
    setStatus: 'setAdditionalFieldStatus',
    replace: 'replaceAdditionalField',
    confirm: 'Desactivar este campo',
    of: 'del campo',
    it: 'el campo',
  },
];
const renderCatalogsPage = (path: string) =>
  renderReadScreen(
    <CatalogsPage account={createAccount(['manage_catalogs', 'user_management'])} />,
    '/admin/catalogs/*',
    `/admin/catalogs/${path}`,
  );
const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

function mockCatalogResponses({ list, get }: CatalogCase) {
  mockState.provider.on(list, okResponse(createListPage([companyCatalogRow])));
  if (get) mockState.provider.on(get, okResponse(companyCatalogRow));
}

beforeEach(() => {
  mockState.provider = new CatalogServer();
});

it.each(CATALOG_CASES)(
  "P8.22 P8.23 P8.28 $route: the panel shows this catalogue's message when the server rejects a change without a message",
  async (kind) => {
    const expectAlert = (text: string) =>
      waitFor(() =>
        expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(text),
      );
    const { setStatus, rename, gone } = kind;
    for (const call of [setStatus, ...(rename ? [rename] : [])])
      mockState.provider.on(call, rejectedResponse(500));
    mockCatalogResponses(kind);
    renderCatalogsPage(kind.route);
    await clickButton('Fila Uno');
    await clickButton('Desactivar');
    if (kind.confirm !== undefined) await clickButton(kind.confirm);
    await expectAlert(`No se pudo actualizar el estado ${kind.of}. (500)`);
    if (rename) {
      await clickButton('Cambiar nombre');
      await enterText(screen.getByLabelText('Nombre nuevo'), ' B');
      await clickButton('Guardar');
      await expectAlert(`No se pudo actualizar ${kind.it}. (500)`);
    }
    if (gone === undefined) return;
    mockState.provider.on(kind.list, okResponse(createListPage([])));
    await userEvent.click(await screen.findByRole('switch', { name: /^Mostrar inactiv/ }));
    expect(await screen.findByText(gone)).toBeTruthy();
  },
);

it.each(CATALOG_CASES)(
  "P8.21 $route: the form shows this catalogue's message when saving fails without a message",
  async (kind) => {
    mockCatalogResponses(kind);
    mockState.provider.on(kind.replace, rejectedResponse(500));
    renderCatalogsPage(`${kind.route}/${COMPANY_ID}`);
    await enterText(await screen.findByDisplayValue('Fila Uno'), ' B');
    await clickButton('Guardar cambios');
    expect((await screen.findByRole('alert')).textContent).toBe(`No se pudo guardar ${kind.it}. (500)`);
  },
);

it.each([
  [['code', 'nit', 'sector'], 'Corrige los campos marcados antes de continuar.Mal nit.Mal sector.'],
  [['nit', 'sector'], 'Mal nit.Mal sector.'],
])(
  'P8 the notice of a form shows errors about fields that the form does not have: %j',
  async (names, text) => {
    const details = names.map((name) => ({ field: name, message: `Mal ${name}.` }));
    mockState.provider.on('createCompany', rejectedResponse(422, 'Hay datos que corregir.', details));
    renderCatalogsPage('companies/new');
    await enterText(await screen.findByLabelText('Código'), 'FLO');
    await enterText(await screen.findByLabelText('Nombre'), 'Otra');
    await clickButton('Crear');
    await screen.findByText(/Mal sector\./);
    expect(document.querySelector('.notice[role=alert]')?.textContent).toBe(text);
  },
);
