import type { RouteName } from '#contract/routes/routes.ts';
import type { Answer } from '#network/answer.ts';
import type { BodyOf, Bytes, BytesRoute, CallInput } from '#network/client.ts';
import { provider } from './provider.ts';

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

export type { Answer } from '#network/answer.ts';

/** Makes a call for a screen; the calls of the outbox cannot be named here (S1). */
export const callProvider = <Name extends Exclude<RouteName, Reserved>>(
  name: Name,
  input?: CallInput,
): Promise<Answer<BodyOf<Name>>> => provider.call(name, input);

/** Requests a file of one of the MIME types in `accepts`. */
export const callProviderForBytes = (
  name: BytesRoute,
  accepts: readonly string[],
  input?: CallInput,
): Promise<Answer<Bytes>> => provider.callBytes(name, accepts, input);
