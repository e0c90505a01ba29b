import { type Route, routes } from '#contract/routes/routes.ts';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import type { BaseContractClient, Reply } from '../client.ts';
import { expect, verify, test } from '../fixtures.ts';
import { AUDIT_USERS, type AuditUserName } from '../people.ts';
import { pngFile } from '../records.ts';
import { expectRejection } from '../shape.ts';

const MISSING_RECORD_ID = '00000000-0000-4000-8000-000000000000';
const baseContractCalls = Object.values<Route>(routes).filter(({ ours }) => ours !== true);
const protectedCalls = baseContractCalls.filter(({ access }) => access !== 'public');
const writeCalls = baseContractCalls.filter(({ method }) => method !== 'GET');

/**
 * Sends the call with an empty body for a record that does not exist. The server checks the permission before body and record.
 */
async function sendEmptyCall(client: BaseContractClient, { method, path, body }: Route): Promise<Reply> {
  const address = path.replace(':resource', 'companies').replaceAll(/:\w+/g, MISSING_RECORD_ID);
  if (body === 'multipart') return client.upload(address, { file: await pngFile() });
  return client.call(address, body && method !== 'GET' ? { json: {} } : {}, method);
}

/**
 * Returns the call with this method and path, written as in the base contract.
 * @throws if no such call exists
 */
const findCall = (method: Route['method'], path: string): Route => {
  const found = baseContractCalls.find(
    (one) => one.method === method && one.path === path.replace(/\{(\w+)\}/g, ':$1'),
  );
  if (!found) throw new Error(`no such call: ${method} ${path}`);
  return found;
};

type CallKey = readonly [method: Route['method'], path: string];
const USER_CALLS = [
  ['GET', '/admin/users'],
  ['POST', '/admin/users'],
] as const;
const BRANCH_CALLS = [
  ['POST', '/branches'],
  ['PUT', '/branches/{id}'],
  ['PATCH', '/branches/{id}'],
  ['PATCH', '/branches/{id}/status'],
  ['POST', '/branches/{id}/logo'],
  ['DELETE', '/branches/{id}/logo'],
] as const;
const catalogChangeCalls = (path: string) =>
  [
    ['POST', path],
    ['PUT', `${path}/{id}`],
    ['PATCH', `${path}/{id}/status`],
  ] as const;
const CLINICAL_CALLS = [
  ['PATCH', '/evaluations/{id}/exam-orders'],
  ['POST', '/evaluations/{id}/attachments'],
  ['PUT', '/evaluations/{id}/notes'],
  ['POST', '/evaluations/{id}/sign'],
  ['POST', '/evaluations/{id}/reopen'],
] as const;
const EVALUATION_READ_CALLS = [
  ['GET', '/evaluations/{id}'],
  ['GET', '/evaluations/{id}/concept-pdf'],
  ['GET', '/evaluations/{id}/clinical-history'],
] as const;
const RECEPTION_CALLS = [
  ['GET', '/patients/search'],
  ['POST', '/evaluations'],
  ['POST', '/evaluations/{id}/media'],
] as const;
const OWN_BRANCH_CALLS: readonly CallKey[] = [
  ['PATCH', '/me/branch/branding'],
  ['POST', '/me/branch/logo'],
  ['DELETE', '/me/branch/logo'],
];

test(
  'the server rejects calls without a session, and changes by users without permissions',
  { tag: '@short' },
  async ({ anonymous, as }) => {
    await verify('access-2', async () => {
      for (const route of protectedCalls)
        expect([route.path, (await sendEmptyCall(anonymous, route)).status]).toEqual([route.path, 401]);
    });
    await verify('access-3', async () => {
      const nobody = await as('nobody');
      const guarded = writeCalls.filter(({ access }) => typeof access !== 'string');
      expect(guarded.length).toBeGreaterThan(30);
      for (const route of guarded)
        expect([route.method, route.path, (await sendEmptyCall(nobody, route)).status]).toEqual([
          route.method,
          route.path,
          403,
        ]);
    });
  },
);

test('the server allows each changing call only to users with the permission for it', async ({ as }) => {
  const others: Record<string, readonly AuditUserName[]> = {
    user_management: ['desk', 'doctor', 'curator', 'watcher', 'nobody'],
    manage_catalogs: ['desk', 'doctor', 'manager', 'watcher', 'nobody'],
    register_patients: ['doctor', 'curator', 'manager', 'watcher', 'nobody'],
    manage_evaluations: ['desk', 'curator', 'manager', 'watcher', 'nobody'],
    view_dashboard: ['desk', 'doctor', 'curator', 'manager', 'nobody'],
    branding: ['desk', 'doctor', 'watcher', 'nobody'],
  };
  const may: Record<string, AuditUserName> = {
    user_management: 'manager',
    manage_catalogs: 'curator',
    register_patients: 'desk',
    manage_evaluations: 'doctor',
    view_dashboard: 'watcher',
    branding: 'curator',
  };
  const checkPermission = async (permission: string, named: readonly CallKey[]) => {
    for (const one of named) {
      const route = findCall(...one);
      for (const person of others[permission] ?? []) {
        const { status } = await sendEmptyCall(await as(person), route);
        expect([...one, person, status]).toEqual([...one, person, 403]);
      }
      const { status } = await sendEmptyCall(await as(may[permission] ?? 'nobody'), route);
      expect([...one, status, status !== 401 && status !== 403]).toEqual([...one, status, true]);
    }
  };
  await verify('access-4', () => checkPermission('user_management', USER_CALLS));
  await verify('access-5', () => checkPermission('user_management', [['PATCH', '/admin/users/{id}/status']]));
  await verify('access-6', async () => {
    await checkPermission('user_management', [['PUT', '/admin/users/{id}/permissions']]);
    const { status } = await sendEmptyCall(await as('curator'), findCall('PUT', '/admin/users/{id}/branch'));
    expect(status).toBe(403);
  });
  await verify('access-7', () =>
    checkPermission('user_management', [['POST', '/admin/users/{id}/reset-password']]),
  );
  await verify('access-8', () => checkPermission('user_management', BRANCH_CALLS));
  await verify('access-12', () =>
    checkPermission('manage_catalogs', catalogChangeCalls('/evaluation-types')),
  );
  await verify('access-13', () =>
    checkPermission('manage_catalogs', [...catalogChangeCalls('/companies'), ['PATCH', '/companies/{id}']]),
  );
  await verify('access-14', () => checkPermission('manage_catalogs', catalogChangeCalls('/exams')));
  await verify('access-15', () =>
    checkPermission('manage_catalogs', [
      ...catalogChangeCalls('/doctors'),
      ['POST', '/doctors/{id}/signature'],
    ]),
  );
  await verify('access-16', () => checkPermission('register_patients', RECEPTION_CALLS));
  await verify('access-17', () => checkPermission('manage_evaluations', CLINICAL_CALLS));
  await verify('access-18', () => checkPermission('manage_evaluations', EVALUATION_READ_CALLS));
  await verify('access-19', () => checkPermission('view_dashboard', [['GET', '/dashboard/summary']]));
  await verify('access-21', () => checkPermission('branding', OWN_BRANCH_CALLS.slice(0, 1)));
  await verify('access-21', async () => {
    for (const one of OWN_BRANCH_CALLS)
      for (const person of others['branding'] ?? [])
        expectRejection(await sendEmptyCall(await as(person), findCall(...one)), 403);
  });
});

test('the server allows changes of branches and permissions only to administrators, and rejects users without a branch', async ({
  as,
  fresh,
  records,
}) => {
  const user = await records.user({ status: 'active' });
  const branch_id = await records.branch();
  await verify('access-9', async () => {
    for (const person of ['desk', 'doctor', 'curator'] as const)
      expectRejection(await (await as(person)).put('/me/branch/active', { branch_id }), 403);
    const manager = await fresh('manager');
    expect((await manager.put('/me/branch/active', { branch_id })).status).toBe(200);
  });
  await verify('access-11', async () => {
    expectRejection(await (await as('manager')).put(`/admin/users/${user}/branch`, { branch_id }), 403);
  });
  await verify('access-10', async () => {
    const reply = await (await as('global')).put(`/admin/users/${user}/branch`, { branch_id });
    expect([reply.status, reply.at('branch_id')]).toEqual([200, branch_id]);
  });
  await verify('access-1', async () => {
    const { json } = await (await as('admin')).get('/auth/me');
    expect(json).toMatchObject({ actions: AUDIT_USERS.admin[1] });
    expect(json).not.toHaveProperty('role');
  });
  await verify('access-20', async () => {
    for (const permission of PERMISSIONS) {
      const reply = await (
        await as('global')
      ).put(`/admin/users/${user}/permissions`, { actions: [permission] });
      expect([reply.status, reply.at('actions')]).toEqual([200, [permission]]);
    }
  });
  await verify('access-22', async () => {
    const branchless = await as('branchless');
    for (const path of ['/evaluations', '/me/branch']) expectRejection(await branchless.get(path), 403);
    expectRejection(await branchless.post('/evaluations', await records.body()), 403);
  });
});
