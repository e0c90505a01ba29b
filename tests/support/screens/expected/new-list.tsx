// The page of a new list with a simulated server. Import this file before the screens' modules, because it mocks modules that
// they import.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { ImportedColumns, RosterColumns } from '#contract/records/roster-columns.ts';
import type { ConnectionState } from '#domain/connection-state.ts';
import { NewListPage } from '#features/expected-lists/new-list/new-list-page.tsx';
import { enterText } from '../rendering/enter-text.ts';
import { createAccount, renderReadScreen } from '../rendering/render-read-screen.tsx';

export const TYPE_ID = '11111111-1111-4111-8111-111111111111';
export const COMPANY_ID = '33333333-3333-4333-8333-333333333333';
const mocks = vi.hoisted(() => ({
  checkExpectedPeople: vi.fn<(body: unknown) => Promise<unknown>>(),
  createExpectedList:
    vi.fn<
      (
        body: { id: string; people: unknown[]; imported_columns?: ImportedColumns },
        branchId: string | null,
      ) => Promise<unknown>
    >(),
  fetchRememberedColumns: vi.fn<(companyId: string, titles: string) => Promise<RosterColumns | null>>(),
  toast: vi.fn(),
  link: { name: 'up', since: 0 } as ConnectionState,
}));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('../rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve(mocks.link),
}));
vi.mock('#storage/cache/catalogs.ts', async (original) => ({
  ...(await original<object>()),
  loadCatalogRows: () => Promise.resolve([{ id: TYPE_ID, name: 'Ingreso', code: 'ING', active: true }]),
}));
vi.mock('#storage/cache/additional-fields.ts', () => ({
  listActiveAdditionalFields: () => Promise.resolve([]),
}));
vi.mock('#sync/catalogs/catalog-source.ts', () => {
  const createSource = (id: string, name: string) => ({
    source: name,
    search: () => Promise.resolve([{ id, name, aside: '' }]),
    find: () => Promise.resolve({ id, name, aside: '' }),
    fits: () => true,
  });
  return {
    createCatalogSource: () => createSource(TYPE_ID, 'Ingreso'),
    createCompanyFilterSource: () => createSource(COMPANY_ID, 'Flores Demo'),
  };
});
vi.mock('#sync/expected/expected-lists.ts', () => ({
  checkExpectedPeople: mocks.checkExpectedPeople,
  createExpectedList: mocks.createExpectedList,
}));
vi.mock('#sync/expected/remembered-columns.ts', async (original) => ({
  ...(await original<object>()),
  fetchRememberedColumns: mocks.fetchRememberedColumns,
}));
vi.mock('#features/expected-lists/import/run-import.ts', async () => {
  const { doImportWork } = await import('#features/expected-lists/import/work.ts');
  return {
    runImport: (
      request: Parameters<typeof doImportWork>[0],
      { onProgress }: { onProgress: (n: number) => void },
    ) => doImportWork(request, onProgress),
  };
});
vi.mock('#ui/notices/toast.ts', () => ({ toast: mocks.toast, hideToast: () => undefined }));

export { mocks as newListMocks };

/** Titles of the columns of all files that the tests bring. */
const TITLES = 'Cédula;Nombres;Apellidos;Fecha de nacimiento';
export const renderNewList = () =>
  renderReadScreen(<NewListPage account={createAccount(['register_patients'])} />, '/expected/new');
export const getButton = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

export async function chooseFile(file: File) {
  const input = await screen.findByLabelText<HTMLInputElement>('Elegir archivo', { selector: 'input' });
  await userEvent.upload(input, file);
}

export async function bringFile(...lines: string[]) {
  await chooseFile(new File([[TITLES, ...lines].join('\r\n')], 'lista.csv'));
  await screen.findByRole('list', { name: 'Columnas del archivo' });
}

export async function correctCell(cell: Element, text: string) {
  await userEvent.clear(cell);
  await enterText(cell, `${text}{Enter}`);
}

export async function chooseCompanyAndDay() {
  await userEvent.click(screen.getByRole('combobox', { name: 'Empresa' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Flores Demo' }));
  await enterText(screen.getByLabelText(/^Día/), '2026-12-01');
}

export const checkPeople = async () => {
  await waitFor(() => expect(getButton('Revisar antes de importar').disabled).toBe(false));
  await userEvent.click(getButton('Revisar antes de importar'));
};

const savedList = (people: readonly unknown[]) => ({
  type: 'saved',
  etag: null,
  body: {
    id: '44444444-4444-4444-8444-444444444444',
    counts: { expected: people.length, arrived: 0, registered: 0, no_show: 0, cancelled: 0 },
  },
});

/** Simulates a server that knows none of the people and no columns, and stores each list. */
export function resetNewListMocks(): void {
  vi.clearAllMocks();
  mocks.link = { name: 'up', since: 0 };
  mocks.checkExpectedPeople.mockResolvedValue([]);
  mocks.fetchRememberedColumns.mockResolvedValue(null);
  mocks.createExpectedList.mockImplementation(({ people }) => Promise.resolve(savedList(people)));
}
