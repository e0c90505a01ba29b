import { and, eq } from 'drizzle-orm';
import type { ReceiptDocument } from '#contract/documents.ts';
import type { Executor, Transaction } from '../../platform/database/connection/client.ts';
import { receipts } from '../../schema/evaluation/evaluations.ts';
import { AppError } from '../../platform/base/errors.ts';
import { type StoredUpload, storeFile } from '../../platform/files/store-file.ts';
import { type Picture, createPictureFromUpload } from '../../platform/files/picture.ts';
import type { FileStore } from '../../platform/files/store.ts';
import {
  evaluationState,
  type FoundEvaluation,
  type EvaluationChangeContext,
  concludeChange,
  lockEvaluation,
  requireRevisionMatch,
  revisionUpdateStatement,
} from '../../evaluations/index.ts';

export interface ReceiptUpload {
  readonly version: number;
  readonly items: readonly ReceiptDocument[];
  readonly bytes: Buffer;
  readonly sha256: string;
}

interface EvaluationVersionState {
  readonly id: string;
  readonly status: string;
  readonly version: number;
}

/**
 * Requires that the evaluation is closed and that the receipt names its current version, because the worker signs for the
 * documents of one version.
 */
function rejectOutdatedSignedVersion(
  { status, version }: EvaluationVersionState,
  upload: ReceiptUpload,
): void {
  if (status !== 'cerrada')
    throw new AppError('evaluation_open', 'La evaluación está abierta: se entrega cuando esté firmada.');
  if (version !== upload.version)
    throw new AppError(
      'precondition_failed',
      'La evaluación se firmó de nuevo mientras la entregabas. Revisa la versión nueva antes de entregarla.',
    );
}

/**
 * Returns true if the same signature is already stored for the version, which happens when the device retries after a lost
 * response.
 * @throws media_exists if another signature is stored
 */
async function isSameReceiptStored(
  db: Executor,
  { id }: EvaluationVersionState,
  { version, sha256 }: ReceiptUpload,
): Promise<boolean> {
  const [row] = await db
    .select({ sha256: receipts.receivedSha256 })
    .from(receipts)
    .where(and(eq(receipts.evaluationId, id), eq(receipts.version, version)));
  if (row && row.sha256 !== sha256)
    throw new AppError('media_exists', 'Esta versión ya se entregó y tiene la firma de quien recibió.');
  return row !== undefined;
}

type StoredSignature = StoredUpload<Picture['mime'], Picture['extension']>;

/**
 * Writes the signature to the file store; returns null if nothing needs to be stored. Slow, so it runs outside of any
 * transaction.
 * @throws the errors of `recordDocumentReceipt`, and file_invalid
 */
export async function storeReceiptSignature(
  { db, files }: { readonly db: Executor; readonly files: FileStore },
  { branchId, evaluationId, trace }: EvaluationChangeContext,
  upload: ReceiptUpload,
): Promise<StoredSignature | null> {
  const state = await evaluationState(db, branchId, evaluationId);
  // `recordDocumentReceipt` reports the missing evaluation later, so no error is thrown here.
  if (!state) return null;
  rejectOutdatedSignedVersion(state, upload);
  if (await isSameReceiptStored(db, state, upload)) return null;
  return storeFile(files, await createPictureFromUpload('signature', upload.bytes, trace.actor.userId));
}

/**
 * Records that the worker received the named documents of the signed version; possible once for each version. Does not change
 * the documents.
 * @throws not_found, evaluation_open, precondition_failed, media_exists
 */
export async function recordDocumentReceipt(
  tx: Transaction,
  change: EvaluationChangeContext,
  upload: ReceiptUpload,
  stored: StoredSignature | null,
): Promise<FoundEvaluation> {
  const row = await lockEvaluation(tx, change);
  rejectOutdatedSignedVersion(row, upload);
  if (await isSameReceiptStored(tx, row, upload)) return concludeChange(tx, change, null);
  requireRevisionMatch(row, change.ifMatch);
  if (!stored) throw new Error('A receipt lacks its signature');
  const { at, actor } = change.trace;
  const { version, items, sha256 } = upload;
  await tx.insert(receipts).values({
    evaluationId: row.id,
    version,
    items: [...items],
    receivedAt: at,
    handedBy: actor.userId,
    handedByName: actor.displayName,
    storagePath: stored.storagePath,
    receivedSha256: sha256,
    storedSha256: stored.storedSha256,
    bytes: stored.bytes,
  });
  await revisionUpdateStatement(tx, row.id, at);
  return concludeChange(tx, change, {
    action: 'documents_handed_over',
    detail: { version, items: items.join() },
  });
}
