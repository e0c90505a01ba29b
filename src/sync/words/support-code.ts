import type { Refusal } from '#domain/outbox/item.ts';
import { sentenceOf } from './code-text.ts';

type Said = Pick<Refusal, 'status' | 'message'> & Partial<Pick<Refusal, 'code' | 'requestId'>>;

/**
 * The code that somebody who calls for help tells; undefined where nobody would: the provider has said what the person can do, or told
 * no code.
 */
export const supportCodeOf = (refusal: Said): string | undefined =>
  refusal.status >= 500 || sentenceOf(refusal) === '' ? refusal.requestId : undefined;
