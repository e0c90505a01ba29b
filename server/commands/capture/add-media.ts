import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { Media } from '#contract/records/evaluation/capture.ts';
import type { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import type { MediaType } from '#contract/vocabulary.ts';
import type { Actor } from '../../access/actor.ts';
import { type Capture, authorshipOf } from '../../access/capture.ts';
import { plausibleInstant } from '../../access/plausible-instant.ts';
import type { Executor, Transaction } from '../../database/connection/client.ts';
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
  /** What the tablet kept beside it; null where it told nothing. */
  readonly statement: SignatureStatement | null;
}

const toMedia = (row: typeof media.$inferSelect): Media => ({
  id: row.id,
  type: row.type,
  storage_path: row.storagePath,
  received_sha256: row.receivedSha256,
});

const untimed = ({ device_id, text, witness }: SignatureStatement) => ({ device_id, text, witness });

/** The very bytes, and what is said of them where something is: words that come later are not taken for those that were kept. */
function isSame({ receivedSha256, statement }: typeof media.$inferSelect, upload: Upload): boolean {
  if (receivedSha256 !== upload.sha256) return false;
  if (upload.statement === null) return true;
  return statement !== null && isDeepStrictEqual(untimed(statement), untimed(upload.statement));
}

/** Nobody signs after it has arrived. */
const plausible = (statement: SignatureStatement, { receivedAt }: Capture): SignatureStatement => ({
  ...statement,
  signed_at: plausibleInstant(new Date(statement.signed_at), receivedAt).toISOString(),
});

/**
 * The media of that type the evaluation already has, with the very bytes of the upload.
 * @throws not_found for an evaluation that the sender may not act for; media_exists when it is another picture
 */
async function existing(db: Executor, sender: Actor, upload: Upload): Promise<Media | null> {
  const [row] = await db
    .select({ branchId: evaluations.branchId, media })
    .from(evaluations)
    .leftJoin(media, and(eq(media.evaluationId, evaluations.id), eq(media.type, upload.type)))
    .where(eq(evaluations.id, upload.evaluationId));
  if (!row || !(await mayActFor(db, sender, row.branchId)))
    throw notFound('La evaluación no existe en esta sede.');
  if (row.media && !isSame(row.media, upload))
    throw new AppError('media_exists', 'La evaluación ya tiene un archivo de este tipo.');
  return row.media && toMedia(row.media);
}

async function broughtMeanwhile(tx: Transaction, sender: Actor, upload: Upload): Promise<Media> {
  const kept = await existing(tx, sender, upload);
  if (!kept) throw new Error('A media item neither inserted nor found');
  return kept;
}

function added(tx: Transaction, { receivedAt }: Capture, row: typeof media.$inferSelect): Recorded<Media> {
  const { evaluationId, type, statement } = row;
  // The version and the witness are words of the device.
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

/** Whether the picture has to be made. @throws as `addMedia` */
export const isPictureNeeded = async (db: Executor, sender: Actor, upload: Upload): Promise<boolean> =>
  (await existing(db, sender, upload)) === null;

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
 * @throws not_found, media_exists
 */
export async function addMedia(
  tx: Transaction,
  capture: Capture,
  upload: Upload,
  kept: KeptPicture | null,
): Promise<Recorded<Media> | null> {
  const known = await existing(tx, capture.sender, upload);
  if (known) return { answer: known, entry: null };
  if (!kept) return null;
  const [row] = await tx
    .insert(media)
    .values({
      id: randomUUID(),
      statement: upload.statement && plausible(upload.statement, capture),
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
  return row
    ? added(tx, capture, row)
    : { answer: await broughtMeanwhile(tx, capture.sender, upload), entry: null };
}
