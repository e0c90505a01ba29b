import type { RouteName } from '#contract/routes/routes.ts';
import type { Answer } from '#network/answer.ts';
import type { BodyOf, Bytes, BytesRoute, CallInput } from '#network/client.ts';
import { provider } from './provider.ts';

/** Calls that only the outbox makes: what a person confirmed. */
type Carried = 'createEvaluation' | 'addMedia' | 'addAttachment';
/** Calls that open, change or end the session: session.ts, passwords.ts and branches.ts keep the device in step with it. */
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

/** A call that screens may make by themselves; what the outbox carries is not spellable here (S1). */
export const callProvider = <Name extends Exclude<RouteName, Reserved>>(
  name: Name,
  input?: CallInput,
): Promise<Answer<BodyOf<Name>>> => provider.call(name, input);

/** A file of one of the MIME types in `accepts`. */
export const callProviderForBytes = (
  name: BytesRoute,
  accepts: readonly string[],
  input?: CallInput,
): Promise<Answer<Bytes>> => provider.callBytes(name, accepts, input);
