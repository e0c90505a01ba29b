import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { TEST_USERS, type TestUserName, emailOf } from '../support/clinic.ts';
import { holdLocks, countStatementsWaitingForLock } from '../support/locks.ts';
import {
  type Caller,
  type Server,
  type Reply,
  errorCodeOf,
  rejectionOf,
  startServer,
  statusesOf,
} from '../support/server.ts';
import {
  fetchSessionStatusCode,
  putUserBranch,
  putUserDoctor,
  putUserPermissions,
  patchUserStatus,
} from '../support/users.ts';

describe('P10.16 last administrator', () => {
  let clinic: Server;
  beforeAll(async () => {
    clinic = await startServer('lockout');
  });
  afterAll(() => clinic.stop());
  const given = Object.entries(TEST_USERS).flatMap(([name, { permissions }]) =>
    permissions.map((permission) => [name, permission] as const),
  );
  beforeEach(async () => {
    const { pool } = clinic.database;
    await pool.query('truncate user_permissions, attempts');
    await pool.query(
      'insert into user_permissions (user_id, permission) select * from unnest($1::uuid[], $2::text[])',
      [given.map(([name]) => idOf(name as TestUserName)), given.map(([, permission]) => permission)],
    );
    await pool.query(`update users set status = 'active' where id = any($1)`, [
      [idOf('admin'), idOf('global')],
    ]);
  });
  const idOf = (name: TestUserName) => clinic.clinic.users[name];
  const permissionsWithoutUsers = (name: TestUserName) =>
    TEST_USERS[name].permissions.filter((code) => code !== 'user_management');
  const administratorEmails = async () =>
    (
      await clinic.database.pool.query<{ email: string }>(
        `select email from users join user_permissions on user_id = id
         where permission = 'user_management' and status = 'active' order by email`,
      )
    ).rows.map(({ email }) => email);

  it('administrators cannot suspend their own account or remove their own user_management permission', async () => {
    const own = await clinic.signIn('admin');
    const suspended = await patchUserStatus(own, idOf('admin'), 'suspended');
    expect(rejectionOf(suspended)).toEqual([409, 'self_lockout']);
    expect(suspended.json()).toMatchObject({ message: 'No puedes suspender tu propia cuenta.' });
    expect(
      rejectionOf(await putUserPermissions(own, idOf('admin'), permissionsWithoutUsers('admin'))),
    ).toEqual([409, 'self_lockout']);
    expect((await putUserPermissions(own, idOf('admin'), PERMISSIONS)).statusCode).toBe(200);
    expect(await fetchSessionStatusCode(own)).toBe(200);
  });

  it('an administrator may remove the permission of another administrator', async () => {
    expect((await putUserPermissions(await clinic.signIn('admin'), idOf('global'), [])).statusCode).toBe(200);
    expect(rejectionOf(await (await clinic.signIn('global')).get('/admin/users'))).toEqual([
      403,
      'forbidden',
    ]);
  });

  const attacks: [string, (own: Caller, other: TestUserName) => Promise<Reply>][] = [
    ['demote', (own, other) => putUserPermissions(own, idOf(other), permissionsWithoutUsers(other))],
    ['suspend', (own, other) => patchUserStatus(own, idOf(other), 'suspended')],
  ];

  /**
   * Sends the calls one after another and holds each by a lock after its permission check. After unlocking, the calls run in
   * the order in which they were sent.
   */
  async function runBothAtOnce(calls: (() => Promise<Reply>)[]): Promise<Reply[]> {
    const release = await holdLocks(clinic, 'select pg_advisory_xact_lock(727007)');
    const replies: Promise<Reply>[] = [];
    for (const call of calls) {
      replies.push(call());
      await expect.poll(() => countStatementsWaitingForLock(clinic)).toBe(replies.length);
    }
    await release();
    return Promise.all(replies);
  }

  it.each(attacks)(
    'when two administrators %s each other at the same time, the server rejects the later call, so that one administrator remains',
    async (_name, attack) => {
      const [first, second] = [await clinic.signIn('admin'), await clinic.signIn('global')];
      const replies = await runBothAtOnce([() => attack(first, 'global'), () => attack(second, 'admin')]);
      expect(statusesOf(replies)).toEqual([200, 409]);
      const refused = replies.find(({ statusCode }) => statusCode === 409);
      expect(refused && errorCodeOf(refused)).toBe('last_administrator');
      const left = replies[0]?.statusCode === 200 ? 'admin' : 'global';
      expect(await administratorEmails()).toEqual([emailOf(left)]);
    },
  );

  it('the server rejects a change by an administrator who has just lost user_management, even when other administrators remain', async () => {
    await putUserPermissions(await clinic.signIn('admin'), idOf('doctor'), ['user_management']);
    const [first, second] = [await clinic.signIn('admin'), await clinic.signIn('global')];
    const replies = await runBothAtOnce([
      () => putUserPermissions(first, idOf('global'), []),
      () => putUserPermissions(second, idOf('admin'), []),
    ]);
    const refused = replies.find(({ statusCode }) => statusCode !== 200);
    expect(refused && rejectionOf(refused)).toEqual([403, 'forbidden']);
    expect(await administratorEmails()).toHaveLength(2);
  });

  it.each<[what: string, act: (own: Caller) => Promise<Reply>]>([
    ['gives the right to another', (own) => putUserPermissions(own, idOf('doctor'), ['user_management'])],
    [
      'makes a user who has it',
      (own) =>
        own.post('/admin/users', {
          json: {
            email: 'complice@prueba.demo',
            display_name: 'Otra Persona',
            status: 'invited',
            actions: ['user_management'],
          },
        }),
    ],
    ['makes a link for another', (own) => own.post(`/admin/users/${idOf('doctor')}/reset-password`)],
    ['takes the branch from another', (own) => putUserBranch(own, idOf('doctor'), null)],
    ['says which doctor another is', (own) => putUserDoctor(own, idOf('doctor'), null)],
  ])(
    'the server rejects a call of an administrator who has just lost the permission user_management: %s',
    async (_what, act) => {
      const [first, second] = [await clinic.signIn('admin'), await clinic.signIn('global')];
      const [taken, refused] = await runBothAtOnce([
        () => putUserPermissions(first, idOf('global'), []),
        () => act(second),
      ]);
      expect(taken?.statusCode).toBe(200);
      expect(refused && rejectionOf(refused)).toEqual([403, 'forbidden']);
      expect(await administratorEmails()).toHaveLength(1);
    },
  );
});
