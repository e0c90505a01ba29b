import { provider } from '../api/provider.ts';

/** What the pages before the sign-in show about the server. */
export interface ServerFacts {
  /** False where only an administrator can give a user a link for a new password. */
  readonly sendsResetLinks: boolean;
  /** True while the server has no user. */
  readonly awaitsAdministrator: boolean;
}

/** Reads the facts of the server. One that does not respond, or does not state them, is taken for an ordinary server. */
export async function readServerFacts(): Promise<ServerFacts> {
  const answer = await provider.call('health');
  const stated = answer.type === 'ok' ? answer.body : null;
  return {
    sendsResetLinks: stated?.self_service_reset ?? true,
    awaitsAdministrator: stated?.awaits_first_administrator ?? false,
  };
}
