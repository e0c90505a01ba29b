import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import type { MediaKind } from '#contract/vocabulary.ts';
import { hasAnyPermission } from '../../../platform/access/actor.ts';
import type { Capture } from '../../../platform/access/capture.ts';
import { AppError, forbiddenError, notFoundError } from '../../../platform/base/errors.ts';
import type { Executor } from '../../../platform/database/connection/client.ts';
import { corrections } from '../../../schema/evaluation/corrections.ts';
import { evaluations, media } from '../../../schema/evaluation/evaluations.ts';
import { mayActForBranch } from '../../../catalogs/index.ts';
import { requireOpenEvaluation } from '../clinical/change-evaluation.ts';

export interface MediaUpload {
  readonly evaluationId: string;
  readonly type: MediaKind;
  readonly bytes: Buffer;
  readonly sha256: string;
  /** Statement that the device sent with a signature; null if there was none. */
  readonly statement: SignatureStatement | null;
}

type MediaRow = typeof media.$inferSelect;

export type UploadDestination =
  | { readonly type: 'repeated'; readonly row: MediaRow }
  | {
      readonly type: 'free';
      readonly branchId: string;
      /** Number of the correction that announced the image; null if the image belongs to the registration itself. */
      readonly correction: number | null;
      /** Current image of the evaluation; null if it has none. */
      readonly present: MediaRow | null;
      /** False if `present` was captured after the uploaded image; `present` then stays the current image. */
      readonly isNewest: boolean;
    };

const omitSigningTime = ({ device_id, text, witness }: SignatureStatement) => ({ device_id, text, witness });

/**
 * Returns true if the upload has the same bytes and the same statement as the stored image. The time of the statement is not
 * compared. An upload without a statement matches any stored statement.
 */
function isSameUpload({ receivedSha256, statement }: MediaRow, upload: MediaUpload): boolean {
  if (receivedSha256 !== upload.sha256) return false;
  if (upload.statement === null) return true;
  return (
    statement !== null && isDeepStrictEqual(omitSigningTime(statement), omitSigningTime(upload.statement))
  );
}

async function evaluationAndPictures(db: Executor, { evaluationId, type }: MediaUpload) {
  const rows = await db
    .select({
      branchId: evaluations.branchId,
      status: evaluations.status,
      captureId: evaluations.captureId,
      media,
    })
    .from(evaluations)
    .leftJoin(media, and(eq(media.evaluationId, evaluations.id), eq(media.type, type)))
    .where(eq(evaluations.id, evaluationId));
  const [evaluation] = rows;
  return evaluation && { ...evaluation, pictures: rows.flatMap(({ media: row }) => (row ? [row] : [])) };
}

/** Returns the correction that has this capture id and announced the image; undefined if there is none. */
async function findAnnouncingCorrection(
  db: Executor,
  captureId: string | null,
  { evaluationId, type }: MediaUpload,
) {
  if (captureId === null) return undefined;
  const [correction] = await db
    .select()
    .from(corrections)
    .where(and(eq(corrections.captureId, captureId), eq(corrections.evaluationId, evaluationId)));
  return correction?.pictures.includes(type) ? correction : undefined;
}

type CorrectionRow = typeof corrections.$inferSelect;

/**
 * Returns true if the image of correction `one` is newer than `present`. An image of a correction is always newer than the
 * registration's image; of two corrections, the one captured last is newer.
 */
async function isCorrectionImageNewer(
  db: Executor,
  one: CorrectionRow,
  present: MediaRow | null,
): Promise<boolean> {
  if (present === null || present.correction === null) return true;
  const [other] = await db
    .select({ capturedAt: corrections.capturedAt })
    .from(corrections)
    .where(and(eq(corrections.evaluationId, one.evaluationId), eq(corrections.number, present.correction)));
  if (!other) throw new Error('An image lacks its correction');
  const later = +one.capturedAt - +other.capturedAt;
  return later > 0 || (later === 0 && one.number > present.correction);
}

const mediaExistsError = () =>
  new AppError('media_exists', 'La evaluación ya tiene un archivo de este tipo.');

/**
 * Returns the destination of the upload: the stored image if the upload repeats it, or the place for a new image.
 * @throws not_found if the sender may not act for the evaluation; forbidden if the sender may not register patients and no
 * correction announced the image; media_exists for a second image that no correction announced; evaluation_closed if the
 * evaluation is closed and a correction announced the image
 */
export async function resolveUploadDestination(
  db: Executor,
  { sender, captureId }: Pick<Capture, 'sender' | 'captureId'>,
  upload: MediaUpload,
): Promise<UploadDestination> {
  const evaluation = await evaluationAndPictures(db, upload);
  if (!evaluation || !(await mayActForBranch(db, sender, evaluation.branchId)))
    throw notFoundError('La evaluación no existe en esta sede.');
  const { branchId, pictures } = evaluation;
  const isRegistrations = captureId !== null && captureId.toLowerCase() === evaluation.captureId;
  const correction = isRegistrations ? undefined : await findAnnouncingCorrection(db, captureId, upload);
  // A user without the permission to register patients, such as a doctor, may retake an image in a correction. The permission
  // is therefore required only for images outside of corrections.
  if (!correction && !hasAnyPermission(sender, 'register_patients')) throw forbiddenError();
  const number = correction?.number ?? null;
  const own = pictures.find((row) => row.correction === number);
  if (own && isSameUpload(own, upload)) return { type: 'repeated', row: own };
  if (own) throw mediaExistsError();
  const present = pictures.find(({ replacedAt }) => replacedAt === null) ?? null;
  // The image of the registration may arrive after an image of a correction that has replaced it.
  if (!correction) {
    if (present && !isRegistrations) throw mediaExistsError();
    return { type: 'free', branchId, correction: null, present, isNewest: present === null };
  }
  requireOpenEvaluation(evaluation);
  const isNewest = await isCorrectionImageNewer(db, correction, present);
  return { type: 'free', branchId, correction: number, present, isNewest };
}
