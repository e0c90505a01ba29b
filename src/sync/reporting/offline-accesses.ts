import { MAX_ACCESSES_PER_REQUEST, type OfflineAccess } from '#contract/records/offline-accesses.ts';
import { isRetryable } from '#domain/outbox/outcome.ts';
import { expireSession, readSignedInState, type SignedInUserState } from '#storage/account/accounts.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import {
  deleteReportedAccesses,
  storeOfflineAccessIfNew,
  pauseAccessReports,
  readAccessReportsPauseEnd,
  listUnreportedAccesses,
  type AccessedItem,
} from '#storage/cache/offline-accesses.ts';
import type { UnreportedAccess } from '#storage/database/device-records.ts';
import { tolerateFullDiskIfOpened } from '../api/tolerate-full-disk.ts';
import type { ApiResponse } from '#network/response.ts';
import { backgroundClient } from '../api/api-client.ts';
import { UNKNOWN_CALL_RETRY_MS, isUnknownCall } from '../outbox/sending/unknown-call.ts';

/** Pause after the server rejected a report of accesses, ms. */
const REJECTED_REPORT_DELAY_MS = 60 * 60_000;
const ACCESS_REPORT_TIMEOUT_MS = 10_000;
const ACCESS_REPORT_LOCK_NAME = 'ventanilla-readings';

/**
 * Time after the opening of a cached evaluation within which a response of the server replaces the record of the access,
 * because the server then logs it, ms. A later response is another access.
 */
const OPENING_RESPONSE_WINDOW_MS = 60_000;

/**
 * Records of evaluations that this page opened from the cache and for which no response of the server has arrived yet, by owner
 * and evaluation.
 */
const pendingOpenings = new Map<string, { readonly note: UnreportedAccess; readonly since: number }>();
const openingKeyOf = (ownerId: string, evaluationId: string): string => `${ownerId}:${evaluationId}`;

async function storeAccessAndOpening(ownerId: string, thing: AccessedItem): Promise<void> {
  const since = Date.now();
  const note = await storeOfflineAccessIfNew(ownerId, thing, since);
  if (note && thing.what === 'evaluation')
    pendingOpenings.set(openingKeyOf(ownerId, thing.evaluationId), { note, since });
}

/** R4: records that a user opened cached data. A full device is no error, so that the user can read the data. */
export const recordOfflineAccess = (ownerId: string, thing: AccessedItem): Promise<void> =>
  tolerateFullDiskIfOpened(true, storeAccessAndOpening(ownerId, thing));

/**
 * Deletes the record of an opened evaluation if the server has responded within a minute, because the server then logs the
 * access.
 */
export async function deleteAccessLoggedByServer(ownerId: string, evaluationId: string): Promise<void> {
  const key = openingKeyOf(ownerId, evaluationId);
  const opened = pendingOpenings.get(key);
  pendingOpenings.delete(key);
  if (opened && Math.abs(Date.now() - opened.since) < OPENING_RESPONSE_WINDOW_MS)
    await deleteReportedAccesses(ownerId, [opened.note]);
}

function toOfflineAccesses({
  what,
  evaluationId,
  fileId,
  readAt,
  leftOut,
}: UnreportedAccess): OfflineAccess[] {
  const opened = { evaluation_id: evaluationId, read_at: new Date(readAt).toISOString(), left_out: leftOut };
  if (what !== 'file') return [{ what, ...opened }];
  return fileId === null ? [] : [{ what, file_id: fileId, ...opened }];
}

const sendAccessReport = (
  userId: string,
  notes: readonly UnreportedAccess[],
): Promise<ApiResponse<unknown>> =>
  backgroundClient.call('tellReadings', {
    body: { user_id: userId, readings: notes.flatMap(toOfflineAccesses) },
    timeoutMs: ACCESS_REPORT_TIMEOUT_MS,
  });

async function pauseReportsIfRejected(response: ApiResponse<unknown>, now: number): Promise<void> {
  if (await isUnknownCall(response)) return pauseAccessReports(now + UNKNOWN_CALL_RETRY_MS);
  // `session_of_another`: another window is changing the signed-in user, so the present user's reports are not paused.
  if (
    response.type !== 'error' ||
    isRetryable(response.refusal) ||
    response.refusal.code === 'session_of_another'
  )
    return;
  await pauseAccessReports(now + REJECTED_REPORT_DELAY_MS);
}

async function areAccessReportsPaused(now: number): Promise<boolean> {
  const until = await readAccessReportsPauseEnd();
  return now < until && until - now <= UNKNOWN_CALL_RETRY_MS;
}

/** Reports one batch. Returns false when no record remains or the next call would fail too. */
async function reportAccessBatch({ userId }: SignedInUserState): Promise<boolean> {
  const notes = (await listUnreportedAccesses(userId)).slice(0, MAX_ACCESSES_PER_REQUEST);
  if (notes.length === 0) return false;
  const response = await sendAccessReport(userId, notes);
  if (response.type === 'ok') {
    await deleteReportedAccesses(userId, notes);
    return true;
  }
  if (response.type === 'error' && response.refusal.status === 401) await expireSession(userId);
  else await pauseReportsIfRejected(response, Date.now());
  return false;
}

async function reportAllAccessBatches(): Promise<void> {
  const account = await readSignedInState();
  if (
    account?.gate !== 'open' ||
    (await readConnectionState()).name === 'down' ||
    (await areAccessReportsPaused(Date.now()))
  )
    return;
  while (await reportAccessBatch(account));
}

/**
 * R4: reports the signed-in user's accesses to cached data. A report whose response was lost is repeated, and the server logs
 * it once. Runs one at a time over all tabs and the worker.
 */
export const reportAccesses = (): Promise<void> =>
  navigator.locks.request(ACCESS_REPORT_LOCK_NAME, { ifAvailable: true }, async (lock) => {
    if (lock) await reportAllAccessBatches();
  });
