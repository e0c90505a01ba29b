import { LOGO_MAX_BYTES, LOGO_TYPES } from '#contract/limits.ts';
import type { CallDescriptions } from '../call-description.ts';
import { EXAMPLE_DIGEST } from '../example-values.ts';

const upload = { part: 'logo', types: LOGO_TYPES, maxBytes: LOGO_MAX_BYTES } as const;
const bytes = { types: ['image/png'] } as const;
const WITH_LOGO = { has_logo: true, logo_hash: EXAMPLE_DIGEST } as const;
/**
 * Error codes of changes to accounts and permissions: an administrator tries to lock themselves out, or to remove the last
 * administrator.
 */
const LOCKOUT_CODES = ['self_lockout', 'last_administrator'] as const;

export const branchCalls = {
  ownBranch: { summary: 'Get the active branch' },
  updateOwnBranch: { summary: 'Update the branding of the active branch' },
  setSigningRule: {
    summary: 'Set the signing rules of the active branch',
    details:
      '`own_signature_only`: only the user linked to a doctor signs as that doctor. `unlinked_signatures`: a user without a linked doctor signs without password and reason as a doctor without a linked user; unchanged when absent.',
  },
  setOwnLogo: { summary: 'Set the logo of the active branch', upload, answer: WITH_LOGO },
  removeOwnLogo: { summary: 'Remove the logo of the active branch' },
  ownLogo: { summary: 'Get the logo of the active branch', bytes },
  setBranchLogo: { summary: 'Set the logo of a branch', upload, answer: WITH_LOGO },
  removeBranchLogo: { summary: 'Remove the logo of a branch' },
  branchLogo: { summary: 'Get the logo of a branch', bytes },
  branding: { summary: 'Get the branding of the active branch' },
} as const satisfies Partial<CallDescriptions>;

export const userCalls = {
  listUsers: { summary: 'List users' },
  createUser: {
    summary: 'Create a user',
    details:
      'The response contains `invite_token` if an invitation was created; the administrator may pass its link on.',
    codes: ['email_taken', 'branch_forbidden'],
  },
  setUserStatus: {
    summary: 'Suspend or activate a user',
    codes: ['status_unchanged', ...LOCKOUT_CODES],
    answer: { status: 'suspended', status_reason: 'Ya no trabaja en la clínica.' },
  },
  setUserPermissions: { summary: 'Set the permissions of a user', codes: LOCKOUT_CODES },
  setUserBranch: {
    summary: 'Set the branch of a user',
    details: 'Allowed only in global mode.',
    codes: ['branch_forbidden'],
  },
  setUserDoctor: {
    summary: 'Link a user to a doctor',
    details: 'A user has at most one doctor, and a doctor at most one user. null removes the link.',
  },
  resetUserPassword: { summary: 'Create a link that resets a user’s password', codes: ['account_inactive'] },
} as const satisfies Partial<CallDescriptions>;

export const deviceCalls = {
  reportDevice: {
    summary: 'Report the status of a tablet',
    details:
      'The id is random and generated on the tablet. The counts cover the entries of all users on it. With `turn_counter`, the response contains the letters for the tablet’s queue numbers. With `asks_copies`, it contains the time up to which the database is backed up; `hmac` is HMAC-SHA-256 under the user’s tag key.',
    codes: ['device_of_another', 'rate_limited'],
    makesRow: true,
    takesDeviceProof: true,
  },
  listDevices: { summary: 'List tablets' },
  changeDevice: { summary: 'Rename or retire a tablet' },
} as const satisfies Partial<CallDescriptions>;

export const insightCalls = {
  activity: {
    summary: 'List the activity log',
    details:
      '`chain_intact` is true if the entries are unchanged since they were written. `remarks` contains any of `signed_for_another`, `signed_unlinked`, `disclosure_passed`, `without_concept` and `earlier_version`.',
  },
  tellReadings: { summary: 'Report records that were opened offline', codes: ['session_of_another'] },
  dashboardSummary: {
    summary: 'Get the figures of the start page',
    details: 'Covers the active branch, or all branches in global mode.',
    codes: ['branch_not_resolved'],
  },
  systemState: {
    summary: 'Get the state of the server',
    details:
      'Returns the state of backups, disk, mails, tablets without recent reports, clock, file store and archive of the write-ahead log, and the versions and active alerts. It names no patient.',
  },
} as const satisfies Partial<CallDescriptions>;
