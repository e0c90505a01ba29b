import { apiClient } from '../api/api-client.ts';

export interface ServerSignInInfo {
  /** True if the server mails reset links; false if only an administrator can give a user such a link. */
  readonly sendsResetLinks: boolean;
  /** True while the server has no user. */
  readonly awaitsAdministrator: boolean;
}

export async function fetchServerSignInInfo(): Promise<ServerSignInInfo> {
  const response = await apiClient.call('health');
  const stated = response.type === 'ok' ? response.body : null;
  return {
    sendsResetLinks: stated?.self_service_reset ?? true,
    awaitsAdministrator: stated?.awaits_first_administrator ?? false,
  };
}
