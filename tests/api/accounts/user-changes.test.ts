import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Session } from '#contract/records/people/auth.ts';
import { User } from '#contract/records/people/users.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { PASSWORD } from '../support/clinic.ts';
import {
  type Caller,
  type Server,
  type Reply,
  responseOf,
  fieldProblemsOf,
  rejectionOf,
  startServer,
  statusesOf,
} from '../support/server.ts';
import {
  addActiveUser,
  completeReset,
  createUser,
  fetchSessionStatusCode,
  postResetLink,
  createResetToken,
  putUserBranch,
  putUserPermissions,
  patchUserStatus,
  suspendUserWithReason,
  WIDE_SIGN_IN_LIMITS,
} from '../support/users.ts';

let server: Server;
/** Administrator with an active branch. The tests have a second administrator, in global mode. */
let admin: Caller;
let globalAdministrator: Caller;
beforeAll(async () => {
  server = await startServer('user_changes', { signInLimits: WIDE_SIGN_IN_LIMITS });
  admin = await server.as('admin');
  globalAdministrator = await server.as('global');
});
afterAll(() => server.stop());

const NOT_FOUND_REJECTION = [404, 'not_found'];
const etagOfReply = (reply: Reply) => String(reply.headers['etag']);
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

const addTestUser = (fields?: object) => addActiveUser(server, fields);

describe('PATCH /admin/users/{id}/status', () => {
  it("P4.17 P7.39 a suspension ends the user's sessions; the reason is stored with the user, not in the log", async () => {
    const { id, session } = await addTestUser();
    let reply: Reply | undefined;
    const lines = await collectNewLogEntries(server, async () => {
      reply = await suspendUserWithReason(admin, id, ' Dejó la clínica ');
    });
    expect(reply?.json()).toMatchObject({
      id,
      status: 'suspended',
      status_reason: 'Dejó la clínica',
      revision: 3,
    });
    expect(lines).toEqual([
      ['user_status_changed', 'done', { user_id: id, from: 'active', to: 'suspended' }],
    ]);
    expect(await fetchSessionStatusCode(session)).toBe(401);
    await patchUserStatus(admin, id, 'active');
    expect(await fetchSessionStatusCode(session)).toBe(401);
  });

  it('P7.39 an administrator activates a suspended or invited user, and the reason of the suspension is removed', async () => {
    const { id } = await addTestUser();
    await suspendUserWithReason(admin, id, 'x');
    expect((await patchUserStatus(admin, id, 'active')).json()).toMatchObject({
      status: 'active',
      status_reason: null,
    });
    const invited = await createUser(admin);
    expect((await patchUserStatus(admin, invited.id, 'active')).json()).toMatchObject({
      status: 'active',
      revision: 2,
    });
    // The link of the invitation can still be used to set a password.
    expect((await completeReset(server.anonymous, invited.invite_token ?? '', PASSWORD)).statusCode).toBe(
      200,
    );
  });

  it('P7.39 the server rejects a status that the user already has, and the suspension of a user who is not active', async () => {
    const { id } = await addTestUser();
    expect((await patchUserStatus(admin, id, 'invited')).statusCode).toBe(400);
    expect(fieldProblemsOf(await suspendUserWithReason(admin, id, 'x'.repeat(501)))).toEqual({
      reason: 'Máximo 500 caracteres.',
    });
    expect(rejectionOf(await patchUserStatus(admin, id, 'active'))).toEqual([409, 'status_unchanged']);
    await patchUserStatus(admin, id, 'suspended');
    expect(rejectionOf(await patchUserStatus(admin, id, 'suspended'))).toEqual([409, 'status_unchanged']);
    expect(rejectionOf(await postResetLink(admin, id)), 'P7.42').toEqual([403, 'account_inactive']);
    expect(rejectionOf(await patchUserStatus(admin, (await createUser(admin)).id, 'suspended'))).toEqual([
      409,
      'status_unchanged',
    ]);
  });

  it('P7.39 when two administrators suspend a user at once, the server accepts one request', async () => {
    const { id } = await addTestUser();
    const replies = await Promise.all([
      patchUserStatus(admin, id, 'suspended'),
      patchUserStatus(globalAdministrator, id, 'suspended'),
    ]);
    expect(statusesOf(replies)).toEqual([200, 409]);
  });
});

describe('P7.40 PUT /admin/users/{id}/permissions', () => {
  it("P7.40 setting permissions replaces all of the user's permissions and applies to an open session at its next request", async () => {
    const { id, session } = await addTestUser();
    const reply = await putUserPermissions(admin, id, ['view_dashboard', 'manage_catalogs']);
    expect(responseOf(User, reply)).toMatchObject({
      actions: ['manage_catalogs', 'view_dashboard'],
      revision: 3,
    });
    expect(responseOf(Session, await session.get('/auth/me')).actions).toEqual([
      'manage_catalogs',
      'view_dashboard',
    ]);
    expect(
      (await session.get('/patients/search?identification_type=CC&identification_number=1')).statusCode,
    ).toBe(403);
    expect(responseOf(User, await putUserPermissions(admin, id, [])).actions).toEqual([]);
  });

  it('a change of permissions is logged; setting the same permissions logs nothing', async () => {
    const { id } = await addTestUser();
    const to = ['register_patients', 'view_dashboard'];
    expect(
      await collectNewLogEntries(server, () => putUserPermissions(admin, id, [...to].reverse())),
    ).toEqual([['user_permissions_changed', 'done', { user_id: id, from: ['register_patients'], to }]]);
    expect(await collectNewLogEntries(server, () => putUserPermissions(admin, id, to))).toEqual([]);
  });

  it('the server rejects unknown permissions, and stores a repeated permission once', async () => {
    const { id } = await addTestUser();
    for (const actions of [['root'], ['register_patients', 'x'], 'x'])
      expect(rejectionOf(await putUserPermissions(admin, id, actions as string[]))).toEqual([
        400,
        'validation_failed',
      ]);
    const reply = await putUserPermissions(admin, id, ['view_dashboard', 'view_dashboard']);
    expect(responseOf(User, reply).actions).toEqual(['view_dashboard']);
  });
});

describe('P7.41 PUT /admin/users/{id}/branch', () => {
  it("P7.41 an administrator in global mode moves a user to a branch or to none; the user's open session follows", async () => {
    const { bogota, medellin } = server.clinic.branches;
    const { id, session } = await addTestUser({ branch_id: bogota });
    const activeBranchId = async () => responseOf(Session, await session.get('/auth/me')).branch_id;
    expect(
      responseOf(User, await putUserBranch(globalAdministrator, id, medellin.toUpperCase())).branch_id,
    ).toBe(medellin);
    expect(await activeBranchId()).toBe(medellin);
    expect(responseOf(User, await putUserBranch(globalAdministrator, id, null)).branch_id).toBeNull();
    expect(await activeBranchId()).toBeNull();
  });

  it("P6.3 the server rejects a change of a user's branch while the administrator's session has an active branch", async () => {
    const { id } = await addTestUser();
    const session = await server.signIn('admin');
    const { bogota } = server.clinic.branches;
    expect(rejectionOf(await putUserBranch(session, id, bogota))).toEqual([403, 'branch_forbidden']);
    expect(rejectionOf(await putUserBranch(session, id, null))).toEqual([403, 'branch_forbidden']);
    await session.send('PUT', '/me/branch/active', { json: { branch_id: null } });
    expect((await putUserBranch(session, id, bogota)).statusCode).toBe(200);
  });

  it('the server rejects an unknown or inactive branch for a user', async () => {
    const { id } = await addTestUser();
    for (const branch of [server.clinic.branches.closed, UNKNOWN_ID])
      expect(fieldProblemsOf(await putUserBranch(globalAdministrator, id, branch))).toEqual({
        branch_id: 'La sede seleccionada ya no está disponible.',
      });
  });

  it("a change of a user's branch is logged; setting the same branch logs nothing", async () => {
    const { bogota, medellin } = server.clinic.branches;
    const { id } = await addTestUser({ branch_id: bogota });
    expect(
      await collectNewLogEntries(server, () => putUserBranch(globalAdministrator, id, medellin)),
    ).toEqual([['user_branch_changed', 'done', { user_id: id, from: bogota, to: medellin }]]);
    expect(
      await collectNewLogEntries(server, () => putUserBranch(globalAdministrator, id, medellin)),
    ).toEqual([]);
    expect(await collectNewLogEntries(server, () => putUserBranch(globalAdministrator, id, null))).toEqual([
      ['user_branch_changed', 'done', { user_id: id, from: medellin, to: 'none' }],
    ]);
  });
});

describe('P7.42 POST /admin/users/{id}/reset-password', () => {
  it('P7.42 an administrator makes a reset link for an active user, whose password stays valid until the link is used', async () => {
    const { id, session } = await addTestUser();
    expect(await collectNewLogEntries(server, () => createResetToken(admin, id))).toEqual([
      ['reset_link_made', 'done', { user_id: id, purpose: 'password_reset' }],
    ]);
    expect(await fetchSessionStatusCode(session)).toBe(200);
  });

  it('an administrator makes a new invitation for an invited user, which makes the first invitation invalid', async () => {
    const { id, invite_token } = await createUser(admin);
    const token = await createResetToken(admin, id);
    expect(rejectionOf(await completeReset(server.anonymous, invite_token ?? '', PASSWORD))).toEqual([
      400,
      'token_invalid',
    ]);
    expect((await completeReset(server.anonymous, token, PASSWORD)).statusCode).toBe(200);
  });
});

describe('P7.39 changes of an unknown user', () => {
  it.each([
    ['status', () => patchUserStatus(admin, UNKNOWN_ID, 'suspended')],
    ['permissions', () => putUserPermissions(admin, UNKNOWN_ID, [])],
    ['branch', () => putUserBranch(globalAdministrator, UNKNOWN_ID, null)],
    ['reset-password', () => postResetLink(admin, UNKNOWN_ID)],
  ])('the server responds 404 to the call %s for an unknown user', async (_tail, call) => {
    expect(rejectionOf(await call())).toEqual(NOT_FOUND_REJECTION);
  });
});

describe('P10.5 If-Match when two administrators change one user', () => {
  const changes: [string, (id: string, headers: object) => Promise<Reply>][] = [
    ['status', (id, headers) => patchUserStatus(admin, id, 'suspended', headers)],
    ['permissions', (id, headers) => putUserPermissions(admin, id, ['view_dashboard'], headers)],
    [
      'branch',
      (id, headers) => putUserBranch(globalAdministrator, id, server.clinic.branches.medellin, headers),
    ],
  ];

  it.each(changes)(
    'the server rejects a change of %s with an earlier revision of the user, and accepts one with the current revision',
    async (_name, change) => {
      const { id } = await addTestUser();
      await putUserPermissions(admin, id, ['manage_catalogs']);
      const lines = await collectNewLogEntries(server, async () => {
        const reply = await change(id, { 'if-match': '"r2"' });
        expect(rejectionOf(reply)).toEqual([412, 'precondition_failed']);
      });
      const { rows } = await server.database.pool.query('select revision, status from users where id = $1', [
        id,
      ]);
      expect([lines, rows]).toEqual([[], [{ revision: 3, status: 'active' }]]);
      const reply = await change(id, { 'if-match': '"r3"' });
      expect([reply.statusCode, etagOfReply(reply)]).toEqual([200, '"r4"']);
      expect(responseOf(User, reply).revision).toBe(4);
    },
  );

  it.each(changes.slice(1))(
    "when a change of %s is repeated because its response was lost, the server returns the user's current data",
    async (_name, change) => {
      const { id } = await addTestUser();
      const first = responseOf(User, await change(id, { 'if-match': '"r2"' }));
      const lines = await collectNewLogEntries(server, async () => {
        const again = await change(id, { 'if-match': '"r2"' });
        expect(responseOf(User, again)).toEqual(first);
      });
      expect(lines).toEqual([]);
    },
  );

  it('a sign-in creates no new revision of the user', async () => {
    const user = await createUser(admin);
    await completeReset(server.anonymous, user.invite_token ?? '', PASSWORD);
    await server.anonymous.post('/auth/login', { json: { email: user.email, password: PASSWORD } });
    expect((await putUserPermissions(admin, user.id, [], { 'if-match': '"r2"' })).statusCode).toBe(200);
  });
});

describe('P10.12 log entry `branch_switched`', () => {
  it('a change of the active branch is logged; choosing the same branch again is not', async () => {
    const { bogota, medellin } = server.clinic.branches;
    const session = await server.signIn('admin');
    const activate = (branch_id: string | null) =>
      session.send('PUT', '/me/branch/active', { json: { branch_id } });
    expect(
      await collectNewLogEntries(server, async () => {
        await activate(medellin);
        await activate(medellin);
        await activate(null);
        await activate(UNKNOWN_ID);
      }),
    ).toEqual([
      ['branch_switched', 'done', { from: bogota, to: medellin }],
      ['branch_switched', 'done', { from: medellin, to: 'none' }],
    ]);
  });
});
