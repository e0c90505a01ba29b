import type { CallDescriptions } from '../call-description.ts';
import {
  EXAMPLE_EMAIL,
  EXAMPLE_IDS,
  EXAMPLE_INSTANT,
  EXAMPLE_NEW_PASSWORD,
  EXAMPLE_PASSWORD,
  EXAMPLE_TOKEN,
  branch,
  session,
} from '../example-values.ts';

const area = 'Sessions';

export const sessionCalls = {
  health: {
    area: 'Service',
    summary: 'Check that the server responds, and get its time',
    details:
      '`self_service_reset` is false if the server sends no mail; users then get links for a new password from an administrator. `awaits_first_administrator` is true until the first user exists.',
    answer: {
      service: 'ventanilla',
      status: 'ok',
      now: EXAMPLE_INSTANT,
      self_service_reset: true,
      awaits_first_administrator: false,
    },
  },
  ready: {
    area: 'Service',
    summary: 'Check whether the server accepts calls',
    details:
      'The call is intended for load balancers. It returns 503 while the database does not respond and after the signal to stop. An unavailable bucket does not change the 200, because all servers use the same bucket.',
    answer: { service: 'ventanilla', status: 'ready' },
  },
  login: {
    area,
    summary: 'Sign in',
    details: 'Sets the session cookie. A proof of a device key binds the session to that key.',
    codes: ['invalid_credentials', 'account_inactive', 'rate_limited'],
    setsCookie: true,
    body: { email: EXAMPLE_EMAIL, password: EXAMPLE_PASSWORD },
    answer: session,
  },
  logout: {
    area,
    summary: 'Sign out',
    details: 'Ends the session of the cookie, if one exists.',
    setsCookie: true,
  },
  me: { area, summary: 'Get the session', answer: session },
  bindSession: {
    area,
    summary: 'Bind the session to the key of the proof',
    details: 'The call is intended for a session that was opened without a proof.',
  },
  vaultKey: {
    area,
    summary: 'Get the key for the user’s data on a device',
    details: 'The key has 32 bytes in base64url.',
    answer: { key: 'A'.repeat(43) },
  },
  setActiveBranch: {
    area,
    summary: 'Set the active branch',
    details: 'A null `branch_id` selects all branches (global mode), which requires `user_management`.',
    codes: ['forbidden', 'not_found'],
    body: { branch_id: EXAMPLE_IDS.branch },
    answer: session,
  },
  branding: {
    area: 'Branches',
    summary: 'Get the branding of the active branch',
    answer: {
      branch_id: branch.id,
      branch_name: branch.name,
      company_name: branch.company_name,
      address: branch.address,
      contact_email: branch.contact_email,
      contact_phone: branch.contact_phone,
      contact_website: null,
      contact_address: null,
      has_logo: false,
      logo_hash: null,
      authorisation: {
        version: '3',
        text: 'Autorizo a la IPS a tratar mis datos de salud para esta evaluación.',
      },
    },
  },
  changePassword: {
    area,
    summary: 'Change the user’s own password',
    details: 'Every other session of the user ends; this session continues with a new cookie.',
    codes: ['invalid_credentials', 'rate_limited'],
    setsCookie: true,
    body: { current_password: EXAMPLE_PASSWORD, new_password: EXAMPLE_NEW_PASSWORD },
    answer: session,
  },
  requestPasswordReset: {
    area,
    summary: 'Request a link that resets the password',
    details: 'The response is the same for every address. Only a server in local mode returns `reset_token`.',
    codes: ['rate_limited'],
    body: { email: EXAMPLE_EMAIL },
    answer: {},
  },
  completePasswordReset: {
    area,
    summary: 'Set a password with the token of a link',
    details: 'Opens a session. The same call accepts an invitation.',
    codes: ['token_invalid', 'account_inactive'],
    setsCookie: true,
    body: { token: EXAMPLE_TOKEN, new_password: EXAMPLE_NEW_PASSWORD },
    answer: session,
  },
  createFirstAdministrator: {
    area,
    summary: 'Create the first administrator of an empty server',
    details: 'Requires the one-time token that the server prints at its start. Opens a session.',
    codes: ['token_invalid'],
    setsCookie: true,
    body: {
      token: EXAMPLE_TOKEN,
      email: EXAMPLE_EMAIL,
      display_name: 'Rita Recepción',
      password: EXAMPLE_PASSWORD,
    },
    answer: session,
  },
} as const satisfies Partial<CallDescriptions>;
