import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Media } from '#contract/records/evaluation/capture.ts';
import type { SignatureStatement } from '#contract/records/evaluation/statements.ts';

import { type Capture, authorshipOf } from '../../access/capture.ts';
import { plausibleInstant } from '../../access/plausible-instant.ts';
import type { Executor, Transaction } from '../../database/connection/client.ts';
import { media } from '../../database/tables/evaluations.ts';
import { type StoredUpload, storeFile } from '../../files/store-file.ts';
import { type Picture, readPicture } from '../../files/picture.ts';
import type { FileStore } from '../../files/store.ts';
import { isPresent } from '../../queries/evaluations/corrections.ts';
import { lockEvaluation, requireOpen, revise } from '../clinical/change-evaluation.ts';
import type { Recorded } from '../log/record-activity.ts';
import { type UploadDestination, type Upload, uploadDestination } from './upload-destination.ts';

const toMedia = (row: typeof media.$inferSelect): Media => ({
  id: row.id,
  type: row.type,
  storage_path: row.storagePath,
  received_sha256: row.receivedSha256,
});

/** Replaces a signing time later than the arrival by the time of arrival. */
const plausible = (statement: SignatureStatement, { receivedAt }: Capture): SignatureStatement => ({
  ...statement,
  signed_at: plausibleInstant(new Date(statement.signed_at), receivedAt).toISOString(),
});

function added(tx: Transaction, { receivedAt }: Capture, row: typeof media.$inferSelect): Recorded<Media> {
  const { evaluationId, type, statement } = row;
  // The text and the witness are what the device claims; the log records the claim.
  const signed = statement && {
    ...(statement.text && { text_sha256: statement.text.sha256 }),
    by: statement.witness ? 'witness' : 'patient',
  };
  return {
    answer: toMedia(row),
    entry: { action: 'media_added', evaluationId, detail: { type, ...signed } },
    last: [revise(tx, evaluationId, receivedAt)],
  };
}

/**
 * Returns whether the image must be processed.
 * @throws as `addMedia`
 */
export async function isPictureNeeded(
  db: Executor,
  capture: Pick<Capture, 'sender' | 'captureId'>,
  upload: Upload,
): Promise<boolean> {
  const place = await uploadDestination(db, capture, upload);
  return place.type === 'free';
}

export type StoredPicture = StoredUpload<Picture['mime'], Picture['extension']>;

/**
 * Processes the image and writes it to the file store. Slow, so it runs outside of any transaction.
 * @throws file_invalid, rate_limited
 */
export const storePicture = async (
  files: FileStore,
  { type, bytes }: Upload,
  person: string,
): Promise<StoredPicture> => storeFile(files, await readPicture(type, bytes, person));

type FreePlace = Extract<UploadDestination, { type: 'free' }>;

/** Returns the columns of an image that another one replaces. */
const replacedBy = (id: string, { receivedAt }: Capture) => ({ replacedAt: receivedAt, replacedBy: id });

/** Inserts the image; returns undefined if another image was stored in the meantime, so that the caller checks again. */
async function insertPicture(
  tx: Transaction,
  capture: Capture,
  { upload, kept: stored, place }: { upload: Upload; kept: StoredPicture; place: FreePlace },
): Promise<typeof media.$inferSelect | undefined> {
  const { present, correction, isNewest } = place;
  // If the evaluation is signed concurrently, the signed version must keep the previous image.
  if (correction !== null) requireOpen(await lockEvaluation(tx, { branchId: place.branchId, ...upload }));
  const id = randomUUID();
  if (present && isNewest) {
    const replaced = await tx
      .update(media)
      .set(replacedBy(id, capture))
      .where(and(eq(media.id, present.id), isPresent))
      .returning({ id: media.id });
    if (replaced.length === 0) return undefined;
  }
  const [row] = await tx
    .insert(media)
    .values({
      id,
      statement: upload.statement && plausible(upload.statement, capture),
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
      ...(present && !isNewest && replacedBy(present.id, capture)),
      ...authorshipOf(capture),
    })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** Attempts to insert: at most three images, the registration's and those of two corrections, are stored at the same time. */
const TRIES = 3;

/**
 * Adds the photo or signature of the evaluation, or the one that a correction announced as a replacement. Returns null and
 * changes nothing if the image is needed but not in the file store.
 * @throws not_found, media_exists, evaluation_closed
 */
export async function addMedia(
  tx: Transaction,
  capture: Capture,
  upload: Upload,
  stored: StoredPicture | null,
): Promise<Recorded<Media> | null> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const place = await uploadDestination(tx, capture, upload);
    if (place.type === 'repeated') return { answer: toMedia(place.row), entry: null };
    if (!stored) return null;
    const row = await insertPicture(tx, capture, { upload, kept: stored, place });
    if (row) return added(tx, capture, row);
  }
  throw new Error('A media item was neither inserted nor found');
}
