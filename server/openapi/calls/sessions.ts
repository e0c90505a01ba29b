import type { CallDescriptions } from '../call-description.ts';

export const serviceCalls = {
  health:
    'Check that the server responds, and get its time. `self_service_reset` is false if the server sends no mail; users then get links for a new password from an administrator. `awaits_first_administrator` is true until the first user exists.',
  ready:
    'Check whether the server accepts calls. The call is intended for load balancers. It returns 503 while the database does not respond and after the signal to stop. An unavailable bucket does not change the 200, because all servers use the same bucket.',
} as const satisfies Partial<CallDescriptions>;

export const sessionCalls = {
  login: {
    text: 'Sign in. Sets the session cookie. A proof of a device key binds the session to that key.',
    codes: ['invalid_credentials', 'account_inactive', 'rate_limited'],
  },
  logout: 'Sign out. Ends the session of the cookie, if one exists.',
  me: 'Get the session.',
  bindSession:
    'Bind the session to the key of the proof. The call is intended for a session that was opened without a proof.',
  vaultKey: 'Get the key for the user’s data on a device. The key has 32 bytes in base64url.',
  setActiveBranch: {
    text: 'Set the active branch. A null `branch_id` selects all branches (global mode), which requires `user_management`.',
    codes: ['forbidden'],
  },
  changePassword: {
    text: 'Change the user’s own password. Every other session of the user ends; this session continues with a new cookie.',
    codes: ['invalid_credentials', 'rate_limited'],
  },
  requestPasswordReset: {
    text: 'Request a link that resets the password. The response is the same for every address. Only a server in local mode returns `reset_token`.',
    codes: ['rate_limited'],
  },
  completePasswordReset: {
    text: 'Set a password with the token of a link. Opens a session. The same call accepts an invitation.',
    codes: ['token_invalid', 'account_inactive'],
  },
  createFirstAdministrator: {
    text: 'Create the first administrator of an empty server. Requires the one-time token that the server prints at its start. Opens a session.',
    codes: ['token_invalid'],
  },
} as const satisfies Partial<CallDescriptions>;
