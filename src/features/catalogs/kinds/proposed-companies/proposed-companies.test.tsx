// @module-tag landing
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  COMPANY_ID,
  CatalogServer,
  OTHER_ROW_ID,
  companyRow,
  createListPage,
  okResponse,
  rejectedResponse,
} from '#tests/support/screens/catalog-server.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { CALL_UNKNOWN_CODE } from '#network/client.ts';
import { CatalogsPage } from '../../catalogs-page.tsx';

const mockState = vi.hoisted(() => ({
  provider: null as unknown as CatalogServer,
  link: { name: 'up', since: 0 } as object,
  refreshCatalog: vi.fn(() => Promise.resolve('replaced')),
  refreshBranding: vi.fn(() => Promise.resolve()),
  toast: vi.fn(),
}));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#sync/requests/api-request.ts', async (original) => ({
  ...(await original<object>()),
  sendRequest: (...call: Parameters<CatalogServer['ask']>) => mockState.provider.ask(...call),
}));
vi.mock('#sync/catalogs/catalog-cache.ts', () => mockState);
vi.mock('#sync/administration/clinic/branding.ts', () => mockState);
vi.mock('#ui/notices/toast.ts', () => mockState);
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve(mockState.link),
}));
vi.mock('#sync/outbox/outbox.ts', () => ({ requestDrain: () => undefined }));
vi.mock('#storage/cache/catalog-filters.ts', async () => {
  const { defaultCatalogFilters: allRows } = await import('#domain/catalog/filters.ts');
  return { readCatalogFilters: () => Promise.resolve(allRows), saveCatalogFilters: () => Promise.resolve() };
});
vi.mock('#sync/catalogs/catalog-source.ts', () => ({
  createCatalogSource: () => {
    const row = { id: COMPANY_ID, name: 'Flores del Páramo', aside: 'FLO' };
    return {
      source: 'companies',
      search: () => Promise.resolve([row, { id: OTHER_ROW_ID, name: 'Flores Páramo', aside: '' }]),
      find: () => Promise.resolve(row),
      fits: () => true,
    };
  },
}));

const proposed = companyRow({
  id: OTHER_ROW_ID,
  code: 'PROP-888888888888',
  name: 'Flores Páramo',
  billing_name: null,
  is_proposed: true,
  proposed_nit: '900373913-1',
  revision: 1,
});

beforeEach(() => {
  vi.clearAllMocks();
  mockState.link = { name: 'up', since: 0 };
  mockState.provider = new CatalogServer();
  mockState.provider.on('listCompanies', okResponse(createListPage([companyRow(), proposed])));
  mockState.provider.on('listProposedCompanies', okResponse({ items: [proposed], total_count: 1 }));
  mockState.provider.on('catalogOverview', okResponse({ companies: { total: 2, active: 2 } }));
});

const renderPage = () =>
  renderReadScreen(
    <CatalogsPage account={createAccount(['manage_catalogs'])} />,
    '/admin/catalogs/*',
    '/admin/catalogs/companies',
  );
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const openDialog = async (button: string, title: string) => {
  await press(button);
  return within(await screen.findByRole('dialog', { name: title }));
};
const openConfirmation = () => openDialog('Confirmar Flores Páramo', 'Confirmar empresa');
const openMerge = () => openDialog('Unir Flores Páramo con otra empresa', 'Unir «Flores Páramo»');

describe('P10.428 proposed companies above the list', () => {
  it('P10.428 the page counts the proposals and marks them in the list', async () => {
    renderPage();
    expect(await screen.findByRole('heading', { name: '1 empresa propuesta' })).toBeTruthy();
    expect(screen.getByText('NIT 900373913-1')).toBeTruthy();
    expect(await screen.findByText('PROP-888888888888 · Propuesta')).toBeTruthy();
  });

  it('P10.428 confirming sends the corrected values with the revision and refreshes the device', async () => {
    mockState.provider.on('confirmCompany', okResponse(companyRow({ id: OTHER_ROW_ID })));
    renderPage();
    const dialog = await openConfirmation();
    const code = dialog.getByLabelText<HTMLInputElement>('Código');
    expect(code.value).toBe('900373913-1');
    expect(dialog.getByText(/sería 4\. Revísalo/)).toBeTruthy();
    await userEvent.clear(code);
    await enterText(code, '900373913-4');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirmar empresa' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(mockState.provider.last('confirmCompany')).toEqual({
      params: { id: OTHER_ROW_ID },
      headers: { 'if-match': '"r1"' },
      body: {
        code: '900373913-4',
        name: 'Flores Páramo',
        billing_name: null,
        city: null,
        contact_email: null,
      },
    });
    expect(mockState.toast).toHaveBeenCalledWith('ok', 'Empresa confirmada.');
    expect(mockState.refreshCatalog).toHaveBeenCalledWith('companies');
  });

  it('P10.428 a rejected code shows at its field and keeps the typed data', async () => {
    const message = 'Este NIT ya es de «Flores del Páramo».';
    mockState.provider.on('confirmCompany', rejectedResponse(409, message, [{ field: 'code', message }]));
    renderPage();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole('button', { name: 'Confirmar empresa' }));
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Código').value).toBe('900373913-1');
  });

  it('P10.428 merging requires another company and names it afterwards', async () => {
    mockState.provider.on('mergeCompany', okResponse(companyRow()));
    renderPage();
    const dialog = await openMerge();
    await userEvent.click(dialog.getByRole('button', { name: 'Unir empresas' }));
    expect(await dialog.findByText('Elige la empresa con la que se une.')).toBeTruthy();
    await enterText(dialog.getByRole('combobox', { name: 'Empresa del catálogo' }), 'flores{Enter}');
    await userEvent.click(dialog.getByRole('button', { name: 'Unir empresas' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(mockState.provider.last('mergeCompany')).toEqual({
      params: { id: OTHER_ROW_ID },
      body: { into: COMPANY_ID },
    });
    expect(mockState.toast).toHaveBeenCalledWith('ok', 'Empresa unida con Flores del Páramo.');
  });

  it('P10.428 a rejected merge shows its reason in the dialog', async () => {
    const message = 'La empresa está inactiva. Elige otra.';
    mockState.provider.on('mergeCompany', rejectedResponse(400, '', [{ field: 'into', message }]));
    renderPage();
    const dialog = await openMerge();
    await enterText(dialog.getByRole('combobox', { name: 'Empresa del catálogo' }), 'flores{Enter}');
    await userEvent.click(dialog.getByRole('button', { name: 'Unir empresas' }));
    expect(await dialog.findByText(message)).toBeTruthy();
  });
});

describe('P10.428 decisions of several administrators', () => {
  it('P10.428 after a conflict the next confirmation sends the current revision, and the list is read again', async () => {
    mockState.provider.on('confirmCompany', rejectedResponse(412, ''));
    mockState.provider.on('getCompany', okResponse({ ...proposed, revision: 2 }));
    renderPage();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole('button', { name: 'Confirmar empresa' }));
    await waitFor(() => expect(mockState.provider.last('getCompany')).toBeTruthy());
    const merged = 'Esta empresa se unió con otra.';
    const problem = [{ field: 'is_proposed', message: merged }];
    mockState.provider.on('confirmCompany', rejectedResponse(400, merged, problem));
    mockState.provider.on('listProposedCompanies', okResponse({ items: [], total_count: 0 }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Confirmar empresa' }));
    await waitFor(() =>
      expect(mockState.provider.last('confirmCompany')).toMatchObject({ headers: { 'if-match': '"r2"' } }),
    );
    expect(await dialog.findByText(merged)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('NIT 900373913-1')).toBeNull());
  });

  it('P10.428 the page states how many proposals there are, and which of them are inactive', async () => {
    const items = [{ ...proposed, is_active: false }];
    mockState.provider.on('listProposedCompanies', okResponse({ items, total_count: 150 }));
    renderPage();
    expect(await screen.findByRole('heading', { name: '150 empresas propuestas' })).toBeTruthy();
    expect(screen.getByText('Aquí están las primeras 1.')).toBeTruthy();
    expect(screen.getByText(/Inactiva: recepción no la encuentra/)).toBeTruthy();
  });
});

describe('P10.429 server without proposals', () => {
  it.each([
    ['that lacks the call', CALL_UNKNOWN_CODE, false],
    ['that fails', null, true],
  ])(
    'P10.429 for a server %s the page reports a failure only if there is one',
    async (_which, code, fails) => {
      mockState.provider.on('listProposedCompanies', {
        type: 'error',
        refusal: { status: 404, code, message: '', details: [] },
        retryAfter: null,
      });
      renderPage();
      await screen.findByText('Flores del Páramo');
      const failure = () => screen.queryByText(/No se pudieron leer las empresas propuestas/);
      if (fails) await waitFor(() => expect(failure()).toBeTruthy());
      else await waitFor(() => expect(failure()).toBeNull());
      expect(screen.queryByText(/empresas? propuestas?$/)).toBeNull();
    },
  );
});
