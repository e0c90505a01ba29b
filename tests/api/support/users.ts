import { CreatedUser, ResetLink } from '#contract/users.ts';
import { type Caller, type Reply, answerOf } from './provider.ts';

let count = 0;
/** An address that nobody has had before. */
export const nextEmail = (): string => `nueva${(count += 1)}@prueba.demo`;

export const postUser = (admin: Caller, fields: object = {}): Promise<Reply> =>
  admin.post('/admin/users', { json: { email: nextEmail(), display_name: 'Nueva Persona', ...fields } });

export const createUser = async (admin: Caller, fields: object = {}): Promise<CreatedUser> =>
  answerOf(CreatedUser, await postUser(admin, fields));

export const setStatus = (admin: Caller, id: string, status: string, headers = {}, reason?: string) =>
  admin.send('PATCH', `/admin/users/${id}/status`, { json: { status, reason }, headers });
export const setPermissions = (admin: Caller, id: string, actions: readonly string[], headers = {}) =>
  admin.send('PUT', `/admin/users/${id}/permissions`, { json: { actions }, headers });
export const setBranch = (admin: Caller, id: string, branch_id: string | null, headers = {}) =>
  admin.send('PUT', `/admin/users/${id}/branch`, { json: { branch_id }, headers });
export const postResetLink = (admin: Caller, id: string): Promise<Reply> =>
  admin.post(`/admin/users/${id}/reset-password`);

/** The token that the administrator is told. */
export const resetToken = async (admin: Caller, id: string): Promise<string> =>
  answerOf(ResetLink, await postResetLink(admin, id)).reset_token;

export const completeReset = (caller: Caller, token: string, new_password: string): Promise<Reply> =>
  caller.post('/auth/password-reset/complete', { json: { token, new_password } });
