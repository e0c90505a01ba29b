import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Rejected, Unreachable } from '#sync/requests/api-request.ts';
import type { DatedEvaluationList, EvaluationListQuery } from '#sync/reads/evaluations/evaluations.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { toEvaluationListItem, sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { EvaluationsPage } from './evaluations-page.tsx';

const listMocks = vi.hoisted(() => ({
  fetchEvaluationList:
    vi.fn<(reader: unknown, question: EvaluationListQuery) => Promise<DatedEvaluationList>>(),
  listFromDevice: vi.fn<() => Promise<DatedEvaluationList | null>>(),
  entries: [] as unknown[],
  kept: null as DatedEvaluationList | null,
  link: { name: 'up' },
}));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#sync/reads/evaluations/evaluations.ts', () => ({
  fetchEvaluationList: listMocks.fetchEvaluationList,
  buildEvaluationListFromCache: listMocks.listFromDevice,
  readCachedEvaluationList: () => Promise.resolve(listMocks.kept),
}));
vi.mock('#sync/outbox/outbox.ts', () => ({ requestDrain: () => undefined }));
vi.mock('#sync/reads/evaluations/prefetch.ts', () => ({ prefetchIfAnyUncached: async () => 'not_due' }));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve(listMocks.link),
}));
vi.mock('#storage/drafts/clinical-drafts.ts', () => ({ listUnsavedEvaluations: async () => new Set() }));
vi.mock('#storage/outbox/entries.ts', () => ({
  listEntries: () => Promise.resolve(listMocks.entries),
  readSyncSummary: () => Promise.resolve({ unsent: listMocks.entries.length, attention: 0, sending: 0 }),
  countOutboxReceipts: () => Promise.resolve(0),
}));
vi.mock('#sync/catalogs/catalog-source.ts', () => ({
  createCompanyFilterSource: () => ({
    source: 'companies',
    fits: () => true,
    search: () => Promise.resolve([{ id: COMPANY_ID, name: 'Flores', aside: 'FLO', recent: false }]),
    find: () => Promise.resolve({ id: COMPANY_ID, name: 'Flores', aside: 'FLO', recent: false }),
  }),
}));

const COMPANY_ID = '77777777-7777-4777-8777-777777777777';
const createEvaluationList = (patch: Partial<DatedEvaluationList> = {}): DatedEvaluationList => ({
  items: [
    toEvaluationListItem(sampleEvaluation(1)),
    {
      ...toEvaluationListItem(sampleEvaluation(2, { status: 'pendiente' })),
      contractor_company: { name: 'Temporal', code: 'T' },
    },
  ],
  total: 12,
  fetchedAt: Date.now(),
  source: 'provider',
  ...patch,
});
const accountOfDoctor = createAccount(['manage_evaluations']);
const renderEvaluationsPage = (who = accountOfDoctor, query = '') =>
  renderReadScreen(<EvaluationsPage account={who} />, '/evaluations', `/evaluations${query}`);
const requestedQueries = () => listMocks.fetchEvaluationList.mock.calls.map(([, question]) => question);
const lastRequestedQuery = () => requestedQueries().at(-1);
const shownAddress = () => screen.getByTestId('where').textContent;
const getNamedButton = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  vi.clearAllMocks();
  listMocks.fetchEvaluationList.mockImplementation(() => Promise.resolve(createEvaluationList()));
  listMocks.listFromDevice.mockResolvedValue(null);
  listMocks.entries = [];
  listMocks.kept = null;
  listMocks.link = { name: 'up' };
});

describe('/evaluations', () => {
  it('P2.31 P3.5 the evaluation list shows its columns, the contractor or the lack of one, and the range of rows', async () => {
    renderEvaluationsPage();
    const [, first, second] = await screen.findAllByRole('row');
    expect(first?.textContent).toContain('Zoraida QuiñonesSin contratanteCC 9999000001');
    expect(within(first!).getByText('En proceso')).toBeTruthy();
    expect(within(second!).getByText('Temporal')).toBeTruthy();
    expect(screen.getByText('Mostrando 1 – 10 de 12')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /Ver detalle/ })[0]?.getAttribute('href')).toBe(
      `/evaluations/${sampleEvaluation(1).id}`,
    );
  });

  it('P10.76 the evaluation list capitalises a name that the server sends in lower case', async () => {
    const [item] = createEvaluationList().items;
    if (!item) throw new Error('no item');
    const patient = { ...item.patient, full_name: 'ana maría de la cruz' };
    listMocks.fetchEvaluationList.mockResolvedValue(createEvaluationList({ items: [{ ...item, patient }] }));
    renderEvaluationsPage();
    expect(await screen.findByText('Ana María de la Cruz')).toBeTruthy();
  });

  it('P4.15 the evaluation list changes pages, and returns to the first page when a filter changes', async () => {
    renderEvaluationsPage();
    await screen.findByText('Mostrando 1 – 10 de 12');
    await userEvent.click(getNamedButton('Siguiente'));
    await screen.findByText('Mostrando 11 – 12 de 12');
    expect(shownAddress()).toBe('/evaluations?page=2');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cerrada' }));
    await waitFor(() => expect(lastRequestedQuery()?.page).toBe(1));
    expect(shownAddress()).toBe('/evaluations?status=pendiente%2Cen_proceso%2Ccerrada');
    await userEvent.click(getNamedButton('Limpiar filtros'));
    await waitFor(() => expect(shownAddress()).toBe('/evaluations'));
  });

  it('P2.30 P4.16 the evaluation list does not let the user clear the only selected status of the filter', async () => {
    renderEvaluationsPage(accountOfDoctor, '?status=cerrada');
    const closed = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Cerrada' });
    await userEvent.click(closed);
    expect(closed.checked).toBe(true);
    expect(lastRequestedQuery()?.filters.statuses).toEqual(['cerrada']);
  });

  it('D5 P2.29 the evaluation list sends the search text once typing pauses, and never writes it to the address', async () => {
    renderEvaluationsPage(accountOfDoctor, '?page=2');
    await screen.findByRole('table');
    await enterText(screen.getByLabelText('Buscar paciente'), 'Quiñones');
    await waitFor(() =>
      expect(lastRequestedQuery()).toMatchObject({ page: 1, filters: { search: 'Quiñones' } }),
    );
    expect(requestedQueries().map(({ filters }) => filters.search)).not.toContain('Quiñ');
    expect(shownAddress()).toBe('/evaluations');
  });

  it('P2.29 the day filter applies a typed day when its year is complete, and keeps the typed text until then', async () => {
    renderEvaluationsPage();
    const from = await screen.findByLabelText<HTMLInputElement>('Desde');
    for (const year of ['0002', '0020', '0202']) {
      fireEvent.change(from, { target: { value: `${year}-03-04` } });
      expect(from.value).toBe(`${year}-03-04`);
      expect(shownAddress()).toBe('/evaluations');
    }
    fireEvent.change(from, { target: { value: '2026-03-04' } });
    await waitFor(() => expect(lastRequestedQuery()?.filters.from).toBe('2026-03-04'));
    expect(requestedQueries().map(({ filters }) => filters.from)).not.toContain('0202-03-04');
    fireEvent.change(screen.getByLabelText('Hasta'), { target: { value: '2026-03-01' } });
    expect(await screen.findByText('Es anterior a «Desde».')).toBeTruthy();
  });
});

it('P2.29 the employer filter is a single control for search and selection, usable by keyboard and screen reader', async () => {
  renderEvaluationsPage();
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Empresa empleadora' });
  const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
  const activeOption = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  await waitFor(() => expect(field.value).toBe('Todas las empresas'));
  await userEvent.type(field, 'flo', { initialSelectionStart: 0, initialSelectionEnd: 99 });
  await waitFor(() => expect(options()).toEqual(['FloresFLO']));
  expect(field.getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(shownAddress()).toContain(COMPANY_ID));
  expect(lastRequestedQuery()?.filters.companyId).toBe(COMPANY_ID);
  await waitFor(() => expect(field.value).toBe('Flores'));
  await userEvent.clear(field);
  await waitFor(() => expect(options()).toEqual(['Todas las empresas', 'FloresFLO']));
  while (activeOption()?.textContent !== 'Todas las empresas') await userEvent.keyboard('{ArrowUp}');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(shownAddress()).toBe('/evaluations'));
  await waitFor(() => expect(field.value).toBe('Todas las empresas'));
});

describe('messages of the evaluation list', () => {
  it('P2.33 the evaluation list reports an empty result, but not while a newer search is loading', async () => {
    listMocks.fetchEvaluationList.mockResolvedValueOnce(createEvaluationList({ items: [], total: 0 }));
    renderEvaluationsPage();
    await screen.findByText('Sin registros');
    expect(screen.getByText('No se encontraron evaluaciones con los filtros seleccionados.')).toBeTruthy();
    let resolveList = (_list: DatedEvaluationList): void => undefined;
    listMocks.fetchEvaluationList.mockReturnValue(new Promise((resolve) => (resolveList = resolve)));
    await enterText(screen.getByLabelText('Buscar paciente'), 'Quiñones');
    expect(await screen.findByText('Buscando evaluaciones…')).toBeTruthy();
    expect(screen.queryByText(/^No se encontraron evaluaciones|^Sin registros/)).toBeNull();
    resolveList(createEvaluationList({ items: [], total: 0 }));
    expect(await screen.findByText('Sin registros')).toBeTruthy();
    expect(screen.queryByText('Buscando evaluaciones…')).toBeNull();
  });

  it('P8.5 the evaluation list offers a retry when the server does not know the active branch', async () => {
    listMocks.fetchEvaluationList.mockRejectedValueOnce(
      new Rejected({ status: 403, code: null, message: 'branch not resolved', details: [] }),
    );
    renderEvaluationsPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('table')).toBeTruthy();
  });

  it('P8.8 the evaluation list reports a failed load and offers a retry', async () => {
    listMocks.fetchEvaluationList.mockRejectedValueOnce(
      new Rejected({ status: 500, code: null, message: '', details: [] }),
    );
    renderEvaluationsPage();
    const { textContent } = await screen.findByRole('alert');
    expect(textContent).toContain('No se pudo cargar el listado de evaluaciones.');
    expect(textContent).toContain('El servidor no pudo responder (500).');
    await userEvent.click(getNamedButton('Reintentar'));
    expect(await screen.findByRole('table')).toBeTruthy();
  });

  it.each([
    [['manage_evaluations'] as const, /Pide al administrador que te asigne una sede/],
    [
      ['manage_evaluations', 'user_management'] as const,
      /Selecciona una sede activa desde la barra superior/,
    ],
  ])(
    'P2.34 the evaluation list tells a user with the permissions %j how to obtain a branch',
    async (actions, text) => {
      listMocks.fetchEvaluationList.mockRejectedValue(
        new Rejected({
          status: 403,
          code: 'branch_not_resolved',
          message: 'branch not resolved',
          details: [],
        }),
      );
      renderEvaluationsPage(createAccount([...actions]));
      expect(await screen.findByText(text)).toBeTruthy();
      expect(screen.getByText('El servidor no reconoce tu sede activa.')).toBeTruthy();
    },
  );

  it('P6.6 the evaluations page sends no request when the user may not see evaluations', () => {
    renderEvaluationsPage(createAccount(['view_dashboard']));
    expect(screen.getByText('No tienes permiso para ver las evaluaciones.')).toBeTruthy();
    expect(listMocks.fetchEvaluationList).not.toHaveBeenCalled();
  });
});

describe('R3 evaluation list cached on the device', () => {
  it("R3 the evaluation list shows the cached response with its age immediately, and then the server's response", async () => {
    listMocks.kept = createEvaluationList({ total: 7, fetchedAt: Date.now() - 40 * 60_000 });
    let resolveList = (_list: DatedEvaluationList): void => undefined;
    listMocks.fetchEvaluationList.mockReturnValue(new Promise((resolve) => (resolveList = resolve)));
    renderEvaluationsPage();
    expect(await screen.findByText('Mostrando 1 – 7 de 7')).toBeTruthy();
    expect(screen.getByText('Actualizado hace 40 min')).toBeTruthy();
    await waitFor(() => expect(listMocks.fetchEvaluationList).toHaveBeenCalledOnce());
    resolveList(createEvaluationList({ total: 8 }));
    expect(await screen.findByText('Mostrando 1 – 8 de 8')).toBeTruthy();
  });

  it('P8 R3 the evaluation list shows the error, the age of the cached response and a retry button when the server fails', async () => {
    listMocks.kept = createEvaluationList({ total: 7, fetchedAt: Date.now() - 40 * 60_000 });
    listMocks.fetchEvaluationList.mockRejectedValueOnce(
      new Rejected({ status: 503, code: null, message: 'Service Unavailable', details: [] }),
    );
    renderEvaluationsPage();
    const title = await screen.findByText('No se pudo cargar el listado de evaluaciones.');
    expect(title.parentElement?.textContent).toMatch(
      /Service Unavailable\. Ves la copia .*de las \d\d:\d\d\.$/,
    );
    expect(screen.getByText('Sin actualizar · datos de hace 40 min')).toBeTruthy();
    expect(screen.getByText('Mostrando 1 – 7 de 7')).toBeTruthy();
    await userEvent.click(getNamedButton('Reintentar'));
    expect(await screen.findByText('Actualizado hace un momento')).toBeTruthy();
    expect(screen.queryByText('No se pudo cargar el listado de evaluaciones.')).toBeNull();
  });

  it("R3 the evaluation list says 'Sin conexión' without waiting for the server when the connection is already known to be down", async () => {
    listMocks.link = { name: 'down' };
    listMocks.fetchEvaluationList.mockReturnValue(new Promise(() => undefined));
    renderEvaluationsPage();
    expect(await screen.findByText(/^Sin conexión: el servidor no responde/)).toBeTruthy();
    expect(screen.queryByText('Cargando…')).toBeNull();
  });

  it('R3 the evaluation list shows the evaluations stored on the device, with a notice, when there is no network', async () => {
    listMocks.link = { name: 'down' };
    listMocks.fetchEvaluationList.mockRejectedValue(new Unreachable('no_answer'));
    listMocks.listFromDevice.mockResolvedValue(
      createEvaluationList({ source: 'device', total: 2, fetchedAt: Date.now() - 40 * 60_000 }),
    );
    renderEvaluationsPage();
    expect(await screen.findByText('Sin conexión · datos de hace 40 min')).toBeTruthy();
    expect(screen.getByText(/solo las evaluaciones guardadas en este dispositivo/)).toBeTruthy();
  });

  it('P10.239 the evaluations page shows unsent registrations of this tablet above the list to users who may register', async () => {
    const labels = { evaluationType: 'Ingreso', employerCompany: 'Flores', contractorCompany: null };
    const summary = {
      patientName: 'Wamba Zubi',
      identification_type: 'CC',
      identification_number: '97',
      labels,
    };
    listMocks.entries = [
      {
        id: 'e',
        kind: 'registration',
        capturedAt: Date.now(),
        standing: 'on_its_way',
        turn: 'B-15',
        summary,
      },
    ];
    const view = renderEvaluationsPage(createAccount(['manage_evaluations', 'register_patients']));
    const card = await screen.findByRole('region', { name: 'En este dispositivo, por enviar' });
    const name = within(card).getByText('Wamba Zubi');
    expect(name.parentElement?.textContent).toMatch(/^Wamba ZubiTurno B-15 CC /);
    expect(within(card).getByText('Por enviar')).toBeTruthy();
    view.unmount();
    renderEvaluationsPage();
    await screen.findByRole('table');
    expect(screen.queryByText('Wamba Zubi')).toBeNull();
  });

  it('P6 the rows of the evaluation list have no links when the user may not open evaluations', async () => {
    renderEvaluationsPage(createAccount(['register_patients']));
    await screen.findByRole('table');
    expect(screen.queryByRole('link', { name: /Ver detalle/ })).toBeNull();
  });
});
