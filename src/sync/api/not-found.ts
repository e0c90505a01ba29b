import { ANSWER_UNCLEAR, isBare } from '#domain/outbox/outcome.ts';
import type { Refusal } from '#domain/outbox/item.ts';
import { CALL_UNKNOWN } from '#network/client.ts';

/** Made by this device of an answer without words. */
const WORDLESS: ReadonlySet<string | null> = new Set([CALL_UNKNOWN, ANSWER_UNCLEAR]);

/** The provider's own word that there is no such thing. A bare 404 may be that of a gateway that has no provider to ask. */
export const isNotFound = (refusal: Refusal): boolean =>
  refusal.status === 404 && !isBare(refusal) && !WORDLESS.has(refusal.code);
