import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Media } from '#contract/records/evaluation/capture.ts';
import type { SignatureStatement } from '#contract/records/evaluation/statements.ts';

import { type Capture, authorshipOf } from '../../../platform/access/capture.ts';
import { toPlausibleInstant } from '../../../platform/access/plausible-instant.ts';
import type { Executor, Transaction } from '../../../platform/database/connection/client.ts';
import { media } from '../../../schema/evaluation/evaluations.ts';
import { type StoredUpload, storeFile } from '../../../platform/files/store-file.ts';
import { type Picture, createPictureFromUpload } from '../../../platform/files/picture.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import { currentPictureCondition } from '../../queries/corrections.ts';
import {
  lockEvaluation,
  requireOpenEvaluation,
  revisionUpdateStatement,
} from '../clinical/change-evaluation.ts';
import type { ResultWithLogEntry } from '../../../audit/index.ts';
import { type UploadDestination, type MediaUpload, resolveUploadDestination } from './upload-destination.ts';

const toMedia = (row: typeof media.$inferSelect): Media => ({
  id: row.id,
  type: row.type,
  storage_path: row.storagePath,
  received_sha256: row.receivedSha256,
});

/** Replaces the signing time by the time of arrival if the signing time is later than the arrival. */
const limitSigningTime = (statement: SignatureStatement, { receivedAt }: Capture): SignatureStatement => ({
  ...statement,
  signed_at: toPlausibleInstant(new Date(statement.signed_at), receivedAt).toISOString(),
});

function createAddedMediaResult(
  tx: Transaction,
  { receivedAt }: Capture,
  row: typeof media.$inferSelect,
): ResultWithLogEntry<Media> {
  const { evaluationId, type, statement } = row;
  // The device supplies the text and the witness, and the server cannot check them. The log therefore records both as the
  // device's claims.
  const signed = statement && {
    ...(statement.text && { text_sha256: statement.text.sha256 }),
    by: statement.witness ? 'witness' : 'patient',
  };
  return {
    answer: toMedia(row),
    entry: { action: 'media_added', evaluationId, detail: { type, ...signed } },
    last: [revisionUpdateStatement(tx, evaluationId, receivedAt)],
  };
}

/**
 * Returns true if the image must be processed; false if it is already stored.
 * @throws the same errors as `addMedia`
 */
export async function mustStorePicture(
  db: Executor,
  capture: Pick<Capture, 'sender' | 'captureId'>,
  upload: MediaUpload,
): Promise<boolean> {
  const place = await resolveUploadDestination(db, capture, upload);
  return place.type === 'free';
}

export type StoredPicture = StoredUpload<Picture['mime'], Picture['extension']>;

/**
 * Processes the image and writes it to the file store. Runs outside of any transaction because it is slow.
 * @throws file_invalid, rate_limited
 */
export const storePicture = async (
  files: FileStore,
  { type, bytes }: MediaUpload,
  person: string,
): Promise<StoredPicture> => storeFile(files, await createPictureFromUpload(type, bytes, person));

type NewImageDestination = Extract<UploadDestination, { type: 'free' }>;

const replacementColumns = (id: string, { receivedAt }: Capture) => ({
  replacedAt: receivedAt,
  replacedBy: id,
});

/**
 * Inserts the image. Returns undefined if another image was stored concurrently; the caller must then call
 * `resolveUploadDestination` again.
 */
async function insertPicture(
  tx: Transaction,
  capture: Capture,
  { upload, kept: stored, place }: { upload: MediaUpload; kept: StoredPicture; place: NewImageDestination },
): Promise<typeof media.$inferSelect | undefined> {
  const { present, correction, isNewest } = place;
  // Locks the evaluation, so that it is not signed concurrently: a signed version must keep the image that it was signed with.
  if (correction !== null)
    requireOpenEvaluation(await lockEvaluation(tx, { branchId: place.branchId, ...upload }));
  const id = randomUUID();
  if (present && isNewest) {
    const replaced = await tx
      .update(media)
      .set(replacementColumns(id, capture))
      .where(and(eq(media.id, present.id), currentPictureCondition))
      .returning({ id: media.id });
    if (replaced.length === 0) return undefined;
  }
  const [row] = await tx
    .insert(media)
    .values({
      id,
      statement: upload.statement && limitSigningTime(upload.statement, capture),
      evaluationId: upload.evaluationId,
      type: upload.type,
      storagePath: stored.storagePath,
      receivedSha256: upload.sha256,
      storedSha256: stored.storedSha256,
      mime: stored.mime,
      bytes: stored.bytes,
      capturedAt: capture.capturedAt,
      receivedAt: capture.receivedAt,
      correction,
      ...(present && !isNewest && replacementColumns(present.id, capture)),
      ...authorshipOf(capture),
    })
    .onConflictDoNothing()
    .returning();
  return row;
}

/**
 * Maximum number of attempts to insert the image. An attempt fails only if another image is stored concurrently, and at most
 * three images are: that of the registration and those of two corrections.
 */
const MAX_PICTURE_INSERT_ATTEMPTS = 3;

/**
 * Adds the photo or signature of the evaluation, or the replacement that a correction announced. Returns null and changes
 * nothing if the image is needed but is not in the file store yet.
 * @throws not_found, media_exists, evaluation_closed
 */
export async function addMedia(
  tx: Transaction,
  capture: Capture,
  upload: MediaUpload,
  stored: StoredPicture | null,
): Promise<ResultWithLogEntry<Media> | null> {
  for (let tried = 0; tried < MAX_PICTURE_INSERT_ATTEMPTS; tried += 1) {
    const place = await resolveUploadDestination(tx, capture, upload);
    if (place.type === 'repeated') return { answer: toMedia(place.row), entry: null };
    if (!stored) return null;
    const row = await insertPicture(tx, capture, { upload, kept: stored, place });
    if (row) return createAddedMediaResult(tx, capture, row);
  }
  throw new Error('A media item was neither inserted nor found');
}
