import type { RouteName } from '#contract/routes.ts';
import type { Answer } from '#network/answer.ts';
import type { BodyOf, Bytes, BytesRoute, CallInput } from '#network/client.ts';
import { provider } from './provider.ts';

/** Calls that only the outbox (what a person confirmed) and the session may make. */
type Reserved = 'createEvaluation' | 'addMedia' | 'addAttachment' | 'login' | 'logout' | 'me' | 'vaultKey';

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
