import type { Contact } from '#domain/link.ts';
import { comesAgain, isBare } from '#domain/outbox/outcome.ts';
import type { Answer } from '#network/answer.ts';
import { askForHealth } from '../api/provider.ts';

/**
 * Returns whether a proxy responded. Both calls are open to everyone: a bare 403 or 404 comes from a proxy that has no server
 * or blocks all requests (S6).
 */
const isOfNobody = (answer: Answer<unknown>): boolean =>
  answer.type === 'error' &&
  isBare(answer.refusal) &&
  answer.refusal.status !== 401 &&
  !comesAgain(answer.refusal);

/** Requests the server's health, to distinguish a connection problem from one of a single item. */
export async function probe(): Promise<Contact> {
  const answer = await askForHealth();
  if (answer.type === 'silence') return { reached: false, cause: answer.cause };
  if (answer.type === 'foreign') return { reached: false, cause: 'portal' };
  // Any error of the server itself is a response; its effect on the items is decided when they are sent (S8).
  return isOfNobody(answer) ? { reached: false, cause: 'portal' } : { reached: true };
}
