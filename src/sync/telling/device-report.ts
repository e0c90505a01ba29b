import type { DeviceReportAnswer } from '#contract/records/people/devices.ts';
import type { DeviceSecret } from '#contract/device-proof.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { hasUntoldTurn } from '#domain/turn-number.ts';
import { makeDeviceSecret } from '#network/device-proof.ts';
import { hearSilence } from '#storage/custody/hear.ts';
import { closeGate, readPresence, type Presence } from '#storage/account/accounts.ts';
import {
  countDevice,
  readReport,
  saveReport,
  type DeviceCensus,
  type ReportRow,
} from '#storage/device/device-census.ts';
import { keepSecret, ensureIdentity, renewIdentity } from '#storage/device/device-identity.ts';
import { readLink, upSince } from '#storage/device/link.ts';
import { beginTurns, keepReportedTurns, readTurns } from '#storage/device/turns.ts';
import { isProtected, readStorageSpace } from '#storage/device/storage-space.ts';
import { callProvider, type Answer } from '../api/remote.ts';
import { deviceSignature } from '../api/device-signature.ts';
import { askForCopies, hearCopies } from './custody.ts';
import { UNKNOWN_CALL_MS, isUnknownCall } from '../outbox/unknown-call.ts';

/** A changed count is reported again no sooner. */
export const REPORT_SPACING_MS = 60_000;
/** A report is sent this often even without a change, so that the provider does not take the device for one that has gone quiet. */
export const REPORT_EVERY_MS = 15 * 60_000;
/** Nobody waits for it, and the line is for the evaluations. */
const TIMEOUT_MS = 10_000;
const LOCK = 'ventanilla-report';

/**
 * `last_chance`: the session or the worker is about to end, so that the next report may be long in coming. `letters`: none
 * are here, and whoever is registered next waits for a turn.
 */
export type ReportReason = 'usual' | 'last_chance' | 'letters';

/** What a report would tell now. */
interface News {
  readonly userId: string;
  readonly census: DeviceCensus;
  /** For whose turns (S28). */
  readonly branchId: string | null;
  /** `unasked`: nobody has asked for letters there yet. `unanswered`: none came. `untold`: turns were given since the last report. */
  readonly turns: 'unasked' | 'unanswered' | 'untold' | 'told';
  /** Since when the provider has answered; null where it does not. */
  readonly upSince: number | null;
}

async function newsOfTurns(branchId: string | null): Promise<News['turns']> {
  if (branchId === null) return 'told';
  const turns = await readTurns(branchId);
  if (turns === null) return 'unasked';
  if (turns.letters === null) return 'unanswered';
  return hasUntoldTurn(turns) ? 'untold' : 'told';
}

const readNews = async ({ userId, branchId }: Presence): Promise<News> => ({
  userId,
  census: await countDevice(),
  branchId,
  turns: await newsOfTurns(branchId),
  upSince: await upSince(),
});

/** Whether there is something to tell. A clock that was set back makes it due. */
function isDue(last: ReportRow | null, news: News, reason: ReportReason, now: number): boolean {
  if (!last) return true;
  const { census, turns } = news;
  if (now < last.notBefore && last.notBefore - now <= UNKNOWN_CALL_MS) return false;
  const passed = now - last.sentAt;
  if (passed < 0 || passed >= REPORT_EVERY_MS || turns === 'unasked') return true;
  if (reason === 'letters') return turns === 'unanswered';
  // What answers again may be a server of an older copy (S29); the report's own answer comes within its time.
  const isBack = news.upSince !== null && news.upSince - last.sentAt > TIMEOUT_MS;
  const isOther =
    isBack || last.unsent !== census.unsent || last.attention !== census.attention || turns === 'untold';
  return isOther && (reason === 'last_chance' || passed >= REPORT_SPACING_MS);
}

async function signingIdentity(): Promise<{ deviceId: string; secret: DeviceSecret }> {
  const { deviceId, secret } = await ensureIdentity();
  if (secret) return { deviceId, secret };
  const made = await makeDeviceSecret();
  const kept = await keepSecret(made);
  return { deviceId: kept.deviceId, secret: kept.secret ?? made };
}

type Reported = Answer<DeviceReportAnswer>;

async function send({ userId, census, branchId }: News): Promise<Reported> {
  const [{ deviceId: id, secret }, space, kept, turns] = await Promise.all([
    signingIdentity(),
    readStorageSpace(),
    isProtected(),
    branchId === null ? null : beginTurns(branchId),
  ]);
  const question = await askForCopies(userId, id);
  const answer = await callProvider('reportDevice', {
    params: { id },
    headers: await deviceSignature(secret, 'PUT', `/devices/${id}`),
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
    timeoutMs: TIMEOUT_MS,
  });
  if (isRefusal(answer, 'device_of_another')) await renewIdentity(id);
  const said = answer.type === 'ok' ? answer.body.turns : null;
  // Another window may have changed the branch meanwhile: the letters are of the one that the provider names.
  if (turns && said?.branch_id === branchId) await keepReportedTurns(turns, said);
  await hearCopies(question, answer);
  return answer;
}

const isRefusal = (answer: Reported, code: ErrorCode): boolean =>
  answer.type === 'error' && answer.refusal.code === code;

/** Once more where the clock was wrong, or where the device is another one to the provider from now on. */
async function tell(news: News): Promise<Reported> {
  const answer = await send(news);
  const isWorthAnother = isRefusal(answer, 'proof_stale') || isRefusal(answer, 'device_of_another');
  return isWorthAnother ? send(news) : answer;
}

async function reportIfDue(reason: ReportReason): Promise<void> {
  const account = await readPresence();
  if (account?.gate !== 'open' || (await readLink()).name === 'down') return;
  const [last, news] = [await readReport(), await readNews(account)];
  const now = Date.now();
  if (!isDue(last, news, reason, now)) return;
  const answer = await tell(news);
  if (isRefusal(answer, 'proof_stale')) return;
  if (answer.type === 'error' && answer.refusal.status === 401) return closeGate(account.userId);
  const { unsent, attention } = news.census;
  const told = { sentAt: now, unsent, attention };
  if (answer.type === 'ok') await saveReport({ ...told, notBefore: 0 });
  else if (await isUnknownCall(answer)) {
    await hearSilence(now);
    await saveReport({ ...told, notBefore: now + UNKNOWN_CALL_MS });
  }
}

/**
 * Tells the provider how many evaluations lie here unsent and since when, of whomever, if there is something to tell.
 * A report that does not arrive is made up for by the next. One at a time over all tabs and the worker: who comes while
 * another reports has nothing to add, unless that one may be of the branch before.
 */
export const reportDevice = (reason: ReportReason = 'usual'): Promise<void> =>
  navigator.locks.request(LOCK, { ifAvailable: reason !== 'letters' }, async (lock) => {
    if (lock) await reportIfDue(reason);
  });
