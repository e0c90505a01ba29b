import type { RouteName } from '#contract/routes/routes.ts';
import type { ApiResponse } from '#network/response.ts';
import type { ResponseBodyOf, FileResponse, BytesRoute, CallInput } from '#network/client.ts';
import { apiClient } from './api-client.ts';

/** Calls that only the outbox makes, with confirmed content. */
type Carried = 'createEvaluation' | 'addMedia' | 'addAttachment';
/** Calls that open, change or end the session: session.ts, passwords.ts and branches.ts keep the device consistent with it. */
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

/** Makes a call for a screen; the calls of the outbox cannot be named here (S1). */
export const callServer = <Name extends Exclude<RouteName, Reserved>>(
  name: Name,
  input?: CallInput,
): Promise<ApiResponse<ResponseBodyOf<Name>>> => apiClient.call(name, input);

/** Requests a file of one of the MIME types in `accepts`. */
export const callServerForBytes = (
  name: BytesRoute,
  accepts: readonly string[],
  input?: CallInput,
): Promise<ApiResponse<FileResponse>> => apiClient.callBytes(name, accepts, input);
