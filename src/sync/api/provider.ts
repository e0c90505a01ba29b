import type { Contact } from '#domain/link.ts';
import { clockOffset } from '#domain/time/clock.ts';
import { Serial } from '#domain/serial.ts';
import type { ContactNote } from '#network/answer.ts';
import { createClient } from '#network/client.ts';
import { recordClock, recordContact } from '#storage/device/contact.ts';
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

/**
 * The one client of this context. Every answer and every silence keeps link and clock up to date. A note that cannot
 * be written (storage closing) is given up: the next contact writes the same again.
 */
export const provider = createClient({
  fetch: (...request) => fetch(...request),
  now: Date.now,
  proofs: sessionProofs,
  onContact: (note) => void notes.run(() => keepNote(note)).catch(() => undefined),
});
