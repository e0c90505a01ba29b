import { apiClient } from '../api/api-client.ts';

/** Facts about the server for the pages before the sign-in. */
export interface ServerFacts {
  /** False when only an administrator can give a user a link for a new password. */
  readonly sendsResetLinks: boolean;
  /** True while the server has no user. */
  readonly awaitsAdministrator: boolean;
}

/** Reads the facts from the server. The defaults apply when it does not respond or does not state them. */
export async function readServerFacts(): Promise<ServerFacts> {
  const response = await apiClient.call('health');
  const stated = response.type === 'ok' ? response.body : null;
  return {
    sendsResetLinks: stated?.self_service_reset ?? true,
    awaitsAdministrator: stated?.awaits_first_administrator ?? false,
  };
}
