import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Media } from '#contract/evaluations.ts';
import type { MediaType } from '#contract/vocabulary.ts';
import { type Capture, authorshipOf } from '../../access/capture.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { evaluations, media } from '../../database/tables/evaluations.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { type KeptFile, keepFile } from '../../files/keep.ts';
import { type Picture, readPicture } from '../../files/picture.ts';
import type { FileStore } from '../../files/store.ts';
import { mayActFor } from '../../queries/catalogs/branches.ts';
import { revise } from '../clinical/change-evaluation.ts';
import type { Recorded } from '../log/record-activity.ts';

/** One picture for one evaluation, as it arrived. */
export interface Upload {
  readonly evaluationId: string;
  readonly type: MediaType;
  readonly bytes: Buffer;
  /** SHA-256 of `bytes`, hexadecimal. */
  readonly sha256: string;
}

const toMedia = (row: typeof media.$inferSelect): Media => ({
  id: row.id,
  type: row.type,
  storage_path: row.storagePath,
  received_sha256: row.receivedSha256,
});

async function refuseForeign(tx: Transaction, { sender }: Capture, evaluationId: string): Promise<void> {
  const [row] = await tx
    .select({ branchId: evaluations.branchId })
    .from(evaluations)
    .where(eq(evaluations.id, evaluationId));
  if (!row || !(await mayActFor(tx, sender, row.branchId)))
    throw notFound('La evaluación no existe en esta sede.');
}

/** The media of that type the evaluation already has. @throws media_exists when it is another picture */
async function existing(tx: Transaction, upload: Upload): Promise<Media | null> {
  const [row] = await tx
    .select()
    .from(media)
    .where(and(eq(media.evaluationId, upload.evaluationId), eq(media.type, upload.type)));
  if (!row) return null;
  if (row.receivedSha256 !== upload.sha256)
    throw new AppError('media_exists', 'La evaluación ya tiene un archivo de este tipo.');
  return toMedia(row);
}

async function broughtMeanwhile(tx: Transaction, upload: Upload): Promise<Media> {
  const kept = await existing(tx, upload);
  if (!kept) throw new Error('A media item neither inserted nor found');
  return kept;
}

async function added(
  tx: Transaction,
  { receivedAt }: Capture,
  row: typeof media.$inferSelect,
): Promise<Recorded<Media>> {
  const { evaluationId, type } = row;
  await revise(tx, evaluationId, receivedAt);
  return { answer: toMedia(row), entry: { action: 'media_added', evaluationId, detail: { type } } };
}

export type KeptPicture = KeptFile<Picture['mime'], Picture['extension']>;

/** The picture on the disk. Slow, and outside of any transaction. @throws file_invalid, rate_limited */
export const keepPicture = async (
  files: FileStore,
  { type, bytes }: Upload,
  person: string,
): Promise<KeptPicture> => keepFile(files, await readPicture(type, bytes, person));

/**
 * Gives the evaluation its photo or signature; null, and nothing is done, where it has none yet and the picture is not on
 * the disk.
 */
export async function addMedia(
  tx: Transaction,
  capture: Capture,
  upload: Upload,
  kept: KeptPicture | null,
): Promise<Recorded<Media> | null> {
  await refuseForeign(tx, capture, upload.evaluationId);
  const known = await existing(tx, upload);
  if (known) return { answer: known, entry: null };
  if (!kept) return null;
  const [row] = await tx
    .insert(media)
    .values({
      id: randomUUID(),
      evaluationId: upload.evaluationId,
      type: upload.type,
      storagePath: kept.storagePath,
      receivedSha256: upload.sha256,
      storedSha256: kept.storedSha256,
      mime: kept.mime,
      bytes: kept.bytes,
      capturedAt: capture.capturedAt,
      receivedAt: capture.receivedAt,
      ...authorshipOf(capture),
    })
    .onConflictDoNothing()
    .returning();
  return row ? added(tx, capture, row) : { answer: await broughtMeanwhile(tx, upload), entry: null };
}
