import { LOGO_MAX_BYTES, LOGO_TYPES } from '#contract/limits.ts';
import type { CallDescriptions } from '../call-description.ts';
import { EXAMPLE_DIGEST } from '../example-values.ts';

const logoUpload = { part: 'logo', types: LOGO_TYPES, maxBytes: LOGO_MAX_BYTES } as const;
const logoResponse = { types: ['image/png'] } as const;
const LOGO_FIELDS_EXAMPLE = { has_logo: true, logo_hash: EXAMPLE_DIGEST } as const;
/**
 * Error codes of changes to accounts and permissions: an administrator tries to lock themselves out, or to remove the last
 * administrator.
 */
const LOCKOUT_CODES = ['self_lockout', 'last_administrator'] as const;

export const branchCalls = {
  ownBranch: 'Get the active branch.',
  updateOwnBranch: 'Update the branding of the active branch.',
  setSigningRule:
    'Set the signing rules of the active branch. `own_signature_only`: only the user linked to a doctor signs as that doctor. `unlinked_signatures`: a user without a linked doctor signs without password and reason as a doctor without a linked user; unchanged when absent.',
  setOwnLogo: { text: 'Set the logo of the active branch.', upload: logoUpload, answer: LOGO_FIELDS_EXAMPLE },
  removeOwnLogo: 'Remove the logo of the active branch.',
  ownLogo: { text: 'Get the logo of the active branch.', bytes: logoResponse },
  setBranchLogo: { text: 'Set the logo of a branch.', upload: logoUpload, answer: LOGO_FIELDS_EXAMPLE },
  removeBranchLogo: 'Remove the logo of a branch.',
  branchLogo: { text: 'Get the logo of a branch.', bytes: logoResponse },
  branding: 'Get the branding of the active branch.',
} as const satisfies Partial<CallDescriptions>;

export const userCalls = {
  listUsers: 'List users.',
  createUser: {
    text: 'Create a user. The response contains `invite_token` if an invitation was created; the administrator may pass its link on.',
    codes: ['email_taken', 'branch_forbidden'],
  },
  setUserStatus: {
    text: 'Suspend or activate a user.',
    codes: ['status_unchanged', ...LOCKOUT_CODES],
    answer: { status: 'suspended', status_reason: 'Ya no trabaja en la clínica.' },
  },
  setUserPermissions: { text: 'Set the permissions of a user.', codes: LOCKOUT_CODES },
  setUserBranch: {
    text: 'Set the branch of a user. Allowed only in global mode.',
    codes: ['branch_forbidden'],
  },
  setUserDoctor:
    'Link a user to a doctor. A user has at most one doctor, and a doctor at most one user. null removes the link.',
  resetUserPassword: { text: 'Create a link that resets a user’s password.', codes: ['account_inactive'] },
} as const satisfies Partial<CallDescriptions>;

export const deviceCalls = {
  reportDevice: {
    text: 'Report the status of a tablet. The id is random and generated on the tablet. The counts cover the entries of all users on it. With `turn_counter`, the response contains the letters for the tablet’s queue numbers. With `asks_copies`, it contains the time up to which the database is backed up; `hmac` is HMAC-SHA-256 under the user’s tag key.',
    codes: ['device_of_another', 'rate_limited'],
    makesRow: true,
    takesDeviceProof: true,
  },
  listUnsentDevices:
    'List tablets of the branch with unsent entries. Those silent longest come first, by their last report. With `day`, `silent` contains those without unsent entries that reported on it or in the week before, but not since its last registration and in the last 20 minutes or after its end. At most 100 each.',
  listDevices: 'List tablets.',
  changeDevice: 'Rename or retire a tablet.',
} as const satisfies Partial<CallDescriptions>;

export const insightCalls = {
  activity:
    'List the activity log. `chain_intact` is true if the entries are unchanged since they were written. `remarks` contains any of `signed_for_another`, `signed_unlinked`, `disclosure_passed`, `without_concept` and `earlier_version`.',
  tellReadings: { text: 'Report records that were opened offline.', codes: ['session_of_another'] },
  dashboardSummary: {
    text: 'Get the figures of the start page. Covers the active branch, or all branches in global mode.',
    codes: ['branch_not_resolved'],
  },
  systemState:
    'Get the state of the server. Returns the state of backups, disk, mails, tablets without recent reports, clock, file store and archive of the write-ahead log, and the versions and active alerts. It names no patient.',
} as const satisfies Partial<CallDescriptions>;
