import type { RouteName } from '#contract/routes/routes.ts';
import type { ApiResponse } from '#network/answer.ts';
import type { BodyOf, Bytes, BytesRoute, CallInput } from '#network/client.ts';
import { server } from './provider.ts';

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

export type { ApiResponse } from '#network/answer.ts';

/** Makes a call for a screen; the calls of the outbox cannot be named here (S1). */
export const callServer = <Name extends Exclude<RouteName, Reserved>>(
  name: Name,
  input?: CallInput,
): Promise<ApiResponse<BodyOf<Name>>> => server.call(name, input);

/** Requests a file of one of the MIME types in `accepts`. */
export const callServerForBytes = (
  name: BytesRoute,
  accepts: readonly string[],
  input?: CallInput,
): Promise<ApiResponse<Bytes>> => server.callBytes(name, accepts, input);
