import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { EVALUATION_STATUSES } from '#contract/vocabulary.ts';
import { EVALUATIONS_PAGE_SIZE } from '#contract/limits.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import {
  OTHER_BRANCH as BRANCH_CODE,
  OUTCOME_UNKNOWN as UNKNOWN_CODE,
  isBare,
  type SendResult,
} from '#domain/outbox/outcome.ts';
import { earliestStart, matchEvaluation, type EvaluationMatch } from '#domain/outbox/match-evaluation.ts';
import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { Serial } from '#domain/serial.ts';
import type { Answer } from '#network/answer.ts';
import { readAccount, readPresence } from '#storage/account/accounts.ts';
import { measuredClockOffset } from '#storage/device/contact.ts';
import type { KeyTreatment } from '#storage/database/provider-traits.ts';
import * as outcomes from '#storage/outbox/unknown-outcomes.ts';
import { PAGES_MAX } from '../api/pages.ts';
import { provider } from '../api/provider.ts';

/**
 * S23: how the outbox sends to a provider that is not known to keep Idempotency-Keys. Whatever may have arrived is
 * looked for there before it is sent again. Of two items that such a provider could not tell apart the second waits
 * until the outcome of the first is known.
 */
interface Sending {
  readonly claimed: ClaimedItem;
  readonly keys: Exclude<KeyTreatment, 'kept'>;
  readonly send: () => Promise<SendResult>;
}

/** A refusal that only this device makes; the texts are in refusal-text.ts. Status 425: it goes again by itself. */
const held = (status: 0 | 425, code: string): SendResult => ({
  type: 'error',
  refusal: { status, code, message: '', details: [] },
  retryAfter: null,
});
const BEHIND_ONE_ALIKE = held(425, 'behind_one_alike');
const OUTCOME_UNKNOWN = held(0, UNKNOWN_CODE);
const OTHER_BRANCH = held(0, BRANCH_CODE);

/** A look-up that came to nothing: the item waits as its own send would, or a person decides (S8, S9, S10). */
function withoutLook(answer: Exclude<Answer<unknown>, { type: 'ok' }>): SendResult {
  switch (answer.type) {
    case 'silence':
    case 'foreign':
      return answer;
    case 'not_modified':
      return { type: 'foreign' };
    case 'error': {
      const { status } = answer.refusal;
      return status === 401 || status === 408 || status === 429 || status >= 500 ? answer : OUTCOME_UNKNOWN;
    }
  }
}

// ------------------------------------------------------------------ one after the other

const queues = new Map<string, Serial>();

/** Work on what looks alike never overlaps: the look-up of one must not find what another is just creating. */
async function inTurn<Result>(likeness: string, work: () => Promise<Result>): Promise<Result> {
  const queue = queues.get(likeness) ?? new Serial();
  queues.set(likeness, queue);
  const turn = queue.run(work);
  try {
    return await turn;
  } finally {
    if (queue.last === turn) queues.delete(likeness);
  }
}

/** What this context had accepted, by item: the disk may not say so yet, or have failed to. */
const accepted = new Map<string, string>();

function noteAccepted(itemId: string, result: SendResult): SendResult {
  if (result.type === 'accepted') accepted.set(itemId, result.remoteId);
  return result;
}

const isBehindOneAlike = async (entryId: string): Promise<boolean> =>
  (await outcomes.olderAlike(entryId)).some(({ id }) => !accepted.has(id));

// ------------------------------------------------------------------ evaluations

/** Unlike ours, such a provider files an evaluation under the branch that the session acts for now (S14). */
const isForAnotherBranch = async ({ claimed, keys }: Sending): Promise<boolean> =>
  keys === 'ignored' && (await readPresence())?.branchId !== claimed.item.branchId;

interface Search {
  readonly registration: outcomes.SoughtRegistration;
  readonly notBefore: number;
}

/** All pages of the list, at the contract's size. */
async function listed(search: string, statuses: readonly string[], about: Search) {
  const { registration, notBefore } = about;
  const items: EvaluationListItem[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const answer = await provider.call('listEvaluations', {
      query: {
        status: statuses.join(','),
        search,
        employer_company_id: registration.employerId,
        contractor_company_id: registration.contractorId ?? undefined,
        from: bogotaDay(notBefore),
        page,
        page_size: EVALUATIONS_PAGE_SIZE,
      },
    });
    if (answer.type !== 'ok') return answer;
    items.push(...answer.body.items);
    if (answer.body.items.length === 0 || items.length >= answer.body.total)
      return { ...answer, body: items };
  }
  return { type: 'foreign' } as const;
}

/** The list of one person, whose number the provider may have kept as it was typed or in a form of its own. */
async function listedOf(about: Search, statuses: readonly string[]): Promise<Answer<EvaluationListItem[]>> {
  const { type, number } = about.registration.document;
  const asTyped = await listed(number, statuses, about);
  const bare = normalizeDocumentNumber(type, number);
  if (asTyped.type !== 'ok' || bare === number) return asTyped;
  const asKept = await listed(bare, statuses, about);
  return asKept.type === 'ok' ? { ...asKept, body: [...asTyped.body, ...asKept.body] } : asKept;
}

/** Null where what to look for is damaged. */
async function searchFor({ item, capturedAt, clockOffset }: ClaimedItem): Promise<Search | null> {
  const [registration, offsetNow] = await Promise.all([
    outcomes.readRegistration(item.entryId),
    measuredClockOffset(),
  ]);
  if (!registration) return null;
  return { registration, notBefore: earliestStart({ capturedAt, offsetThen: clockOffset, offsetNow }) };
}

const mayReadEvaluations = async (): Promise<boolean> =>
  (await readAccount())?.actions.includes('manage_evaluations') ?? false;

/** Ours has no picture yet: they wait for its id. Null where nobody may look. */
async function hasPictures(id: string): Promise<Answer<boolean> | null> {
  const answer = await provider.call('getEvaluation', { params: { id } });
  if (answer.type === 'ok') return { ...answer, body: answer.body.media.length > 0 };
  const saysNothing =
    answer.type === 'error' && [403, 404].includes(answer.refusal.status) && !isBare(answer.refusal);
  return saysNothing ? null : answer;
}

/** The evaluation that an earlier send made; null when there is none. */
async function findCreated(claimed: ClaimedItem): Promise<SendResult | null> {
  const search = await searchFor(claimed);
  if (!search) return OUTCOME_UNKNOWN;
  const answer = await listedOf(search, EVALUATION_STATUSES);
  if (answer.type !== 'ok') return withoutLook(answer);
  const { document, evaluationType, contractorId } = search.registration;
  const sought: EvaluationMatch = {
    document,
    evaluationType,
    hasContractor: contractorId !== null,
    notBefore: search.notBefore,
  };
  const taken = new Set([...(await outcomes.claimedEvaluations()), ...accepted.values()]);
  const candidates = matchEvaluation(answer.body, sought, taken);
  const maySee = candidates.length > 0 && (await mayReadEvaluations());
  for (const id of candidates) {
    const pictures = maySee ? await hasPictures(id) : null;
    if (pictures !== null && pictures.type !== 'ok') return withoutLook(pictures);
    if (!pictures?.body) return { type: 'accepted', remoteId: id };
  }
  return null;
}

async function createOnce(sending: Sending): Promise<SendResult> {
  const { item } = sending.claimed;
  const remoteId = accepted.get(item.id);
  if (remoteId !== undefined) return { type: 'accepted', remoteId };
  const patientTag = await outcomes.patientTagOf(item.entryId);
  return inTurn(`${item.ownerId} ${patientTag}`, async () => {
    if (await isForAnotherBranch(sending)) return OTHER_BRANCH;
    if (await isBehindOneAlike(item.entryId)) return BEHIND_ONE_ALIKE;
    const found = item.attempts > 1 ? await findCreated(sending.claimed) : null;
    return noteAccepted(item.id, found ?? (await sending.send()));
  });
}

// ------------------------------------------------------------------ pictures

const isThere = (claimed: ClaimedItem): SendResult => ({ type: 'accepted', remoteId: claimed.item.key });

/** The refusal of a provider that has this picture already: by its code, or a bare conflict about what was sent before. */
async function saysItIsThere(claimed: ClaimedItem, result: SendResult): Promise<boolean> {
  if (result.type !== 'error' || result.refusal.status !== 409) return false;
  const { code } = result.refusal;
  if (code !== null) return code === 'media_exists';
  // Nobody closes an evaluation without the patient's signature (P4); without the photo they may.
  return claimed.item.kind === 'signature' || !(await isClosed(claimed));
}

async function isClosed(claimed: ClaimedItem): Promise<boolean> {
  const search = await searchFor(claimed);
  const answer = search && (await listedOf(search, ['cerrada']));
  return answer?.type !== 'ok' || answer.body.some(({ id }) => id === claimed.evaluationId);
}

async function pictureOnce({ claimed, send }: Sending): Promise<SendResult> {
  const { item, evaluationId } = claimed;
  // Another picture of its type shows nothing of one that replaces it, and one may replace it twice.
  if (item.attempts === 1 || claimed.isCorrection) return send();
  if (evaluationId !== null && (await mayReadEvaluations())) {
    const answer = await provider.call('getEvaluation', { params: { id: evaluationId } });
    const there = answer.type === 'ok' && answer.body.media.find(({ type }) => type === item.kind);
    if (there) return { type: 'accepted', remoteId: there.id };
    const look = answer.type === 'ok' ? null : withoutLook(answer);
    // Where nobody may look, a second copy of the same bytes does less harm than a picture that is missing.
    if (look !== null && look !== OUTCOME_UNKNOWN) return look;
  }
  const result = await send();
  return (await saysItIsThere(claimed, result)) ? isThere(claimed) : result;
}

// ------------------------------------------------------------------ attachments

/** Files of the name at the exam, whoever attached them. */
async function namesakes(claimed: ClaimedItem, fileName: string): Promise<Answer<string[]>> {
  const answer = await provider.call('getEvaluation', { params: { id: claimed.evaluationId ?? '' } });
  if (answer.type !== 'ok') return answer;
  const order = answer.body.exam_orders.find(({ id }) => id === claimed.examOrderId);
  const files = order?.attachments.filter(({ original_name }) => original_name === fileName) ?? [];
  return { ...answer, body: files.map(({ id }) => id) };
}

async function attachOnce({ claimed, keys, send }: Sending): Promise<SendResult> {
  const { item, evaluationId } = claimed;
  if (keys === 'unknown') return send();
  return inTurn(`${evaluationId} ${claimed.examOrderId}`, async () => {
    if (await isBehindOneAlike(item.entryId)) return BEHIND_ONE_ALIKE;
    const sought = await outcomes.readAttachment(item.entryId, item.id);
    if (!sought) return item.attempts > 1 ? OUTCOME_UNKNOWN : noteAccepted(item.id, await send());
    const { fileName, before } = sought;
    const there = await namesakes(claimed, fileName);
    if (there.type !== 'ok') return withoutLook(there);
    if (before === null) await outcomes.noteNamesakes(item.id, there.body);
    const arrived = before && there.body.find((id) => !before.includes(id));
    return noteAccepted(item.id, arrived ? { type: 'accepted', remoteId: arrived } : await send());
  });
}

export function reconcile(sending: Sending): Promise<SendResult> {
  switch (sending.claimed.item.kind) {
    case 'evaluation':
      return createOnce(sending);
    case 'photo':
    case 'signature':
      return pictureOnce(sending);
    case 'attachment':
      return attachOnce(sending);
    case 'correction':
      return sending.send(); // Its values are the same however often they arrive (S30).
  }
}
