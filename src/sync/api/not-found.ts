import { isDoubtful } from '#domain/outbox/outcome.ts';
import { CALL_UNKNOWN } from '#network/client.ts';
import type { Answer } from './remote.ts';

/**
 * Returns whether the server itself reports that the record does not exist. A 404 without a message may come from a gateway
 * that cannot reach the server.
 */
export const saysNotFound = (answer: Answer<unknown>): boolean =>
  answer.type === 'error' &&
  answer.refusal.status === 404 &&
  answer.refusal.code !== CALL_UNKNOWN &&
  !isDoubtful(answer);
