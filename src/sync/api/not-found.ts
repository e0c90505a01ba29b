import { isDoubtful } from '#domain/outbox/outcome.ts';
import { CALL_UNKNOWN } from '#network/client.ts';
import type { Answer } from './remote.ts';

/** The provider's own word that there is no such thing. Without a word it may be a gateway's that has no provider to ask. */
export const saysNotFound = (answer: Answer<unknown>): boolean =>
  answer.type === 'error' &&
  answer.refusal.status === 404 &&
  answer.refusal.code !== CALL_UNKNOWN &&
  !isDoubtful(answer);
