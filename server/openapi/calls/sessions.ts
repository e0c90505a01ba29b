import type { CallDescriptions } from '../call-description.ts';
import {
  EMAIL,
  EXAMPLE_IDS,
  INSTANT,
  NEW_PASSWORD,
  PASSWORD,
  TOKEN,
  branch,
  session,
} from '../example-values.ts';

const area = 'Sessions';

export const sessionCalls = {
  health: {
    area: 'Service',
    summary: 'Tell that the provider is there, and its clock',
    details:
      '`self_service_reset` is false where the server sends no mail: links for a new password come from an administrator. `awaits_first_administrator` is true until the first user exists.',
    answer: {
      service: 'ventanilla',
      status: 'ok',
      now: INSTANT,
      self_service_reset: true,
      awaits_first_administrator: false,
    },
  },
  ready: {
    area: 'Service',
    summary: 'Tell whether the provider takes calls',
    details:
      '503 while its database does not answer, and from the signal to stop on: for a balancer. A bucket that is away leaves it 200: all providers ask the same one.',
    answer: { service: 'ventanilla', status: 'ready' },
  },
  login: {
    area,
    summary: 'Sign in',
    details:
      'Sets the session’s cookie. With a proof of a device’s key the session answers to that key from then on.',
    codes: ['invalid_credentials', 'account_inactive', 'rate_limited'],
    setsCookie: true,
    body: { email: EMAIL, password: PASSWORD },
    answer: session,
  },
  logout: {
    area,
    summary: 'Sign out',
    details: 'Ends the session of the cookie, if there is one.',
    setsCookie: true,
  },
  me: { area, summary: 'Read the session', answer: session },
  bindSession: {
    area,
    summary: 'Bind the session to the key of the proof',
    details: 'For a session that was opened without one.',
  },
  vaultKey: {
    area,
    summary: 'Read the key for what the user keeps on a device',
    details: '32 bytes in base64url.',
    answer: { key: 'A'.repeat(43) },
  },
  setActiveBranch: {
    area,
    summary: 'Choose the branch to act for',
    details: 'null is all of them, for who manages users.',
    codes: ['forbidden', 'not_found'],
    body: { branch_id: EXAMPLE_IDS.branch },
    answer: session,
  },
  branding: {
    area: 'Branches',
    summary: 'Read how the active branch presents itself',
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
    summary: 'Change the own password',
    details: 'Every other session of the user ends; this one goes on under another cookie.',
    codes: ['invalid_credentials', 'rate_limited'],
    setsCookie: true,
    body: { current_password: PASSWORD, new_password: NEW_PASSWORD },
    answer: session,
  },
  requestPasswordReset: {
    area,
    summary: 'Ask for a link that resets the password',
    details: 'Every address gets the same answer; `reset_token` comes from a provider in local mode alone.',
    codes: ['rate_limited'],
    body: { email: EMAIL },
    answer: {},
  },
  completePasswordReset: {
    area,
    summary: 'Set a password with the token of a link',
    details: 'Also how an invitation is accepted. Opens a session.',
    codes: ['token_invalid', 'account_inactive'],
    setsCookie: true,
    body: { token: TOKEN, new_password: NEW_PASSWORD },
    answer: session,
  },
  createFirstAdministrator: {
    area,
    summary: 'Make the first administrator of an empty provider',
    details: 'With the one-time token that the start prints. Opens a session.',
    codes: ['token_invalid'],
    setsCookie: true,
    body: { token: TOKEN, email: EMAIL, display_name: 'Rita Recepción', password: PASSWORD },
    answer: session,
  },
} as const satisfies Partial<CallDescriptions>;
