import { HEADER } from '#contract/headers.ts';
import type { ClaimedItem, Sender } from '#domain/outbox/ports.ts';
import type { ItemKind } from '#domain/outbox/item.ts';
import {
  CONTENT_LOST_CODE,
  resultAfterRepeat,
  CORRECTIONS_UNSUPPORTED_CODE,
  ORIGINAL_MISSING_CODE,
  type SendResult,
} from '#domain/outbox/outcome.ts';
import { isPrerequisiteKind } from '#domain/outbox/entry.ts';
import { formatStatementHeader } from '#domain/signature/statement.ts';
import { sendTimeout } from '#domain/outbox/timeout.ts';
import { correctedInstant } from '#domain/time/clock.ts';
import type { ApiResponse } from '#network/response.ts';
import { JsonText, type CallInput } from '#network/client.ts';
import type { FileForm } from '#network/file-form.ts';
import {
  readClaimedContent,
  sizeOfClaimed,
  requireDecryptable,
  type ItemContent,
} from '#storage/outbox/outbox-content.ts';
import { deleteCachedEvaluation } from '#storage/cache/cache.ts';
import {
  recordCorrectionsSupport,
  recordKeyTreatment,
  readKeyTreatment,
  type KeyTreatment,
} from '#storage/database/server-traits.ts';
import { apiClient } from '../api/api-client.ts';
import { probe } from './probe.ts';
import { isCorrectionCallMissing } from './unknown-call.ts';

/**
 * Returns the rejection for confirmed content that is missing, does not decrypt or was changed: a picture is retaken. A body
 * may have arrived before it was damaged: under another key it could create a second evaluation (S7).
 */
const lost = ({ item }: ClaimedItem): SendResult => ({
  type: 'error',
  refusal: {
    status: 0,
    code: isPrerequisiteKind(item.kind) ? CONTENT_LOST_CODE : 'picture_lost',
    message: '',
    details: [],
  },
  retryAfter: null,
});

const digestHeader = (sha256Hex: string): string => {
  const bytes = sha256Hex.match(/../g)?.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))) ?? [];
  return `sha-256=:${btoa(bytes.join(''))}:`;
};

/**
 * Returns the headers with user, branch and time of the confirmation (S7, S14, S15). They are the same on every send of the
 * same content.
 */
function headersOf(claimed: ClaimedItem, content: Sendable): Record<string, string> {
  const { item, capturedAt, clockOffset, capturedBy, consent, turn } = claimed;
  const told = content.type === 'file' ? content.statement : undefined;
  return {
    ...(consent !== null && { [HEADER.consent]: consent }),
    ...(told && { [HEADER.signatureStatement]: formatStatementHeader(told, clockOffset) }),
    // The queue number is a header and no part of the body: the key names the same request with or without it.
    ...(content.type === 'body' && turn !== null && { [HEADER.turn]: turn }),
    [HEADER.idempotencyKey]: item.key,
    [HEADER.captureId]: item.entryId,
    [HEADER.capturedAt]: correctedInstant(capturedAt, clockOffset),
    [HEADER.capturedBy]: capturedBy,
    [HEADER.branchId]: item.branchId,
    [HEADER.contentDigest]: digestHeader(content.sha256),
  };
}

type FileContent = Extract<ItemContent, { type: 'file' }>;

const fileForm = (field: FileForm['field'], { name, mime, bytes }: FileContent): FileForm => ({
  field,
  name,
  mime,
  bytes,
});

/** Key treatment as known to this drain; no other drain can change it at the same time (S13). Null before it was read. */
let treatment: KeyTreatment | null = null;

const keyTreatment = async (): Promise<KeyTreatment> => (treatment ??= await readKeyTreatment());

/** Records how the server treats keys: a server that keeps keys states so whenever it accepts a request under one (S23). */
async function noteTreatment(headers: Headers): Promise<void> {
  const seen = headers.has(HEADER.idempotencyStatus) ? 'kept' : 'ignored';
  if (seen === (await keyTreatment())) return;
  await recordKeyTreatment(seen);
  treatment = seen;
}

async function resultOf(response: ApiResponse<{ id: string }>): Promise<SendResult> {
  switch (response.type) {
    case 'ok':
      await noteTreatment(response.headers);
      return { type: 'accepted', remoteId: response.body.id };
    case 'not_modified':
      return { type: 'foreign' };
    case 'silence':
    case 'foreign':
    case 'error':
      return response;
  }
}

type Sendable = Exclude<ItemContent, { type: 'lost' }>;

/** Returns a rejection that this device makes itself. */
const rejectedOnDevice = (code: string): SendResult => ({
  type: 'error',
  refusal: { status: 0, code, message: '', details: [] },
  retryAfter: null,
});

/** Sends the corrected values (S30). A repetition sends the same values and changes nothing. */
async function sendCorrection({ item, evaluationId }: ClaimedItem, input: CallInput): Promise<SendResult> {
  if (evaluationId === null) return rejectedOnDevice(ORIGINAL_MISSING_CODE);
  const response = await apiClient.call('correctRegistration', { ...input, params: { id: evaluationId } });
  const isUnsupported = await isCorrectionCallMissing(response);
  if (isUnsupported || response.type === 'ok') await recordCorrectionsSupport(isUnsupported, Date.now());
  if (isUnsupported) return rejectedOnDevice(CORRECTIONS_UNSUPPORTED_CODE);
  // The cached copy of the evaluation shows values that were corrected or removed.
  if (response.type === 'ok') await deleteCachedEvaluation(item, evaluationId);
  return resultOf(response);
}

async function deliver(claimed: ClaimedItem, content: Sendable): Promise<SendResult> {
  const { item, evaluationId, examOrderId } = claimed;
  const common = {
    headers: headersOf(claimed, content),
    timeoutMs: sendTimeout(content.size, item.attempts),
    isBackground: true,
  };
  if (content.type === 'body') {
    const body = new JsonText(content.text);
    return item.kind === 'correction'
      ? sendCorrection(claimed, { ...common, body })
      : resultOf(await apiClient.call('createEvaluation', { ...common, body }));
  }
  if (evaluationId === null) throw new Error(`outbox item ${item.id} is out of its order`);
  const { call, field } = uploadRoute(item.kind, examOrderId);
  const upload = fileForm(field, content);
  return resultOf(await apiClient.call(call, { ...common, params: { id: evaluationId }, upload }));
}

/**
 * Loads the lookup code with the first send to a server that does not keep keys, or is not known yet. Most servers keep keys.
 */
async function loadReconcile() {
  try {
    return await import('./reconcile.ts');
  } catch {
    return null; // The connection broke before the code was loaded, which counts as a send without a response.
  }
}

/**
 * Sends an item. A repetition is harmless at a server that keeps keys; at any other server the item is looked up first (S23).
 */
async function sendItem(claimed: ClaimedItem, content: Sendable, isAgain: boolean): Promise<SendResult> {
  const keys = await keyTreatment();
  const counted = isAgain ? oneAttemptMore(claimed) : claimed;
  const send = () => deliver(claimed, content);
  if (keys === 'kept') return mayBeThere(claimed, isAgain) ? resultAfterRepeat(await send()) : send();
  const code = await loadReconcile();
  if (!code) return { type: 'silence', cause: 'no_answer' };
  return code.reconcileUnknownOutcome({ claimed: counted, keys, send });
}

/**
 * Returns whether an earlier send may have arrived. A send that was repeated at once counts only for an evaluation: after a
 * correction it could be created twice, whereas an evaluation has only one photo and one signature.
 */
const mayBeThere = ({ item }: ClaimedItem, isAgain: boolean): boolean =>
  item.attempts > 1 || (isAgain && item.kind === 'evaluation');

const oneAttemptMore = (claimed: ClaimedItem): ClaimedItem => ({
  ...claimed,
  item: { ...claimed.item, attempts: claimed.item.attempts + 1 },
});

interface UploadRoute {
  readonly call: 'addMedia' | 'addAttachment';
  readonly field: FileForm['field'];
}

function uploadRoute(kind: ItemKind, examOrderId: string | null): UploadRoute {
  if (kind === 'attachment' && examOrderId !== null)
    return { call: 'addAttachment', field: ['exam_order_id', examOrderId] };
  if (kind === 'photo' || kind === 'signature') return { call: 'addMedia', field: ['type', kind] };
  throw new Error(`outbox: a file cannot travel as ${kind}`);
}

const sizeOf = (content: ItemContent): number => (content.type === 'lost' ? 0 : content.size);

export const outboxSender: Sender = {
  begin() {
    treatment = null;
  },
  async prepare(claimed) {
    // An attachment has up to 15 MB, so it is opened when it is sent (S19).
    const opened = claimed.item.kind === 'attachment' ? null : await readClaimedContent(claimed);
    let isAgain = false;
    const send = async () => {
      const content = opened ?? (await readClaimedContent(claimed));
      if (content.type === 'lost') return lost(claimed);
      await requireDecryptable(claimed); // The owner may have signed out since the content was opened; it is then not sent (S14).
      const result = sendItem(claimed, content, isAgain);
      isAgain = true;
      return result;
    };
    return { size: opened ? sizeOf(opened) : await sizeOfClaimed(claimed), send };
  },
  probe,
};
