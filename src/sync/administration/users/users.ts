import type { Branch } from '#contract/catalogs/branches.ts';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import type {
  CreateUserBody,
  CreatedUser,
  User,
  UserList,
  UserStatusBody,
} from '#contract/records/people/users.ts';
import type { Permission, UserStatus } from '#contract/vocabulary.ts';
import { sendRequest, toResponseError } from '../../requests/api-request.ts';
import { toListQuery } from '../../api/list-query.ts';
import { findRowInPages } from '../../api/pages.ts';
import { createIfMatchHeader, saveResultOf, type SaveResult } from '../../requests/saving.ts';

export interface UserFilters {
  readonly q: string;
  readonly status: UserStatus | 'all';
  readonly direction: 'asc' | 'desc';
}

async function fetchUserPage(query: Parameters<typeof sendRequest>[1]): Promise<UserList> {
  const response = await sendRequest('listUsers', query);
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

/**
 * Returns one page of users, counted from 1. The device never stores users.
 * @throws Unreachable, Rejected
 */
export const fetchUsers = ({ q, status, direction }: UserFilters, page: number): Promise<UserList> =>
  fetchUserPage({
    query: {
      ...toListQuery({ search: q, page, sort: 'display_name', direction }),
      status: status === 'all' ? '' : status,
    },
  });

/**
 * Returns one user; null when the id is unknown. Searches the list in pages of a hundred, because the API has no call for a
 * single user (P7).
 * @throws Unreachable, Rejected
 */
export const fetchUser = (id: string): Promise<User | null> =>
  findRowInPages(id, (page) =>
    fetchUserPage({ query: toListQuery({ page, size: PAGE_SIZE_MAX, sort: 'display_name' }) }),
  );

export const createUser = async (body: CreateUserBody): Promise<SaveResult<CreatedUser>> =>
  saveResultOf(await sendRequest('createUser', { body }));

/**
 * Returns the parameters of a change, with the user's revision: the server rejects the change if the user was changed in the
 * meantime.
 */
const toUserChangeInput = (user: User) => ({ params: { id: user.id }, headers: createIfMatchHeader(user) });

export const setUserStatus = async (user: User, body: UserStatusBody): Promise<SaveResult<User>> =>
  saveResultOf(await sendRequest('setUserStatus', { ...toUserChangeInput(user), body }));

export const setUserPermissions = async (
  user: User,
  actions: readonly Permission[],
): Promise<SaveResult<User>> =>
  saveResultOf(await sendRequest('setUserPermissions', { ...toUserChangeInput(user), body: { actions } }));

export const setUserBranch = async (user: User, branchId: string | null): Promise<SaveResult<User>> =>
  saveResultOf(
    await sendRequest('setUserBranch', { ...toUserChangeInput(user), body: { branch_id: branchId } }),
  );

export const setUserDoctor = async (user: User, doctorId: string | null): Promise<SaveResult<User>> =>
  saveResultOf(
    await sendRequest('setUserDoctor', { ...toUserChangeInput(user), body: { doctor_id: doctorId } }),
  );

export async function createPasswordResetToken(user: User): Promise<SaveResult<string>> {
  const result = saveResultOf(await sendRequest('resetUserPassword', { params: { id: user.id } }));
  return result.type === 'saved' ? { ...result, body: result.body.reset_token } : result;
}

/**
 * Returns the names of branches by id, also of inactive branches.
 * @throws Unreachable, Rejected
 */
export async function fetchBranchNames(ids: readonly string[]): Promise<ReadonlyMap<Branch['id'], string>> {
  const response = await sendRequest('catalogOptions', {
    params: { resource: 'branches' },
    query: { ids: ids.join(','), include_inactive: true, limit: PAGE_SIZE_MAX },
  });
  if (response.type !== 'ok') throw toResponseError(response);
  return new Map(response.body.items.map(({ value, label }) => [value, label]));
}
