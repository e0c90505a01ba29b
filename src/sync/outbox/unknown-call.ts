import { CALL_UNKNOWN } from '#network/client.ts';
import { probe } from './probe.ts';
import type { Answer } from '../api/remote.ts';

/** A provider that does not know a call is not asked for it again before. */
export const UNKNOWN_CALL_MS = 24 * 60 * 60_000;

const LACKING = new Set([404, 405, 501]);

/**
 * Whether the server lacks the call for corrections (S30): a 404 of the server itself about the evaluation has a code. What answers in the
 * place of a server that starts anew says the same, and then its health is not answered either.
 */
export const lacksCorrections = async (answer: Answer<unknown>): Promise<boolean> =>
  answer.type === 'error' &&
  LACKING.has(answer.refusal.status) &&
  (answer.refusal.code === null || answer.refusal.code === CALL_UNKNOWN) &&
  (await probe()).reached;

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
