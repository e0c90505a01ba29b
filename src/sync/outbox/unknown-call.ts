import { probe } from './probe.ts';
import type { Answer } from '../api/remote.ts';

/** A provider that does not know a call is not asked for it again before. */
export const UNKNOWN_CALL_MS = 24 * 60 * 60_000;

/**
 * Whether the provider has no such call. What stands before it says the same of every call while it starts anew: its health
 * tells the two apart, and sets right what the answer made the link look like.
 */
export async function isUnknownCall(answer: Answer<unknown>): Promise<boolean> {
  const isOdd =
    answer.type === 'error'
      ? answer.refusal.status === 404 || answer.refusal.status === 405
      : answer.type === 'foreign';
  return isOdd && (await probe()).reached;
}
