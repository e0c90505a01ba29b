import type { Contact } from '#domain/link.ts';
import { clockOffset } from '#domain/time/clock.ts';
import { Serial } from '#domain/serial.ts';
import type { Answer, ContactNote } from '#network/answer.ts';
import { CALL_UNKNOWN, createClient } from '#network/client.ts';
import { recordClock, recordContact } from '#storage/device/contact.ts';
import { readLink } from '#storage/device/link.ts';
import { sessionProofs } from './session-proofs.ts';

/** Notes are written one after the other; a slow write must not let an older note win. */
const notes = new Serial();

function contactOf({ cause, status, carriedFile, sentAt, answeredAt }: ContactNote): Contact {
  if (cause !== null) return { reached: false, cause };
  return {
    reached: true,
    ...(status !== null && { status }),
    ...(!carriedFile && { roundTrip: answeredAt - sentAt }),
  };
}

async function keepNote(note: ContactNote): Promise<void> {
  await recordContact(contactOf(note), note.answeredAt, Math.random());
  // The middle of an exchange with a file is minutes from when the provider wrote its answer.
  if (note.providerNow !== null && !note.carriedFile)
    await recordClock(clockOffset(note.sentAt, note.answeredAt, note.providerNow), note.answeredAt);
}

const onNote = (note: ContactNote, take: (note: ContactNote) => Promise<void>): void =>
  void notes.run(() => take(note)).catch(() => undefined);

const settings = {
  fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
  now: Date.now,
  onFault: (error: unknown) => reportError(error),
  proofs: sessionProofs,
};

/** Only asks whether the provider is there: whatever answers says how the link is. */
const prober = createClient({ ...settings, onContact: (note) => onNote(note, keepNote) });

const PROBE_TIMEOUT_MS = 5_000;

/** One whose provider has no /health shows by the session's call that it is no portal that says so (S6). */
export async function askForHealth(): Promise<Answer<unknown>> {
  const answer = await prober.call('health', { timeoutMs: PROBE_TIMEOUT_MS });
  return answer.type === 'error' && (answer.refusal.code === CALL_UNKNOWN || answer.refusal.status === 404)
    ? prober.call('me', { timeoutMs: PROBE_TIMEOUT_MS })
    : answer;
}

let asking: Promise<unknown> | null = null;

/** One odd answer to one call does not take a link down that is up: the provider's health tells (S6). */
async function judgeNote(note: ContactNote): Promise<void> {
  if (note.cause !== 'portal' || (await readLink()).name !== 'up') return keepNote(note);
  asking ??= askForHealth().finally(() => (asking = null));
}

/**
 * The one client of this context. Every answer and every silence keeps link and clock up to date. A note that cannot
 * be written (storage closing) is given up: the next contact writes the same again.
 */
export const provider = createClient({ ...settings, onContact: (note) => onNote(note, judgeNote) });
