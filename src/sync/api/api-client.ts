import type { ServerContact } from '#domain/connection-state.ts';
import { clockOffset } from '#domain/time/clock.ts';
import { Serial } from '#domain/serial.ts';
import type { ApiResponse, ContactNote } from '#network/response.ts';
import { CALL_UNKNOWN_CODE, createClient } from '#network/client.ts';
import { recordClock, recordContact } from '#storage/device/contact.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { sessionProofs } from './session-proofs.ts';

/** Contact notes are written sequentially; a slow write must not let an older note win. */
const notes = new Serial();

function contactOf({ cause, status, carriedFile, sentAt, answeredAt }: ContactNote): ServerContact {
  if (cause !== null) return { reached: false, cause };
  return {
    reached: true,
    ...(status !== null && { status }),
    ...(!carriedFile && { roundTrip: answeredAt - sentAt }),
  };
}

async function storeContact(note: ContactNote): Promise<void> {
  await recordContact(contactOf(note), note.answeredAt, Math.random());
  // The clock offset assumes that the server wrote its response in the middle of the exchange, which is wrong by minutes for an
  // exchange with a file.
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

/** Client that only checks whether the server is reachable: any response determines the connection state. */
const prober = createClient({ ...settings, onContact: (note) => onNote(note, storeContact) });

const PROBE_TIMEOUT_MS = 5_000;

/**
 * Requests the server's health. A server without /health proves by the session call that the response is not a captive portal's
 * (S6).
 */
export async function requestHealth(): Promise<ApiResponse<unknown>> {
  const response = await prober.call('health', { timeoutMs: PROBE_TIMEOUT_MS });
  return response.type === 'error' &&
    (response.refusal.code === CALL_UNKNOWN_CODE || response.refusal.status === 404)
    ? prober.call('me', { timeoutMs: PROBE_TIMEOUT_MS })
    : response;
}

let asking: Promise<unknown> | null = null;

/**
 * Evaluates a contact note. One unexpected response to one call does not set a connection that is up to down: the server's
 * health decides (S6).
 */
async function judgeNote(note: ContactNote): Promise<void> {
  if (note.cause !== 'portal' || (await readConnectionState()).name !== 'up') return storeContact(note);
  asking ??= requestHealth().finally(() => (asking = null));
}

/**
 * Client of this page or worker. Every response and every missing response updates connection state and clock. A note that
 * cannot be written (storage is being closed) is dropped: the next contact writes the same again.
 */
export const apiClient = createClient({ ...settings, onContact: (note) => onNote(note, judgeNote) });
