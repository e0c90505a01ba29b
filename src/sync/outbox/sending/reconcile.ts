import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { EVALUATION_STATUSES } from '#contract/vocabulary.ts';
import { EVALUATIONS_PAGE_SIZE } from '#contract/limits.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import {
  OTHER_BRANCH_CODE as BRANCH_CODE,
  OUTCOME_UNKNOWN_CODE as UNKNOWN_CODE,
  hasNoErrorBody,
  type SendResult,
} from '#domain/outbox/outcome.ts';
import {
  earliestCaptureTime,
  findMatchingEvaluationIds,
  type EvaluationMatchCriteria,
} from '#domain/outbox/match-evaluation.ts';
import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { SerialTaskQueue } from '#domain/serial.ts';
import type { ApiResponse } from '#network/response.ts';
import { readAccount, readSignedInState } from '#storage/account/accounts.ts';
import { readMeasuredClockOffsetMs } from '#storage/device/contact.ts';
import type { IdempotencySupport } from '#storage/database/server-traits.ts';
import * as outcomes from '#storage/outbox/sending/unknown-outcomes.ts';
import { MAX_LIST_PAGES } from '../../api/pages.ts';
import { apiClient } from '../../api/api-client.ts';

/**
 * Item to send to a server that may not support Idempotency-Keys (S23). An item that may have arrived is looked up before it is
 * sent again. Of two items that such a server could not distinguish, the second waits until the first has a known outcome.
 */
interface SendContext {
  readonly claimed: ClaimedItem;
  readonly keys: Exclude<IdempotencySupport, 'kept'>;
  readonly send: () => Promise<SendResult>;
}

/**
 * Returns a rejection that this device makes; `rejection-text.ts` has the texts. Status 425: the item is sent again
 * automatically. Status 0: it requires attention.
 */
const createDeviceRejection = (status: 0 | 425, code: string): SendResult => ({
  type: 'error',
  refusal: { status, code, message: '', details: [] },
  retryAfter: null,
});
const BEHIND_EQUAL_ITEM_RESULT = createDeviceRejection(425, 'behind_one_alike');
const OUTCOME_UNKNOWN_RESULT = createDeviceRejection(0, UNKNOWN_CODE);
const OTHER_BRANCH_RESULT = createDeviceRejection(0, BRANCH_CODE);

/** Returns the result for an item whose lookup failed: it waits as after a failed send, or the user decides (S8, S9, S10). */
function toFailedLookupResult(response: Exclude<ApiResponse<unknown>, { type: 'ok' }>): SendResult {
  switch (response.type) {
    case 'silence':
    case 'foreign':
      return response;
    case 'not_modified':
      return { type: 'foreign' };
    case 'error': {
      const { status } = response.refusal;
      return status === 401 || status === 408 || status === 429 || status >= 500
        ? response
        : OUTCOME_UNKNOWN_RESULT;
    }
  }
}

const queueByContent = new Map<string, SerialTaskQueue>();

/**
 * Runs the work for equal items one after another, because a lookup of one item must not find an evaluation that another send
 * is creating.
 */
async function runSequentiallyPerContent<Result>(
  likeness: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const queue = queueByContent.get(likeness) ?? new SerialTaskQueue();
  queueByContent.set(likeness, queue);
  const turn = queue.run(work);
  try {
    return await turn;
  } finally {
    if (queue.last === turn) queueByContent.delete(likeness);
  }
}

/**
 * Ids that the server gave to accepted items, by item id. The device's database may not contain them yet, or storing them there
 * may have failed.
 */
const remoteIdByItemId = new Map<string, string>();

function recordAcceptedId(itemId: string, result: SendResult): SendResult {
  if (result.type === 'accepted') remoteIdByItemId.set(itemId, result.remoteId);
  return result;
}

const isBehindEqualItem = async (entryId: string): Promise<boolean> =>
  (await outcomes.findOlderUnknownDuplicates(entryId)).some(({ id }) => !remoteIdByItemId.has(id));

/**
 * Returns true if the item was captured for another branch. A server that ignores idempotency keys would create the evaluation
 * in the session's present branch (S14).
 */
const wouldCreateInOtherBranch = async ({ claimed, keys }: SendContext): Promise<boolean> =>
  keys === 'ignored' && (await readSignedInState())?.branchId !== claimed.item.branchId;

interface RegistrationSearch {
  readonly registration: outcomes.RegistrationSearchCriteria;
  readonly notBefore: number;
}

/** Returns all evaluations that match the search, from all pages, with the base contract's page size. */
async function listMatchingEvaluations(
  search: string,
  statuses: readonly string[],
  about: RegistrationSearch,
) {
  const { registration, notBefore } = about;
  const items: EvaluationListItem[] = [];
  for (let page = 1; page <= MAX_LIST_PAGES; page += 1) {
    const response = await apiClient.call('listEvaluations', {
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
    if (response.type !== 'ok') return response;
    items.push(...response.body.items);
    if (response.body.items.length === 0 || items.length >= response.body.total)
      return { ...response, body: items };
  }
  return { type: 'foreign' } as const;
}

/**
 * Returns the patient's evaluations. Searches the document number as typed and in other formats, because the server may have
 * stored either.
 */
async function listCandidateEvaluations(
  about: RegistrationSearch,
  statuses: readonly string[],
): Promise<ApiResponse<EvaluationListItem[]>> {
  const { type, number } = about.registration.document;
  const asTyped = await listMatchingEvaluations(number, statuses, about);
  const bare = normalizeDocumentNumber(type, number);
  if (asTyped.type !== 'ok' || bare === number) return asTyped;
  const asStored = await listMatchingEvaluations(bare, statuses, about);
  return asStored.type === 'ok' ? { ...asStored, body: [...asTyped.body, ...asStored.body] } : asStored;
}

async function createRegistrationSearch({
  item,
  capturedAt,
  clockOffset,
}: ClaimedItem): Promise<RegistrationSearch | null> {
  const [registration, offsetNow] = await Promise.all([
    outcomes.readRegistrationSearchCriteria(item.entryId),
    readMeasuredClockOffsetMs(),
  ]);
  if (!registration) return null;
  return { registration, notBefore: earliestCaptureTime({ capturedAt, offsetThen: clockOffset, offsetNow }) };
}

const canReadEvaluations = async (): Promise<boolean> =>
  (await readAccount())?.actions.includes('manage_evaluations') ?? false;

/**
 * Returns true if the evaluation has pictures; null when the user may not read it. An evaluation whose creation got no response
 * has none yet, because the device sends pictures only after it has received the evaluation's id.
 */
async function fetchHasPictures(id: string): Promise<ApiResponse<boolean> | null> {
  const response = await apiClient.call('getEvaluation', { params: { id } });
  if (response.type === 'ok') return { ...response, body: response.body.media.length > 0 };
  const saysNothing =
    response.type === 'error' &&
    [403, 404].includes(response.refusal.status) &&
    !hasNoErrorBody(response.refusal);
  return saysNothing ? null : response;
}

async function findCreatedEvaluation(claimed: ClaimedItem): Promise<SendResult | null> {
  const search = await createRegistrationSearch(claimed);
  if (!search) return OUTCOME_UNKNOWN_RESULT;
  const response = await listCandidateEvaluations(search, EVALUATION_STATUSES);
  if (response.type !== 'ok') return toFailedLookupResult(response);
  const { document, evaluationType, contractorId } = search.registration;
  const sought: EvaluationMatchCriteria = {
    document,
    evaluationType,
    hasContractor: contractorId !== null,
    notBefore: search.notBefore,
  };
  const taken = new Set([...(await outcomes.listLocalEvaluationIds()), ...remoteIdByItemId.values()]);
  const candidates = findMatchingEvaluationIds(response.body, sought, taken);
  const maySee = candidates.length > 0 && (await canReadEvaluations());
  for (const id of candidates) {
    const pictures = maySee ? await fetchHasPictures(id) : null;
    if (pictures !== null && pictures.type !== 'ok') return toFailedLookupResult(pictures);
    if (!pictures?.body) return { type: 'accepted', remoteId: id };
  }
  return null;
}

async function createEvaluationOnce(sending: SendContext): Promise<SendResult> {
  const { item } = sending.claimed;
  const remoteId = remoteIdByItemId.get(item.id);
  if (remoteId !== undefined) return { type: 'accepted', remoteId };
  const patientTag = await outcomes.readPatientTagOfEntry(item.entryId);
  return runSequentiallyPerContent(`${item.ownerId} ${patientTag}`, async () => {
    if (await wouldCreateInOtherBranch(sending)) return OTHER_BRANCH_RESULT;
    if (await isBehindEqualItem(item.entryId)) return BEHIND_EQUAL_ITEM_RESULT;
    const found = item.attempts > 1 ? await findCreatedEvaluation(sending.claimed) : null;
    return recordAcceptedId(item.id, found ?? (await sending.send()));
  });
}

const acceptedPictureResult = (claimed: ClaimedItem): SendResult => ({
  type: 'accepted',
  remoteId: claimed.item.key,
});

/**
 * Returns true if the server rejected the picture because it already has it: by the error code or, for a repeated send, by a
 * 409 without a code.
 */
async function isPictureAlreadyStored(claimed: ClaimedItem, result: SendResult): Promise<boolean> {
  if (result.type !== 'error' || result.refusal.status !== 409) return false;
  const { code } = result.refusal;
  if (code !== null) return code === 'media_exists';
  // The patient's signature must have arrived, because an evaluation cannot be closed without it (P4). The photo is optional,
  // so its arrival is not proven on a closed evaluation.
  return claimed.item.kind === 'signature' || !(await mayEvaluationBeClosed(claimed));
}

async function mayEvaluationBeClosed(claimed: ClaimedItem): Promise<boolean> {
  const search = await createRegistrationSearch(claimed);
  const response = search && (await listCandidateEvaluations(search, ['cerrada']));
  return response?.type !== 'ok' || response.body.some(({ id }) => id === claimed.evaluationId);
}

async function sendPictureOnce({ claimed, send }: SendContext): Promise<SendResult> {
  const { item, evaluationId } = claimed;
  // A picture of the same type on the server does not prove that a corrected picture arrived: it may be the original or an
  // earlier retake.
  if (item.attempts === 1 || claimed.isCorrection) return send();
  if (evaluationId !== null && (await canReadEvaluations())) {
    const response = await apiClient.call('getEvaluation', { params: { id: evaluationId } });
    const there = response.type === 'ok' && response.body.media.find(({ type }) => type === item.kind);
    if (there) return { type: 'accepted', remoteId: there.id };
    const look = response.type === 'ok' ? null : toFailedLookupResult(response);
    // If the user may not look the picture up, send it again: a duplicate does less harm than a missing picture.
    if (look !== null && look !== OUTCOME_UNKNOWN_RESULT) return look;
  }
  const result = await send();
  return (await isPictureAlreadyStored(claimed, result)) ? acceptedPictureResult(claimed) : result;
}

/** Returns the ids of the exam's files with the name `fileName`, whichever user attached them. */
async function findFileIdsWithName(claimed: ClaimedItem, fileName: string): Promise<ApiResponse<string[]>> {
  const response = await apiClient.call('getEvaluation', { params: { id: claimed.evaluationId ?? '' } });
  if (response.type !== 'ok') return response;
  const order = response.body.exam_orders.find(({ id }) => id === claimed.examOrderId);
  const files = order?.attachments.filter(({ original_name }) => original_name === fileName) ?? [];
  return { ...response, body: files.map(({ id }) => id) };
}

async function attachFileOnce({ claimed, keys, send }: SendContext): Promise<SendResult> {
  const { item, evaluationId } = claimed;
  if (keys === 'unknown') return send();
  return runSequentiallyPerContent(`${evaluationId} ${claimed.examOrderId}`, async () => {
    if (await isBehindEqualItem(item.entryId)) return BEHIND_EQUAL_ITEM_RESULT;
    const sought = await outcomes.readAttachmentSearchCriteria(item.entryId, item.id);
    if (!sought) return item.attempts > 1 ? OUTCOME_UNKNOWN_RESULT : recordAcceptedId(item.id, await send());
    const { fileName, before } = sought;
    const there = await findFileIdsWithName(claimed, fileName);
    if (there.type !== 'ok') return toFailedLookupResult(there);
    if (before === null) await outcomes.recordSameNameAttachments(item.id, there.body);
    const arrived = before && there.body.find((id) => !before.includes(id));
    return recordAcceptedId(item.id, arrived ? { type: 'accepted', remoteId: arrived } : await send());
  });
}

export function sendUnlessArrived(sending: SendContext): Promise<SendResult> {
  switch (sending.claimed.item.kind) {
    case 'evaluation':
      return createEvaluationOnce(sending);
    case 'photo':
    case 'signature':
      return sendPictureOnce(sending);
    case 'attachment':
      return attachFileOnce(sending);
    case 'correction':
      return sending.send(); // A correction needs no lookup: executing it twice has the same result (S30).
  }
}
