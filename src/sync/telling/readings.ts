import { READINGS_PER_CALL, type Reading } from '#contract/records/evaluation/readings.ts';
import { comesAgain } from '#domain/outbox/outcome.ts';
import { closeGate, readPresence, type Presence } from '#storage/account/accounts.ts';
import { readLink } from '#storage/device/link.ts';
import {
  forgetReadings,
  noteReading,
  pauseReadings,
  readingsPause,
  waitingReadings,
  type ReadThing,
} from '#storage/cache/readings.ts';
import type { ReadingNote } from '#storage/database/device-records.ts';
import { tolerateFullDisk } from '../api/tolerate-full-disk.ts';
import { callProvider, type Answer } from '../api/remote.ts';
import { UNKNOWN_CALL_MS, isUnknownCall } from '../outbox/unknown-call.ts';

/** Pause after the server has rejected the call. */
const REFUSED_MS = 60 * 60_000;
/** Short, because no user waits for it. */
const TIMEOUT_MS = 10_000;
const LOCK = 'ventanilla-readings';

/** A later response belongs to another access. */
const ANSWERED_WITHIN_MS = 60_000;

/**
 * Records of evaluations that this page opened from the device and for which the server has not responded yet, by owner and
 * evaluation.
 */
const unanswered = new Map<string, { readonly note: ReadingNote; readonly since: number }>();
const keyOf = (ownerId: string, evaluationId: string): string => `${ownerId}:${evaluationId}`;

async function noteNow(ownerId: string, thing: ReadThing): Promise<void> {
  const since = Date.now();
  const note = await noteReading(ownerId, thing, since);
  if (note && thing.what === 'evaluation')
    unanswered.set(keyOf(ownerId, thing.evaluationId), { note, since });
}

/** R4: records that a user opened data on the device. A full device must not keep the user from reading. */
export const noteOpened = (ownerId: string, thing: ReadThing): Promise<void> =>
  tolerateFullDisk(true, noteNow(ownerId, thing));

/**
 * Drops the record of an opened evaluation when the server has responded within a minute, because the server logs that access
 * itself.
 */
export async function settleOpened(ownerId: string, evaluationId: string): Promise<void> {
  const key = keyOf(ownerId, evaluationId);
  const opened = unanswered.get(key);
  unanswered.delete(key);
  if (opened && Math.abs(Date.now() - opened.since) < ANSWERED_WITHIN_MS)
    await forgetReadings(ownerId, [opened.note]);
}

function toReading({ what, evaluationId, fileId, readAt, leftOut }: ReadingNote): Reading[] {
  const opened = { evaluation_id: evaluationId, read_at: new Date(readAt).toISOString(), left_out: leftOut };
  if (what !== 'file') return [{ what, ...opened }];
  return fileId === null ? [] : [{ what, file_id: fileId, ...opened }];
}

const send = (userId: string, notes: readonly ReadingNote[]): Promise<Answer<unknown>> =>
  callProvider('tellReadings', {
    body: { user_id: userId, readings: notes.flatMap(toReading) },
    timeoutMs: TIMEOUT_MS,
  });

async function pauseAfter(answer: Answer<unknown>, now: number): Promise<void> {
  if (await isUnknownCall(answer)) return pauseReadings(now + UNKNOWN_CALL_MS);
  // `session_of_another`: another window is signing in or has done so, and the error says nothing about the present user.
  if (answer.type !== 'error' || comesAgain(answer.refusal) || answer.refusal.code === 'session_of_another')
    return;
  await pauseReadings(now + REFUSED_MS);
}

/** Returns whether reporting is paused. A clock that was set back ends the pause. */
async function isPaused(now: number): Promise<boolean> {
  const until = await readingsPause();
  return now < until && until - now <= UNKNOWN_CALL_MS;
}

/** Reports one batch. Returns false when no record remains or a further call is useless. */
async function tellSome({ userId }: Presence): Promise<boolean> {
  const notes = (await waitingReadings(userId)).slice(0, READINGS_PER_CALL);
  if (notes.length === 0) return false;
  const answer = await send(userId, notes);
  if (answer.type === 'ok') {
    await forgetReadings(userId, notes);
    return true;
  }
  if (answer.type === 'error' && answer.refusal.status === 401) await closeGate(userId);
  else await pauseAfter(answer, Date.now());
  return false;
}

async function tellAll(): Promise<void> {
  const account = await readPresence();
  if (account?.gate !== 'open' || (await readLink()).name === 'down' || (await isPaused(Date.now()))) return;
  while (await tellSome(account));
}

/**
 * R4: reports to the server the accesses of the signed-in user to data on this device. A report whose response was lost is sent
 * again, and the server logs it once. Runs one at a time over all tabs and the service worker.
 */
export const tellReadings = (): Promise<void> =>
  navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await tellAll();
  });
