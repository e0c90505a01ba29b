import { LOGO_MAX_BYTES, LOGO_TYPES } from '#contract/limits.ts';
import type { CallDescriptions } from '../call-description.ts';
import {
  COLLEAGUE_EMAIL,
  EXAMPLE_DIGEST,
  EXAMPLE_IDS,
  EXAMPLE_INSTANT,
  EXAMPLE_TOKEN,
  branch,
  letterhead,
  colleague,
  device,
  doctor,
  pageOfExamples,
} from '../example-values.ts';

const upload = { part: 'logo', types: LOGO_TYPES, maxBytes: LOGO_MAX_BYTES, example: {} } as const;
const bytes = { types: ['image/png'] } as const;
const withLogo = { ...branch, has_logo: true, logo_hash: EXAMPLE_DIGEST } as const;
/**
 * Error codes of changes to accounts and permissions: an administrator tries to lock themselves out, or to remove the last
 * administrator.
 */
const LOCKOUT_CODES = ['self_lockout', 'last_administrator'] as const;

const branchCalls = {
  ownBranch: { area: 'Branches', summary: 'Get the active branch', codes: ['not_found'], answer: branch },
  updateOwnBranch: {
    area: 'Branches',
    summary: 'Update the branding of the active branch',
    codes: ['not_found'],
    body: { name: branch.name, ...letterhead },
    answer: branch,
  },
  setSigningRule: {
    area: 'Branches',
    summary: 'Set the signing rules of the active branch',
    details:
      '`own_signature_only`: only the user linked to a doctor signs as that doctor. `unlinked_signatures`: a user without a linked doctor signs without password and reason as a doctor without a linked user; unchanged when absent.',
    codes: ['not_found'],
    body: { own_signature_only: false, unlinked_signatures: false },
    answer: branch,
  },
  setOwnLogo: {
    area: 'Branches',
    summary: 'Set the logo of the active branch',
    codes: ['not_found'],
    upload,
    answer: withLogo,
  },
  removeOwnLogo: {
    area: 'Branches',
    summary: 'Remove the logo of the active branch',
    codes: ['not_found'],
    answer: branch,
  },
  ownLogo: { area: 'Branches', summary: 'Get the logo of the active branch', codes: ['not_found'], bytes },
  setBranchLogo: { area: 'Branches', summary: 'Set the logo of a branch', upload, answer: withLogo },
  removeBranchLogo: { area: 'Branches', summary: 'Remove the logo of a branch', answer: branch },
  branchLogo: { area: 'Branches', summary: 'Get the logo of a branch', bytes },
} as const satisfies Partial<CallDescriptions>;

const deviceCalls = {
  reportDevice: {
    area: 'Devices',
    summary: 'Report the status of a tablet',
    details:
      'The id is random and generated on the tablet. The counts cover the entries of all users on it. With `turn_counter`, the response contains the letters for the tablet’s queue numbers. With `asks_copies`, it contains the time up to which the database is backed up; `hmac` is HMAC-SHA-256 under the user’s tag key.',
    codes: ['device_of_another', 'rate_limited'],
    makesRow: true,
    takesDeviceProof: true,
    body: {
      unsent: 2,
      attention: 0,
      oldest_captured_at: EXAMPLE_INSTANT,
      storage_used: device.storage_used,
      storage_quota: device.storage_quota,
      storage_persisted: true,
      turn_counter: EXAMPLE_IDS.turnCounter,
      asks_copies: true,
    },
    answer: {
      turns: { branch_id: EXAMPLE_IDS.branch, letters: 'A', today: '2026-11-20' },
      copies: {
        life: EXAMPLE_IDS.life,
        after: null,
        holds_until: null,
        backed_up_until: EXAMPLE_INSTANT,
        at: EXAMPLE_INSTANT,
        hmac: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
      },
    },
  },
  systemState: {
    area: 'Insight',
    summary: 'Get the state of the server',
    details:
      'Returns the state of backups, disk, mails, tablets without recent reports, clock, file store and archive of the write-ahead log, and the versions and active alerts. It names no patient.',
    answer: {
      generated_at: EXAMPLE_INSTANT,
      copies: {
        level: 'ok',
        finished_at: EXAMPLE_INSTANT,
        verified_at: EXAMPLE_INSTANT,
        held_until: EXAMPLE_INSTANT,
        days: 2,
      },
      disk: { level: 'ok', free_bytes: 214_300_000_000, total_bytes: 500_000_000_000 },
      mails: { level: 'ok', is_configured: true, waiting: 0, failing: 0, oldest_at: null },
      devices: { level: 'ok', unsent: 3, quiet: 0, quiet_unsent: 0, quietest: [], days: 2 },
      clock: { level: 'ok', off_ms: 4, is_behind_log: false },
      files: { level: 'ok', place: 'disk', fault: null },
      archive: {
        level: 'bad',
        fault: {
          code: 'ENOSPC',
          since: EXAMPLE_INSTANT,
          sentence: 'El disco del archivo está lleno: libera espacio.',
        },
      },
      database: { bytes: 91_000_000, version: '18.4' },
      version: '1.0.0',
      migration: 16,
      providers: [{ host: 'servidor-1', version: '1.0.0', started_at: EXAMPLE_INSTANT, is_this: true }],
      alerts: { recipients: 1, on: [] },
    },
  },
  listDevices: { area: 'Devices', summary: 'List tablets', answer: pageOfExamples(device) },
  changeDevice: {
    area: 'Devices',
    summary: 'Rename or retire a tablet',
    body: { name: 'Recepción 1', is_retired: false },
    answer: device,
  },
} as const satisfies Partial<CallDescriptions>;

const userCalls = {
  listUsers: { area: 'Users', summary: 'List users', answer: pageOfExamples(colleague) },
  createUser: {
    area: 'Users',
    summary: 'Create a user',
    details:
      'The response contains `invite_token` if an invitation was created; the administrator may pass its link on.',
    codes: ['email_taken', 'branch_forbidden'],
    body: {
      email: 'nuevo.demo@clinica.example',
      display_name: 'Nuria Nueva',
      status: 'invited',
      send_invitation: true,
      actions: ['register_patients'],
      branch_id: null,
    },
    answer: { ...colleague, email: COLLEAGUE_EMAIL, status: 'invited', invite_token: EXAMPLE_TOKEN },
  },
  setUserStatus: {
    area: 'Users',
    summary: 'Suspend or activate a user',
    codes: ['status_unchanged', ...LOCKOUT_CODES],
    body: { status: 'suspended', reason: 'Ya no trabaja en la clínica.' },
    answer: { ...colleague, status: 'suspended', status_reason: 'Ya no trabaja en la clínica.' },
  },
  setUserPermissions: {
    area: 'Users',
    summary: 'Set the permissions of a user',
    codes: LOCKOUT_CODES,
    body: { actions: ['register_patients', 'view_dashboard'] },
    answer: colleague,
  },
  setUserBranch: {
    area: 'Users',
    summary: 'Set the branch of a user',
    details: 'Allowed only in global mode.',
    codes: ['branch_forbidden'],
    body: { branch_id: EXAMPLE_IDS.branch },
    answer: colleague,
  },
  setUserDoctor: {
    area: 'Users',
    summary: 'Link a user to a doctor',
    details: 'A user has at most one doctor, and a doctor at most one user. null removes the link.',
    body: { doctor_id: EXAMPLE_IDS.doctor },
    answer: { ...colleague, doctor: { id: EXAMPLE_IDS.doctor, name: doctor.name } },
  },
  resetUserPassword: {
    area: 'Users',
    summary: 'Create a link that resets a user’s password',
    codes: ['account_inactive'],
    answer: { reset_token: EXAMPLE_TOKEN },
  },
} as const satisfies Partial<CallDescriptions>;

export const administrationCalls = { ...branchCalls, ...deviceCalls, ...userCalls };
