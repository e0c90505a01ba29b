import type { RouteName } from '#contract/routes/routes.ts';
import type { ApiResponse } from '#network/response.ts';
import type { ResponseBodyOf, FileResponse, BytesRoute, CallInput } from '#network/client.ts';
import { apiClient } from './api-client.ts';

/** Calls reserved for the outbox, which sends confirmed content. */
type Carried = 'createEvaluation' | 'addMedia' | 'addAttachment';
/**
 * Calls that open, change or end the session; only session.ts, passwords.ts and branches.ts may make them, because they update
 * the device too.
 */
type OfSession =
  | 'login'
  | 'logout'
  | 'me'
  | 'bindSession'
  | 'vaultKey'
  | 'changePassword'
  | 'completePasswordReset'
  | 'createFirstAdministrator'
  | 'setActiveBranch';
type Reserved = Carried | OfSession;

export type { ApiResponse } from '#network/response.ts';

/** Makes a call for a screen. The type excludes the calls of the outbox, so that no screen bypasses it (S1). */
export const callServer = <Name extends Exclude<RouteName, Reserved>>(
  name: Name,
  input?: CallInput,
): Promise<ApiResponse<ResponseBodyOf<Name>>> => apiClient.call(name, input);

export const callServerForBytes = (
  name: BytesRoute,
  accepts: readonly string[],
  input?: CallInput,
): Promise<ApiResponse<FileResponse>> => apiClient.callBytes(name, accepts, input);
