// The screens for users with simulated server responses. Import this file before the screens' modules, because it mocks modules
// that they import.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, vi } from 'vitest';
import type { User } from '#contract/records/people/users.ts';
import type { SaveResult } from '#sync/requests/saving.ts';
import { ANA_ID, BRANCH_ID } from '../device/device.ts';
import { createAccount } from './rendering/render-read-screen.tsx';

const mocks = vi.hoisted(() => ({
  fetchUsers: vi.fn(),
  fetchUser: vi.fn(),
  createUser: vi.fn(),
  setUserStatus: vi.fn(),
  setUserPermissions: vi.fn(),
  setUserBranch: vi.fn(),
  setUserDoctor: vi.fn(),
  createPasswordResetToken: vi.fn(),
  fetchBranchNames: vi.fn(),
  findActiveBranches: vi.fn(),
  toast: vi.fn(),
}));
vi.mock('#sync/administration/users/users.ts', () => mocks);
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('./rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve({ name: 'up' }),
}));
vi.mock('#sync/catalogs/catalog-source.ts', () => ({
  createCatalogSource: (resource: string) => ({
    source: resource,
    fits: () => true,
    search: () => Promise.resolve([DOCTOR_SEARCH_ROW]),
    find: () => Promise.resolve(DOCTOR_SEARCH_ROW),
  }),
}));
vi.mock('#sync/administration/clinic/branches.ts', () => ({ findActiveBranches: mocks.findActiveBranches }));
vi.mock('#ui/notices/toast.ts', () => ({ toast: mocks.toast }));

const DOCTOR_SEARCH_ROW = { id: 'd1', name: 'Dra. Ana Demo', aside: 'RM-1 · Laboral', recent: false };

export const userMocks = mocks;

export const SECOND_BRANCH_ID = '0195f3a0-0000-7000-8000-00000000000b';
export const createUserRow = (patch: Partial<User> = {}): User => ({
  id: '0195f3a0-0000-7000-8000-0000000000c1',
  email: 'zoe@clinica.test',
  display_name: 'Zoe Demo',
  status: 'active',
  branch_id: BRANCH_ID,
  last_login_at: null,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  actions: ['register_patients'],
  status_reason: null,
  revision: 3,
  ...patch,
});
export const createOwnUser = (patch: Partial<User> = {}) =>
  createUserRow({ id: ANA_ID, display_name: 'Ana', actions: ['user_management'], ...patch });
export const createUserListResponse = (items: readonly User[], total = items.length) => ({
  items,
  total_count: total,
  page: 1,
  page_size: 20,
});
export const globalAdmin = createAccount(['user_management'], { branchId: null });
export const branchAdmin = createAccount(['user_management']);

export const savedResult = <Body,>(body: Body): SaveResult<Body> => ({ type: 'saved', body, etag: null });
export const createRejectedResult = (
  status: number,
  code: string | null = null,
  message = '',
  details: { field: string; message: string }[] = [],
): SaveResult<never> => ({ type: 'refused', refusal: { status, code, message, details } });

export const getButton = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
export const clickButton = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
export const checkboxNamed = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
export async function chooseComboboxOption(label: string, option: string | RegExp) {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

beforeEach(() => {
  vi.resetAllMocks();
  mocks.fetchUsers.mockResolvedValue(createUserListResponse([createOwnUser(), createUserRow()]));
  mocks.fetchUser.mockResolvedValue(createUserRow());
  mocks.fetchBranchNames.mockResolvedValue(new Map([[BRANCH_ID, 'Sede Norte']]));
  mocks.findActiveBranches.mockResolvedValue({
    items: [
      { id: BRANCH_ID, name: 'Sede Norte' },
      { id: SECOND_BRANCH_ID, name: 'Sede Sur' },
    ],
    total: 2,
  });
});
