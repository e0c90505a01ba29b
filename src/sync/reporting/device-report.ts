import type { DeviceReportResponse } from '#contract/records/people/devices.ts';
import type { DeviceSecret } from '#contract/device-proof.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { hasUnreportedQueueNumber } from '#domain/queue-number.ts';
import { makeDeviceSecret } from '#network/device-proof.ts';
import { applyMissingBackupStatement } from '#storage/retention/apply-statement.ts';
import { expireSession, readSignedInState, type SignedInUserState } from '#storage/account/accounts.ts';
import {
  countUnsentOnDevice,
  readDeviceReport,
  saveDeviceReport,
  type DeviceUnsentCounts,
  type DeviceReportRow,
} from '#storage/device/device-census.ts';
import {
  storeDeviceSecretIfNone,
  ensureDeviceIdentity,
  renewDeviceIdentity,
} from '#storage/device/device-identity.ts';
import { readConnectionState, readServerUpSince } from '#storage/device/connection-state.ts';
import {
  ensureQueueNumberCounter,
  storeQueueNumberReportResult,
  readQueueNumberCounter,
} from '#storage/device/queue-numbers.ts';
import { isStoragePersistent, readStorageSpace } from '#storage/device/storage-space.ts';
import type { ApiResponse } from '#network/response.ts';
import { backgroundClient } from '../api/api-client.ts';
import { createDeviceSignatureHeader } from '../api/device-signature.ts';
import { prepareBackupStatementRequest, applyBackupResponse } from './backup-statement.ts';
import { UNKNOWN_CALL_RETRY_MS, isUnknownCall } from '../outbox/sending/unknown-call.ts';

/** Minimum time between reports of changed counts, ms. */
export const MIN_DEVICE_REPORT_INTERVAL_MS = 60_000;
/** Interval of reports without a change, ms, so that the server does not list the device as silent. */
export const DEVICE_REPORT_INTERVAL_MS = 15 * 60_000;
/** Time limit of a report, ms. Short, because evaluations need the connection more. */
const DEVICE_REPORT_TIMEOUT_MS = 10_000;
const DEVICE_REPORT_LOCK_NAME = 'ventanilla-report';

/**
 * `last_chance`: the session or the service worker is about to end, so that the next report may be late. `letters`: the device
 * has no queue letters, and the next registered patient needs a queue number.
 */
export type DeviceReportReason = 'usual' | 'last_chance' | 'letters';

interface PendingDeviceReport {
  readonly userId: string;
  readonly census: DeviceUnsentCounts;
  /** Branch whose queue numbers the report contains (S28). */
  readonly branchId: string | null;
  /**
   * State of the branch's queue numbers. `unasked`: letters not requested yet. `unanswered`: requested, but none received.
   * `untold`: numbers assigned since the last report. `told`: all numbers reported.
   */
  readonly turns: 'unasked' | 'unanswered' | 'untold' | 'told';
  /** Time since which the server has been responding; null while it does not respond. */
  readonly upSince: number | null;
}

async function readQueueNumberReportState(branchId: string | null): Promise<PendingDeviceReport['turns']> {
  if (branchId === null) return 'told';
  const turns = await readQueueNumberCounter(branchId);
  if (turns === null) return 'unasked';
  if (turns.letters === null) return 'unanswered';
  return hasUnreportedQueueNumber(turns) ? 'untold' : 'told';
}

const readPendingReport = async ({ userId, branchId }: SignedInUserState): Promise<PendingDeviceReport> => ({
  userId,
  census: await countUnsentOnDevice(),
  branchId,
  turns: await readQueueNumberReportState(branchId),
  upSince: await readServerUpSince(),
});

/** Returns true if a report is due; always after the clock was set back. */
function isDeviceReportDue(
  last: DeviceReportRow | null,
  news: PendingDeviceReport,
  reason: DeviceReportReason,
  now: number,
): boolean {
  if (!last) return true;
  const { census, turns } = news;
  if (now < last.notBefore && last.notBefore - now <= UNKNOWN_CALL_RETRY_MS) return false;
  const passed = now - last.sentAt;
  if (passed < 0 || passed >= DEVICE_REPORT_INTERVAL_MS || turns === 'unasked') return true;
  if (reason === 'letters') return turns === 'unanswered';
  // A server that responds again may have been restored from an older backup (S29), so the device reports again. If `upSince`
  // is at most DEVICE_REPORT_TIMEOUT_MS later than the last report, the response to that report has set it, and no further
  // report is due.
  const isBack = news.upSince !== null && news.upSince - last.sentAt > DEVICE_REPORT_TIMEOUT_MS;
  const isOther =
    isBack || last.unsent !== census.unsent || last.attention !== census.attention || turns === 'untold';
  return isOther && (reason === 'last_chance' || passed >= MIN_DEVICE_REPORT_INTERVAL_MS);
}

async function ensureSigningIdentity(): Promise<{ deviceId: string; secret: DeviceSecret }> {
  const { deviceId, secret } = await ensureDeviceIdentity();
  if (secret) return { deviceId, secret };
  const made = await makeDeviceSecret();
  const kept = await storeDeviceSecretIfNone(made);
  return { deviceId: kept.deviceId, secret: kept.secret ?? made };
}

type ReportResponse = ApiResponse<DeviceReportResponse>;

async function sendReportOnce({ userId, census, branchId }: PendingDeviceReport): Promise<ReportResponse> {
  const [{ deviceId: id, secret }, space, kept, turns] = await Promise.all([
    ensureSigningIdentity(),
    readStorageSpace(),
    isStoragePersistent(),
    branchId === null ? null : ensureQueueNumberCounter(branchId),
  ]);
  const question = await prepareBackupStatementRequest(userId, id);
  const response = await backgroundClient.call('reportDevice', {
    params: { id },
    headers: await createDeviceSignatureHeader(secret, 'PUT', `/devices/${id}`),
    body: {
      unsent: census.unsent,
      attention: census.attention,
      oldest_captured_at: census.oldestCapturedAt,
      storage_used: space && Math.round(space.used),
      storage_quota: space && Math.round(space.quota),
      storage_persisted: kept,
      ...(turns && { turn_counter: turns.counterId }),
      asks_copies: true,
    },
    timeoutMs: DEVICE_REPORT_TIMEOUT_MS,
  });
  if (hasErrorCode(response, 'device_of_another')) await renewDeviceIdentity(id);
  const said = response.type === 'ok' ? response.body.turns : null;
  // Another window may have changed the branch during the request. The response then has letters for that branch, which are not
  // stored here.
  if (turns && said?.branch_id === branchId) await storeQueueNumberReportResult(turns, said);
  await applyBackupResponse(question, response);
  return response;
}

const hasErrorCode = (response: ReportResponse, code: ErrorCode): boolean =>
  response.type === 'error' && response.refusal.code === code;

async function sendReportWithRetry(news: PendingDeviceReport): Promise<ReportResponse> {
  const response = await sendReportOnce(news);
  const isWorthAnother = hasErrorCode(response, 'proof_stale') || hasErrorCode(response, 'device_of_another');
  return isWorthAnother ? sendReportOnce(news) : response;
}

async function reportIfDue(reason: DeviceReportReason): Promise<void> {
  const account = await readSignedInState();
  if (account?.gate !== 'open' || (await readConnectionState()).name === 'down') return;
  const [last, news] = [await readDeviceReport(), await readPendingReport(account)];
  const now = Date.now();
  if (!isDeviceReportDue(last, news, reason, now)) return;
  const response = await sendReportWithRetry(news);
  if (hasErrorCode(response, 'proof_stale')) return;
  if (response.type === 'error' && response.refusal.status === 401) return expireSession(account.userId);
  const { unsent, attention } = news.census;
  const told = { sentAt: now, unsent, attention };
  if (response.type === 'ok') await saveDeviceReport({ ...told, notBefore: 0 });
  else if (await isUnknownCall(response)) {
    await applyMissingBackupStatement(now);
    await saveDeviceReport({ ...told, notBefore: now + UNKNOWN_CALL_RETRY_MS });
  }
}

/**
 * Reports to the server how many entries of all users are unsent on this device and since when, if a report is due. A lost
 * report needs no repetition, because the next one contains the same counts. One report runs at a time over all tabs and the
 * worker. A second call returns at once; with `letters` it waits, because the running report may be for another branch.
 */
export const reportDeviceIfDue = (reason: DeviceReportReason = 'usual'): Promise<void> =>
  navigator.locks.request(DEVICE_REPORT_LOCK_NAME, { ifAvailable: reason !== 'letters' }, async (lock) => {
    if (lock) await reportIfDue(reason);
  });
