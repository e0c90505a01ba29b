// @module-tag landing
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CatalogFilters } from '#domain/catalog/filters.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  COMPANY_ID,
  CatalogServer,
  OTHER_ROW_ID,
  companyRow,
  okResponse,
  createListPage,
  rejectedResponse,
} from '#tests/support/screens/catalog-server.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { CatalogsPage } from '../catalogs-page.tsx';

const listMocks = vi.hoisted(() => ({
  provider: null as unknown as CatalogServer,
  link: { name: 'up', since: 0 } as object,
  kept: null as CatalogFilters | null,
  save: vi.fn((_owner: string, _catalog: string, _filters: CatalogFilters) => Promise.resolve()),
  refreshCatalog: vi.fn(() => Promise.resolve('replaced')),
  refreshBranding: vi.fn(() => Promise.resolve()),
  revalidateSession: vi.fn(() => Promise.resolve()),
  toast: vi.fn(),
}));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#sync/requests/api-request.ts', async (original) => ({
  ...(await original<object>()),
  sendRequest: (...call: Parameters<CatalogServer['ask']>) => listMocks.provider.ask(...call),
}));
vi.mock('#sync/catalogs/catalog-cache.ts', () => listMocks);
vi.mock('#sync/administration/clinic/branding.ts', () => listMocks);
vi.mock('#sync/session/session.ts', () => listMocks);
vi.mock('#ui/notices/toast.ts', () => listMocks);
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve(listMocks.link),
}));
vi.mock('#sync/outbox/outbox.ts', () => ({ requestDrain: () => undefined }));
vi.mock('#storage/cache/catalog-filters.ts', async () => {
  const { defaultCatalogFilters: allRows } = await import('#domain/catalog/filters.ts');
  return {
    readCatalogFilters: () => Promise.resolve(listMocks.kept ?? allRows),
    saveCatalogFilters: listMocks.save,
  };
});
vi.mock('#sync/catalogs/catalog-source.ts', () => ({
  createCatalogSource: () => ({
    source: 'companies',
    search: () => Promise.resolve([{ id: COMPANY_ID, name: 'Flores', aside: 'FLO' }]),
    find: () => Promise.resolve({ id: COMPANY_ID, name: 'Flores', aside: 'FLO' }),
    fits: () => true,
  }),
}));

const renderPage = (route: string) =>
  renderReadScreen(
    <CatalogsPage account={createAccount(['manage_catalogs', 'user_management'])} />,
    '/admin/catalogs/*',
    `/admin/catalogs/${route}`,
  );
const shownAddress = () => screen.getByTestId('where').textContent;
const getNamedButton = (name: string) => screen.getByRole('button', { name });
const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const findDetailPanel = () => screen.findByRole('complementary');
const lastQueryOf = (name: 'listCompanies' | 'listBranches' | 'listExams') =>
  listMocks.provider.last(name)?.query;
const exam = { id: OTHER_ROW_ID, code: 'AUD', name: 'Audiometría', is_active: true, shown_on_concept: false };

beforeEach(() => {
  vi.clearAllMocks();
  listMocks.link = { name: 'up', since: 0 };
  listMocks.kept = null;
  const server = new CatalogServer();
  listMocks.provider = server;
  server.on(
    'listCompanies',
    okResponse(
      createListPage([companyRow(), companyRow({ id: OTHER_ROW_ID, name: 'Otra', is_active: false })], 45),
    ),
  );
  server.on('getCompany', okResponse(companyRow()));
  server.on('listBranches', okResponse(createListPage([])));
  server.on('listExams', okResponse(createListPage([exam])));
});

describe('list of a catalogue', () => {
  it('P4.19 P7.26 P9.1 the catalogue list requests the first twenty rows by name, including inactive ones, and shows the state of each', async () => {
    renderPage('companies');
    const [, first, second] = await screen.findAllByRole('row');
    expect(first?.textContent).toBe('Flores del PáramoFLO—Activa');
    expect(second?.textContent).toContain('Inactiva');
    expect(screen.getByText('Mostrando 1 – 20 de 45')).toBeTruthy();
    expect(lastQueryOf('listCompanies')).toEqual({
      query: '',
      page: 1,
      pageSize: 20,
      includeInactive: true,
      sort: 'name',
      company_id: '',
    });
  });

  it('P5.1 the catalogue list sends the trimmed search text once typing pauses, and returns to the first page when a filter changes', async () => {
    renderPage('companies');
    await screen.findByText('Mostrando 1 – 20 de 45');
    await userEvent.click(getNamedButton('Siguiente'));
    await waitFor(() => expect(lastQueryOf('listCompanies')).toMatchObject({ page: 2 }));
    await enterText(screen.getByLabelText('Buscar empresa'), '  flores ');
    await waitFor(() => expect(lastQueryOf('listCompanies')).toMatchObject({ query: 'flores', page: 1 }));
    const searches = listMocks.provider.calls.map(({ input }) => input.query?.['query']);
    expect(searches).not.toContain('flo');
    await userEvent.click(screen.getByRole('switch', { name: 'Mostrar inactivas' }));
    await waitFor(() => expect(lastQueryOf('listCompanies')?.['includeInactive']).toBeUndefined());
  });

  it('P2.41 the catalogue list shows a removable chip for each changed filter, and a button that resets all filters', async () => {
    renderPage('companies');
    await enterText(await screen.findByLabelText('Buscar empresa'), 'flores');
    await userEvent.click(screen.getByRole('switch', { name: 'Mostrar inactivas' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Quitar filtro: Sin inactivas' }));
    expect(screen.queryByRole('button', { name: /Sin inactivas/ })).toBeNull();
    await screen.findByRole('button', { name: 'Quitar filtro: Búsqueda: flores' });
    await userEvent.click(getNamedButton('Limpiar filtros'));
    expect(screen.getByLabelText<HTMLInputElement>('Buscar empresa').value).toBe('');
    expect(screen.queryByRole('list', { name: 'Filtros puestos' })).toBeNull();
  });

  it('P9.17 P10.224 the catalogue list stores the filters of companies in the address and on the device, and those of exams only in the address', async () => {
    listMocks.kept = { search: 'flo', includeInactive: false, companyId: '' };
    const view = renderPage('companies');
    await waitFor(() => expect(lastQueryOf('listCompanies')).toMatchObject({ query: 'flo' }));
    await waitFor(() => expect(shownAddress()).toBe('/admin/catalogs/companies?inactive=no'));
    await userEvent.click(await screen.findByRole('switch', { name: 'Mostrar inactivas' }));
    expect(listMocks.save.mock.calls.at(-1)?.slice(1)).toEqual([
      'companies',
      { search: 'flo', includeInactive: true, companyId: '' },
    ]);
    view.unmount();
    listMocks.save.mockClear();
    renderPage('exams');
    await userEvent.click(await screen.findByRole('switch', { name: 'Mostrar inactivos' }));
    expect(lastQueryOf('listExams')).toMatchObject({ query: '' });
    expect(listMocks.save).not.toHaveBeenCalled();
  });

  it('P7.20 the list of branches can be filtered by company', async () => {
    renderPage('branches');
    const field = await screen.findByRole('combobox', { name: 'Empresa' });
    await userEvent.click(field);
    await userEvent.click(await screen.findByRole('option', { name: /Flores/ }));
    await waitFor(() => expect(lastQueryOf('listBranches')).toMatchObject({ company_id: COMPANY_ID }));
    expect(await screen.findByRole('button', { name: 'Quitar filtro: Empresa: Flores' })).toBeTruthy();
  });

  it('P2.41 the catalogue list shows a loading error, and a hint when the catalogue is empty', async () => {
    listMocks.provider.on('listCompanies', rejectedResponse(500));
    renderPage('companies');
    expect((await screen.findByRole('alert')).textContent).toContain('No se pudieron cargar las empresas.');
    listMocks.provider.on('listCompanies', okResponse(createListPage([])));
    await userEvent.click(getNamedButton('Reintentar'));
    expect(await screen.findByText('Todavía no hay empresas.')).toBeTruthy();
    expect(screen.getByText('Empieza con el botón «Nueva empresa».')).toBeTruthy();
  });
});

it('P2.41 the empty list mentions the filters only when filters are set', async () => {
  listMocks.provider.on('listCompanies', okResponse(createListPage([])));
  listMocks.kept = { search: 'nada', includeInactive: true, companyId: '' };
  renderPage('companies');
  expect(await screen.findByText('No hay empresas con los filtros seleccionados.')).toBeTruthy();
  expect(screen.queryByText('Todavía no hay empresas.')).toBeNull();
});

describe('P10.224 filters in the address', () => {
  it('P10.224 the catalogue list writes the filters to the address, never the search text, and keeps other parameters', async () => {
    renderPage('companies?inactive=no&page=2&a=1');
    await waitFor(() => expect(lastQueryOf('listCompanies')).toMatchObject({ page: 2 }));
    expect(lastQueryOf('listCompanies')).not.toHaveProperty('includeInactive', true);
    expect(listMocks.provider.calls.filter(({ name }) => name === 'listCompanies')).toHaveLength(1);
    await enterText(screen.getByLabelText('Buscar empresa'), 'flores');
    await waitFor(() => expect(lastQueryOf('listCompanies')).toMatchObject({ query: 'flores', page: 1 }));
    expect(shownAddress()).toBe('/admin/catalogs/companies?a=1&inactive=no');
    await userEvent.click(getNamedButton('Limpiar filtros'));
    await waitFor(() => expect(shownAddress()).toBe('/admin/catalogs/companies?a=1'));
  });

  it('P10.224 P2.16 the link to another catalogue drops the filters, and the link back to the first catalogue restores them', async () => {
    renderPage('companies?page=2#b');
    await screen.findByText('Mostrando 21 – 40 de 45');
    await userEvent.click(screen.getByRole('link', { name: 'Exámenes' }));
    await screen.findByText('Mostrando 1 – 1 de 1');
    expect(shownAddress()).toBe('/admin/catalogs/exams#b');
    await userEvent.click(screen.getByRole('link', { name: 'Empresas' }));
    await screen.findByText('Mostrando 21 – 40 de 45');
    expect(shownAddress()).toContain('?page=2');
  });
});

describe('the user’s own branch', () => {
  it('P4.19 the page requests the session again after a branch is deactivated, because that branch may be the active one', async () => {
    const branch = {
      id: OTHER_ROW_ID,
      company_id: COMPANY_ID,
      name: 'Sede Norte',
      is_active: true,
      revision: 1,
    };
    listMocks.provider.on('listBranches', okResponse(createListPage([branch])));
    listMocks.provider.on('getBranch', okResponse(branch));
    listMocks.provider.on('setBranchStatus', okResponse({ ...branch, is_active: false, revision: 2 }));
    renderPage('branches');
    await clickButton('Sede Norte');
    await clickButton('Desactivar');
    const dialog = await screen.findByRole('dialog', { name: '¿Desactivar Sede Norte?' });
    expect(listMocks.provider.calls.map(({ name }) => name)).not.toContain('setBranchStatus');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Desactivar esta sede' }));
    await waitFor(() => expect(listMocks.revalidateSession).toHaveBeenCalledOnce());
  });
});

describe('side panel', () => {
  it('P2.41 the side panel shows the selected row, and the row gets the focus back when the panel closes', async () => {
    renderPage('companies');
    await clickButton('Flores del Páramo');
    const aside = await findDetailPanel();
    expect(within(aside).getByText('Flores S.A.S.')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Flores del Páramo');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(document.activeElement).toBe(getNamedButton('Flores del Páramo'));
  });

  it('P2.44 P7 the side panel deactivates a row with the revision that was read, and updates the list and the catalogue cache', async () => {
    listMocks.provider.on('setCompanyStatus', okResponse(companyRow({ is_active: false, revision: 4 })));
    renderPage('companies');
    await clickButton('Flores del Páramo');
    const before = listMocks.provider.calls.length;
    await userEvent.click(await screen.findByRole('button', { name: 'Desactivar' }));
    await waitFor(() => expect(listMocks.toast).toHaveBeenCalledWith('ok', 'Empresa desactivada.'));
    expect(listMocks.provider.last('setCompanyStatus')).toEqual({
      params: { id: COMPANY_ID },
      headers: { 'if-match': '"r3"' },
      body: { is_active: false },
    });
    expect(listMocks.refreshCatalog).toHaveBeenCalledWith('companies');
    expect(listMocks.refreshBranding).toHaveBeenCalledOnce();
    const after = listMocks.provider.calls.slice(before).map(({ name }) => name);
    expect(after).toContain('listCompanies');
    expect(listMocks.revalidateSession).not.toHaveBeenCalled();
  });

  it('P2.42 P5.19 the side panel requires a name to rename a row, and sends only the name', async () => {
    listMocks.provider.on('renameCompany', okResponse(companyRow({ name: 'Flores', revision: 4 })));
    renderPage('companies');
    await clickButton('Flores del Páramo');
    await userEvent.click(await screen.findByRole('button', { name: 'Cambiar nombre' }));
    const field = screen.getByLabelText('Nombre nuevo');
    await userEvent.clear(field);
    await userEvent.click(getNamedButton('Guardar'));
    expect(await screen.findByText('El nombre no puede estar vacío.')).toBeTruthy();
    await enterText(field, ' Flores ');
    await userEvent.click(getNamedButton('Guardar'));
    await waitFor(() => expect(screen.queryByLabelText('Nombre nuevo')).toBeNull());
    expect(listMocks.provider.last('renameCompany')).toEqual({
      params: { id: COMPANY_ID },
      headers: { 'if-match': '"r3"' },
      body: { name: 'Flores' },
    });
  });

  it('P8.28 the side panel shows a notice, with a button to clear the filters, when the filters exclude the open row', async () => {
    renderPage('exams');
    await clickButton('Audiometría');
    listMocks.provider.on('listExams', okResponse(createListPage([])));
    await userEvent.click(screen.getByRole('switch', { name: 'Mostrar inactivos' }));
    const text = 'El examen seleccionado no está disponible con los filtros aplicados.';
    expect(await screen.findByText(text)).toBeTruthy();
    listMocks.provider.on('listExams', okResponse(createListPage([exam])));
    await userEvent.click(within(await findDetailPanel()).getByRole('button', { name: 'Limpiar filtros' }));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  });

  it('R1 the side panel disables changes and shows the reason without network', async () => {
    listMocks.link = {
      name: 'down',
      since: 0,
      cause: 'no_answer',
      failures: 1,
      nextProbeAt: Date.now() + 60_000,
    };
    renderPage('companies');
    await clickButton('Flores del Páramo');
    expect(screen.getAllByText('Sin conexión: los cambios necesitan red.').length).toBeGreaterThan(0);
    const aside = within(await findDetailPanel());
    for (const name of ['Desactivar', 'Cambiar nombre'])
      expect(aside.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  });
});

describe('panel of a row that could not be refreshed', () => {
  it('P8 R3 the side panel shows the age of the cached row and a retry button when the server fails', async () => {
    listMocks.provider.on('getCompany', rejectedResponse(500));
    renderPage('companies');
    await clickButton('Flores del Páramo');
    const aside = within(await findDetailPanel());
    const title = await aside.findByText('No se pudo cargar la empresa seleccionada.');
    expect(title.parentElement?.textContent).toMatch(/\(500\)\. Ves la copia .*de las \d\d:\d\d\.$/);
    expect(aside.getByText('Flores S.A.S.')).toBeTruthy();
    listMocks.provider.on('getCompany', okResponse(companyRow()));
    await userEvent.click(aside.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(aside.queryByText('No se pudo cargar la empresa seleccionada.')).toBeNull());
  });
});
