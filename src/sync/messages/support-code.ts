import type { Rejection } from '#domain/outbox/item.ts';
import { rejectionSentence } from './code-text.ts';

type Said = Pick<Rejection, 'status' | 'message'> & Partial<Pick<Rejection, 'code' | 'requestId'>>;

/**
 * Returns the code that a user names when calling for help; undefined when the server sent none or has already explained what
 * the user can do.
 */
export const supportCodeOf = (refusal: Said): string | undefined =>
  refusal.status >= 500 || rejectionSentence(refusal) === '' ? refusal.requestId : undefined;
