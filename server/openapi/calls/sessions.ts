import type { CallDescriptions } from '../call-description.ts';

export const serviceCalls = {
  health: {
    summary: 'Check that the server responds, and get its time',
    details:
      '`self_service_reset` is false if the server sends no mail; users then get links for a new password from an administrator. `awaits_first_administrator` is true until the first user exists.',
  },
  ready: {
    summary: 'Check whether the server accepts calls',
    details:
      'The call is intended for load balancers. It returns 503 while the database does not respond and after the signal to stop. An unavailable bucket does not change the 200, because all servers use the same bucket.',
  },
} as const satisfies Partial<CallDescriptions>;

export const sessionCalls = {
  login: {
    summary: 'Sign in',
    details: 'Sets the session cookie. A proof of a device key binds the session to that key.',
    codes: ['invalid_credentials', 'account_inactive', 'rate_limited'],
    setsCookie: true,
  },
  logout: {
    summary: 'Sign out',
    details: 'Ends the session of the cookie, if one exists.',
    setsCookie: true,
  },
  me: { summary: 'Get the session' },
  bindSession: {
    summary: 'Bind the session to the key of the proof',
    details: 'The call is intended for a session that was opened without a proof.',
  },
  vaultKey: {
    summary: 'Get the key for the user’s data on a device',
    details: 'The key has 32 bytes in base64url.',
  },
  setActiveBranch: {
    summary: 'Set the active branch',
    details: 'A null `branch_id` selects all branches (global mode), which requires `user_management`.',
    codes: ['forbidden'],
  },
  changePassword: {
    summary: 'Change the user’s own password',
    details: 'Every other session of the user ends; this session continues with a new cookie.',
    codes: ['invalid_credentials', 'rate_limited'],
    setsCookie: true,
  },
  requestPasswordReset: {
    summary: 'Request a link that resets the password',
    details: 'The response is the same for every address. Only a server in local mode returns `reset_token`.',
    codes: ['rate_limited'],
  },
  completePasswordReset: {
    summary: 'Set a password with the token of a link',
    details: 'Opens a session. The same call accepts an invitation.',
    codes: ['token_invalid', 'account_inactive'],
    setsCookie: true,
  },
  createFirstAdministrator: {
    summary: 'Create the first administrator of an empty server',
    details: 'Requires the one-time token that the server prints at its start. Opens a session.',
    codes: ['token_invalid'],
    setsCookie: true,
  },
} as const satisfies Partial<CallDescriptions>;
