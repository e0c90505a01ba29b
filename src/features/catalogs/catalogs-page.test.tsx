import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Permission } from '#contract/vocabulary.ts';
import {
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
    find: () => Promise.resolve(null),
    fits: () => true,
  }),
}));

const BOTH_PERMISSIONS: Permission[] = ['manage_catalogs', 'user_management'];
const catalogTotals = {
  evaluation_types: { total: 9, active: 8 },
  companies: { total: 1200, active: 1100 },
  branches: { total: 5, active: 5 },
  exams: { total: 0, active: 0 },
  doctors: { total: 3, active: 2 },
  note_phrases: { total: 7, active: 6 },
  additional_fields: { total: 4, active: 3 },
};
const LIST_CALL_NAMES = [
  'listEvaluationTypes',
  'listCompanies',
  'listBranches',
  'listExams',
  'listDoctors',
] as const;
const renderCatalogsPage = (actions: Permission[], path: string) =>
  renderReadScreen(<CatalogsPage account={createAccount(actions)} />, '/admin/catalogs/*', path);
const shownAddress = () => screen.getByTestId('where').textContent;

beforeEach(() => {
  mockState.provider = new CatalogServer();
  mockState.provider.on('catalogOverview', okResponse(catalogTotals));
  for (const list of LIST_CALL_NAMES) mockState.provider.on(list, okResponse(createListPage([])));
});

describe('overview', () => {
  it('P2.45 P10.242 P10.357 the catalogue overview shows a card for each catalogue with the numbers of all rows and of active rows', async () => {
    renderCatalogsPage(BOTH_PERMISSIONS, '/admin/catalogs');
    await screen.findByText('1.200');
    const cards = screen.getAllByRole('listitem').map((card) => card.textContent);
    expect(cards).toEqual([
      'Tipos de evaluaciónTotal9Activos8',
      'EmpresasTotal1.200Activas1.100',
      'SedesTotal5Activas5',
      'ExámenesTotal0Activos0',
      'MédicosTotal3Activos2',
      'FrasesTotal7Activas6',
      'Campos adicionalesTotal4Activos3',
    ]);
  });

  it('P10.242 the catalogue overview shows the card of the phrases without figures when the server does not count phrases', async () => {
    mockState.provider.on('catalogOverview', okResponse({ ...catalogTotals, note_phrases: undefined }));
    renderCatalogsPage(['manage_catalogs'], '/admin/catalogs');
    await screen.findByText('1.200');
    expect(screen.getByText('Frases', { selector: 'h2 a' }).closest('li')?.textContent).toBe(
      'FrasesTotal–Activas–',
    );
  });

  it.each([
    [
      ['manage_catalogs'],
      ['Tipos de evaluación', 'Empresas', 'Exámenes', 'Médicos', 'Frases', 'Campos adicionales'],
    ],
    [['user_management'], ['Sedes']],
  ] satisfies [Permission[], string[]][])(
    'P6.2 the catalogue overview shows a user with the permissions %j the catalogues %j',
    async (actions, titles) => {
      renderCatalogsPage(actions, '/admin/catalogs');
      await screen.findByRole('heading', { name: 'Catálogos' });
      expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(
        titles,
      );
      const nav = screen.getByRole('navigation', { name: 'Catálogos' });
      expect(
        within(nav)
          .getAllByRole('link')
          .map((link) => link.textContent),
      ).toEqual(['Resumen', ...titles]);
    },
  );

  it('P8.30 the catalogue overview shows an error and a retry button when the totals cannot be loaded', async () => {
    mockState.provider.on('catalogOverview', rejectedResponse(500));
    renderCatalogsPage(BOTH_PERMISSIONS, '/admin/catalogs');
    expect((await screen.findByRole('alert')).textContent).toContain('No se pudieron cargar los totales.');
    mockState.provider.on('catalogOverview', okResponse(catalogTotals));
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('1.200')).toBeTruthy();
  });
});

it.each(['phrases', 'additional-fields'])(
  'P10.375 the form of a new row of %s says that the server lacks the catalogue, and cannot be sent',
  async (route) => {
    mockState.provider.on(
      'catalogOverview',
      okResponse({ ...catalogTotals, note_phrases: undefined, additional_fields: undefined }),
    );
    renderCatalogsPage(BOTH_PERMISSIONS, `/admin/catalogs/${route}/new`);
    expect(await screen.findByText(/^El servidor no ofrece «(Frases|Campos adicionales)»\.$/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Crear' }).disabled).toBe(true);
  },
);

describe('P2 redirects and links between catalogues', () => {
  it.each([
    [['manage_catalogs'], '/branches', '/admin/catalogs/evaluation-types'],
    [['user_management'], '/doctors/1', '/admin/catalogs/branches'],
    [BOTH_PERMISSIONS, '/unknown', '/admin/catalogs'],
    [BOTH_PERMISSIONS, '/branches', '/admin/catalogs/branches'],
  ] satisfies [Permission[], string, string][])(
    'P2.15 P2.17 the page redirects a user with the permissions %j from %s to %s, and keeps query string and hash',
    async (actions, from, to) => {
      renderCatalogsPage(actions, `/admin/catalogs${from}?a=1#b`);
      await screen.findByRole('heading', { level: 1 });
      expect(shownAddress()).toBe(`${to}?a=1#b`);
    },
  );

  it('P2.17 the page redirects a user without a catalogue permission to the home screen', () => {
    renderCatalogsPage(['register_patients'], '/admin/catalogs/companies');
    expect(shownAddress()).toBe('/home');
    expect(mockState.provider.calls).toEqual([]);
  });

  it('P2.16 the links to another catalogue and to the form for a new row keep query string and hash', async () => {
    renderCatalogsPage(BOTH_PERMISSIONS, '/admin/catalogs/exams?a=1#b');
    await screen.findByRole('heading', { name: 'Exámenes' });
    await userEvent.click(screen.getByRole('link', { name: 'Médicos' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Nuevo médico' }));
    expect(shownAddress()).toBe('/admin/catalogs/doctors/new?a=1#b');
  });
});
