// The pages of expected lists with a simulated server. Import this file before the screens' modules, because it mocks modules that
// they import.
import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import type {
  ExpectedList,
  ExpectedPerson,
  ExpectedPersonBody,
} from '#contract/records/evaluation/expected-lists.ts';
import type { Permission } from '#contract/vocabulary.ts';
import type { ConnectionState } from '#domain/connection-state.ts';
import { ListPage } from '#features/expected-lists/list/list-page.tsx';
import { createAccount, renderReadScreen } from '../rendering/render-read-screen.tsx';
import { LIST_ID } from './lists.ts';

interface PeopleFilter {
  readonly search: string;
  readonly state: string;
}

const mocks = vi.hoisted(() => ({
  fetchExpectedLists: vi.fn<(filter: unknown) => Promise<unknown>>(),
  fetchExpectedPeople: vi.fn<(id: string, filter: PeopleFilter) => Promise<unknown>>(),
  fetchExpectedPerson: vi.fn<(person: ExpectedPerson) => Promise<unknown>>(),
  addExpectedPerson: vi.fn<(id: string, body: { id: string }) => Promise<unknown>>(),
  replaceExpectedPerson: vi.fn<(person: ExpectedPerson, body: ExpectedPersonBody) => Promise<unknown>>(),
  setExpectedPersonState: vi.fn<(person: ExpectedPerson, body: unknown) => Promise<unknown>>(),
  settleRepetition: vi.fn<(id: string, body: unknown) => Promise<unknown>>(),
  cancelExpectedList: vi.fn<(id: string) => Promise<unknown>>(),
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
  loadCatalogRows: () => Promise.resolve([]),
  searchCatalog: () => Promise.resolve([]),
  findCatalogRow: () => Promise.resolve(null),
}));
vi.mock('#storage/cache/additional-fields.ts', () => ({
  listActiveAdditionalFields: () => Promise.resolve([]),
}));
vi.mock('#sync/expected/expected-lists.ts', () => mocks);
vi.mock('#ui/notices/toast.ts', () => ({ toast: mocks.toast, hideToast: () => undefined }));

export { mocks as listMocks };

export const SAVED = { type: 'saved', body: {}, etag: null };
export const createRefusal = (code: string, details: { field: string; message: string }[] = []) => ({
  type: 'refused',
  refusal: { status: 409, code, message: `Rechazado: ${code}`, details },
});
/** Returns the response with these people as the only page of the list. */
export const createPeoplePage = (list: ExpectedList, items: readonly ExpectedPerson[]) =>
  Promise.resolve({ items, total_count: items.length, page: 1, page_size: 100, list });

export const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const renderListPage = (query = '', actions: Permission[] = ['register_patients']) =>
  renderReadScreen(
    <ListPage account={createAccount(actions)} />,
    '/expected/:id',
    `/expected/${LIST_ID}${query}`,
  );

export function resetListMocks(): void {
  vi.clearAllMocks();
  mocks.link = { name: 'up', since: 0 };
  for (const change of [
    mocks.addExpectedPerson,
    mocks.replaceExpectedPerson,
    mocks.setExpectedPersonState,
    mocks.settleRepetition,
    mocks.cancelExpectedList,
  ])
    change.mockResolvedValue(SAVED);
}
