import { HEADER } from '#contract/headers.ts';
import type { ClaimedItem, Sender } from '#domain/outbox/ports.ts';
import type { ItemKind } from '#domain/outbox/item.ts';
import {
  CONTENT_LOST_CODE,
  markUnclearRejection,
  CORRECTIONS_UNSUPPORTED_CODE,
  ORIGINAL_MISSING_CODE,
  type SendResult,
} from '#domain/outbox/outcome.ts';
import { isPrerequisiteKind } from '#domain/outbox/entry.ts';
import { formatStatementHeader } from '#domain/signature/statement.ts';
import { sendTimeoutMs } from '#domain/outbox/timeout.ts';
import { toServerInstant } from '#domain/time/clock.ts';
import type { ApiResponse } from '#network/response.ts';
import type { CallInput } from '#network/client.ts';
import { JsonText } from '#network/transport.ts';
import type { FileForm } from '#network/file-form.ts';
import {
  readClaimedContent,
  readClaimedFileSizeBytes,
  assertClaimOwnerHasKeys,
  type ItemContent,
} from '#storage/outbox/sending/outbox-content.ts';
import { deleteCachedEvaluation } from '#storage/cache/cache.ts';
import {
  setCorrectionsUnsupported,
  recordIdempotencySupport,
  readIdempotencySupport,
  type IdempotencySupport,
} from '#storage/database/server-traits.ts';
import { sha256Hex } from '#storage/vault/vault.ts';
import type { ReplacedCompanies } from '#contract/records/evaluation/capture.ts';
import { apiClient } from '../../api/api-client.ts';
import { probeServer } from './probe.ts';
import { adaptBodyToServer, mayHaveExtensionFields } from './additional-fields-support.ts';
import { isCorrectionCallMissing } from './unknown-call.ts';

/**
 * Returns the rejection for content that is missing, damaged or changed. The user can retake a picture. A damaged body cannot
 * be corrected: it may have arrived earlier, and under another key it could create a second evaluation (S7).
 */
const lostContentResult = ({ item }: ClaimedItem): SendResult => ({
  type: 'error',
  refusal: {
    status: 0,
    code: isPrerequisiteKind(item.kind) ? CONTENT_LOST_CODE : 'picture_lost',
    message: '',
    details: [],
  },
  retryAfter: null,
});

const formatDigestHeader = (sha256: string): string => {
  const bytes = sha256.match(/../g)?.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))) ?? [];
  return `sha-256=:${btoa(bytes.join(''))}:`;
};

/** Returns the headers with user, branch and time of the confirmation (S7, S14, S15), which are equal at every send. */
function createItemHeaders(claimed: ClaimedItem, content: SendableContent): Record<string, string> {
  const { item, capturedAt, clockOffset, capturedBy, consent, turn } = claimed;
  const statement = content.type === 'file' ? content.statement : undefined;
  return {
    ...(consent !== null && { [HEADER.consent]: consent }),
    ...(statement && { [HEADER.signatureStatement]: formatStatementHeader(statement, clockOffset) }),
    // The queue number is sent as a header, because the body must stay equal under its idempotency key.
    ...(content.type === 'body' && turn !== null && { [HEADER.turn]: turn }),
    [HEADER.idempotencyKey]: item.key,
    [HEADER.captureId]: item.entryId,
    [HEADER.capturedAt]: toServerInstant(capturedAt, clockOffset),
    [HEADER.capturedBy]: capturedBy,
    [HEADER.branchId]: item.branchId,
    [HEADER.contentDigest]: formatDigestHeader(content.sha256),
  };
}

type FileContent = Extract<ItemContent, { type: 'file' }>;

const toFileForm = (field: FileForm['field'], { name, mime, bytes }: FileContent): FileForm => ({
  field,
  name,
  mime,
  bytes,
});

/** Support of idempotency keys by the server; null before it was read. Only the running drain changes it (S13). */
let idempotencySupport: IdempotencySupport | null = null;

const getIdempotencySupport = async (): Promise<IdempotencySupport> =>
  (idempotencySupport ??= await readIdempotencySupport());

/**
 * Stores whether the server supports idempotency keys. A server with this support reports it when it accepts a request with a
 * key (S23).
 */
async function recordServerIdempotency(headers: Headers): Promise<void> {
  const seen = headers.has(HEADER.idempotencyStatus) ? 'kept' : 'ignored';
  if (seen === (await getIdempotencySupport())) return;
  await recordIdempotencySupport(seen);
  idempotencySupport = seen;
}

interface SentBodyResponse {
  id: string;
  replaced_companies?: ReplacedCompanies | undefined;
}

async function recordAndConvertResponse(response: ApiResponse<{ id: string }>): Promise<SendResult> {
  switch (response.type) {
    case 'ok':
      await recordServerIdempotency(response.headers);
      return { type: 'accepted', remoteId: response.body.id };
    case 'not_modified':
      return { type: 'foreign' };
    case 'silence':
    case 'foreign':
    case 'error':
      return response;
  }
}

type SendableContent = Exclude<ItemContent, { type: 'lost' }>;

const createDeviceRejection = (code: string): SendResult => ({
  type: 'error',
  refusal: { status: 0, code, message: '', details: [] },
  retryAfter: null,
});

/** Converts the response. The server may have used other companies in place of proposed ones. */
async function applyReplacementsAndConvertResponse(
  { entryId }: ClaimedItem['item'],
  response: ApiResponse<SentBodyResponse>,
): Promise<SendResult> {
  const replaced = response.type === 'ok' && response.body.replaced_companies;
  if (replaced)
    // The data have arrived, so a failure here must not fail the send.
    await import('./replaced-companies.ts')
      .then((code) => code.applyReplacedCompanies(entryId, replaced))
      .catch(reportError);
  return recordAndConvertResponse(response);
}

/** Sends a correction (S30). Sending it again is harmless, because the values are the same. */
async function sendCorrection({ item, evaluationId }: ClaimedItem, input: CallInput): Promise<SendResult> {
  if (evaluationId === null) return createDeviceRejection(ORIGINAL_MISSING_CODE);
  const response = await apiClient.call('correctRegistration', { ...input, params: { id: evaluationId } });
  const isUnsupported = await isCorrectionCallMissing(response);
  if (isUnsupported || response.type === 'ok') await setCorrectionsUnsupported(isUnsupported, Date.now());
  if (isUnsupported) return createDeviceRejection(CORRECTIONS_UNSUPPORTED_CODE);
  // Delete the cached evaluation, because it contains the values from before the correction.
  if (response.type === 'ok') await deleteCachedEvaluation(item, evaluationId);
  return applyReplacementsAndConvertResponse(item, response);
}

async function sendContent(claimed: ClaimedItem, content: SendableContent): Promise<SendResult> {
  const { item, evaluationId, examOrderId } = claimed;
  const common = {
    headers: createItemHeaders(claimed, content),
    timeoutMs: sendTimeoutMs(content.size, item.attempts),
    isBackground: true,
  };
  if (content.type === 'body') {
    const body = new JsonText(content.text);
    return item.kind === 'correction'
      ? sendCorrection(claimed, { ...common, body })
      : applyReplacementsAndConvertResponse(
          item,
          await apiClient.call('createEvaluation', { ...common, body }),
        );
  }
  if (evaluationId === null) throw new Error(`outbox item ${item.id} is out of its order`);
  const { call, field } = findUploadRoute(item.kind, examOrderId);
  const upload = toFileForm(field, content);
  return recordAndConvertResponse(
    await apiClient.call(call, { ...common, params: { id: evaluationId }, upload }),
  );
}

/** Loads the lookup code on demand: only a send to a server that may not support idempotency keys needs it. */
async function loadReconcileCode() {
  try {
    return await import('./reconcile.ts');
  } catch {
    return null; // The connection failed while loading, which counts as a send without a response.
  }
}

/**
 * Sends an item. A server that supports idempotency keys executes a repeated send only once; for other servers the item is
 * looked up first (S23).
 */
async function sendItem(
  claimed: ClaimedItem,
  content: SendableContent,
  isAgain: boolean,
): Promise<SendResult> {
  const keys = await getIdempotencySupport();
  const counted = isAgain ? withIncrementedAttempts(claimed) : claimed;
  const send = () => sendContent(claimed, content);
  if (keys === 'kept') return mayHaveArrived(claimed, isAgain) ? markUnclearRejection(await send()) : send();
  const code = await loadReconcileCode();
  if (!code) return { type: 'silence', cause: 'no_answer' };
  return code.sendUnlessArrived({ claimed: counted, keys, send });
}

/**
 * Returns true if an earlier send may have arrived. `isAgain`: immediate repetition of a send; it counts only for evaluations,
 * which could be created twice. An evaluation has only one photo and one signature.
 */
const mayHaveArrived = ({ item }: ClaimedItem, isAgain: boolean): boolean =>
  item.attempts > 1 || (isAgain && item.kind === 'evaluation');

const withIncrementedAttempts = (claimed: ClaimedItem): ClaimedItem => ({
  ...claimed,
  item: { ...claimed.item, attempts: claimed.item.attempts + 1 },
});

interface UploadRoute {
  readonly call: 'addMedia' | 'addAttachment';
  readonly field: FileForm['field'];
}

function findUploadRoute(kind: ItemKind, examOrderId: string | null): UploadRoute {
  if (kind === 'attachment' && examOrderId !== null)
    return { call: 'addAttachment', field: ['exam_order_id', examOrderId] };
  if (kind === 'photo' || kind === 'signature') return { call: 'addMedia', field: ['type', kind] };
  throw new Error(`outbox: a file cannot travel as ${kind}`);
}

/** Returns the content as this server accepts it (S7). */
async function adaptContentToServer(content: SendableContent): Promise<SendableContent> {
  if (content.type !== 'body' || !mayHaveExtensionFields(content.text)) return content;
  const text = await adaptBodyToServer(content.text);
  if (text === content.text) return content;
  const bytes = new TextEncoder().encode(text);
  return { type: 'body', text, sha256: await sha256Hex(bytes), size: bytes.byteLength };
}

const contentSizeBytes = (content: ItemContent): number => (content.type === 'lost' ? 0 : content.size);

export const outboxSender: Sender = {
  begin() {
    idempotencySupport = null;
  },
  async prepare(claimed) {
    // An attachment has up to 15 MB, so it is not decrypted before its request (S19).
    const opened = claimed.item.kind === 'attachment' ? null : await readClaimedContent(claimed);
    let isAgain = false;
    const send = async () => {
      const stored = opened ?? (await readClaimedContent(claimed));
      if (stored.type === 'lost') return lostContentResult(claimed);
      const content = await adaptContentToServer(stored);
      await assertClaimOwnerHasKeys(claimed); // Fails if the owner has signed out since the content was decrypted; the content is then not sent (S14).
      const result = sendItem(claimed, content, isAgain);
      isAgain = true;
      return result;
    };
    return { size: opened ? contentSizeBytes(opened) : await readClaimedFileSizeBytes(claimed), send };
  },
  probe: probeServer,
};
