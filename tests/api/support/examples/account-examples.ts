import { PASSWORD, emailOf } from '../clinic.ts';
import type { RouteExamples } from './example.ts';
import { ownDataExample } from './example.ts';
import type { Server } from '../server.ts';
import { createUser, nextEmail, createResetToken } from '../users.ts';

type AccountRoute =
  | 'changePassword'
  | 'requestPasswordReset'
  | 'completePasswordReset'
  | 'createFirstAdministrator'
  | 'listUsers'
  | 'createUser'
  | 'setUserStatus'
  | 'setUserPermissions'
  | 'setUserBranch'
  | 'setUserDoctor'
  | 'resetUserPassword'
  | 'reportDevice'
  | 'listUnsentDevices'
  | 'listDevices'
  | 'systemState'
  | 'changeDevice';

const DEVICE_ID = 'd3b07384-d9a0-4c9b-8f3e-000000000001';
const DEVICE_REPORT = {
  unsent: 0,
  attention: 0,
  oldest_captured_at: null,
  storage_used: null,
  storage_quota: null,
  storage_persisted: null,
  turn_counter: 'd3b07384-d9a0-4c9b-8f3e-000000000002',
};

const jsonExample = (path: string, json: unknown) => ({ path, sent: { json }, otherBranch: 'own' as const });

/** Returns valid requests of the account and user routes. `server` is a function because the server starts later. */
export function accountExamples(server: () => Server): RouteExamples<AccountRoute> {
  const admin = () => server().as('admin');
  const exampleOfUser = async (tail: string, json: unknown) =>
    jsonExample(`/admin/users/${(await createUser(await admin(), { status: 'active' })).id}/${tail}`, json);
  return {
    changePassword: () =>
      jsonExample('/auth/change-password', { current_password: PASSWORD, new_password: PASSWORD }),
    requestPasswordReset: () => jsonExample('/auth/password-reset', { email: emailOf('desk') }),
    completePasswordReset: async () =>
      jsonExample('/auth/password-reset/complete', {
        token: await createResetToken(await admin(), server().clinic.users.invited),
        new_password: PASSWORD,
      }),
    createFirstAdministrator: () =>
      jsonExample('/setup/administrator', {
        token: 'x',
        email: nextEmail(),
        display_name: 'Primera Persona',
        password: PASSWORD,
      }),
    listUsers: () => ownDataExample('/admin/users'),
    createUser: () => jsonExample('/admin/users', { email: nextEmail(), display_name: 'Nueva Persona' }),
    setUserStatus: () => exampleOfUser('status', { status: 'suspended' }),
    setUserPermissions: () => exampleOfUser('permissions', { actions: ['register_patients'] }),
    setUserBranch: () => exampleOfUser('branch', { branch_id: server().clinic.branches.medellin }),
    setUserDoctor: () => exampleOfUser('doctor', { doctor_id: null }),
    resetUserPassword: () => exampleOfUser('reset-password', undefined),
    reportDevice: () => jsonExample(`/devices/${DEVICE_ID}`, DEVICE_REPORT),
    listUnsentDevices: () => ownDataExample('/devices'),
    listDevices: () => ownDataExample('/admin/devices'),
    systemState: () => ownDataExample('/admin/system'),
    changeDevice: async () => {
      await (await admin()).send('PUT', `/devices/${DEVICE_ID}`, { json: DEVICE_REPORT });
      return jsonExample(`/admin/devices/${DEVICE_ID}`, { name: 'Recepción 1' });
    },
  };
}
