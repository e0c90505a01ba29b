import { CreatedUser, ResetLink } from '#contract/records/people/users.ts';
import type { SignInLimits } from '#server/platform/http/context/context.ts';
import { SIGN_IN_LIMITS } from '#server/platform/http/callers/sign-in-limit.ts';
import { PASSWORD } from './clinic.ts';
import { type Caller, type Server, type Reply, responseOf, createCaller, cookieOf } from './server.ts';

let userCount = 0;
export const nextEmail = (): string => `nueva${(userCount += 1)}@prueba.demo`;

export const postUser = (admin: Caller, fields: object = {}): Promise<Reply> =>
  admin.post('/admin/users', { json: { email: nextEmail(), display_name: 'Nueva Persona', ...fields } });

export const createUser = async (admin: Caller, fields: object = {}): Promise<CreatedUser> =>
  responseOf(CreatedUser, await postUser(admin, fields));

export const patchUserStatus = (admin: Caller, id: string, status: string, headers = {}) =>
  admin.send('PATCH', `/admin/users/${id}/status`, { json: { status }, headers });
export const suspendUserWithReason = (admin: Caller, id: string, reason: string) =>
  admin.send('PATCH', `/admin/users/${id}/status`, { json: { status: 'suspended', reason } });
export const putUserPermissions = (admin: Caller, id: string, actions: readonly string[], headers = {}) =>
  admin.send('PUT', `/admin/users/${id}/permissions`, { json: { actions }, headers });
export const putUserBranch = (admin: Caller, id: string, branch_id: string | null, headers = {}) =>
  admin.send('PUT', `/admin/users/${id}/branch`, { json: { branch_id }, headers });
export const putUserDoctor = (admin: Caller, id: string, doctor_id: string | null, headers = {}) =>
  admin.send('PUT', `/admin/users/${id}/doctor`, { json: { doctor_id }, headers });
export const postResetLink = (admin: Caller, id: string): Promise<Reply> =>
  admin.post(`/admin/users/${id}/reset-password`);

export const createResetToken = async (admin: Caller, id: string): Promise<string> =>
  responseOf(ResetLink, await postResetLink(admin, id)).reset_token;

export const completeReset = (browser: Caller, token: string, new_password: string): Promise<Reply> =>
  browser.post('/auth/password-reset/complete', { json: { token, new_password } });

export async function addActiveUser(server: Server, fields: object = {}) {
  const { id, email, invite_token } = await createUser(await server.as('admin'), {
    actions: ['register_patients'],
    ...fields,
  });
  const reply = await completeReset(server.anonymous, invite_token ?? '', PASSWORD);
  return { id, email, session: createCaller(server.app, cookieOf(reply)) };
}

export const fetchSessionStatusCode = async (session: Caller): Promise<number> =>
  (await session.get('/auth/me')).statusCode;

export const login = ({ anonymous }: Server, email: string, password: string): Promise<Reply> =>
  anonymous.post('/auth/login', { json: { email, password } });
export const signInByPassword = async (server: Server, email: string, password: string): Promise<Caller> =>
  createCaller(server.app, cookieOf(await login(server, email, password)));

/** Sign-in limits that the tests of one file do not reach, although all requests come from one address. */
export const WIDE_SIGN_IN_LIMITS: SignInLimits = {
  ...SIGN_IN_LIMITS,
  perAddress: 200,
  perClient: 1_000,
  perAccount: 200,
};
