import type { Contact } from '#domain/link.ts';
import { comesAgain, isBare } from '#domain/outbox/outcome.ts';
import type { Answer } from '#network/answer.ts';
import { askForHealth } from '../api/provider.ts';

/** Anybody may ask for both calls: a bare 403 or 404 to them is a proxy's that knows no provider, or lets nobody through (S6). */
const isOfNobody = (answer: Answer<unknown>): boolean =>
  answer.type === 'error' &&
  isBare(answer.refusal) &&
  answer.refusal.status !== 401 &&
  !comesAgain(answer.refusal);

/** Asks for the provider's health: is it the link, or one item? */
export async function probe(): Promise<Contact> {
  const answer = await askForHealth();
  if (answer.type === 'silence') return { reached: false, cause: answer.cause };
  if (answer.type === 'foreign') return { reached: false, cause: 'portal' };
  // Any error of the provider itself is an answer: what its items do then is for the items to say (S8).
  return isOfNobody(answer) ? { reached: false, cause: 'portal' } : { reached: true };
}
