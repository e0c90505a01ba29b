import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Correction } from '#contract/records/evaluation/corrections.ts';
import type { MediaKind } from '#contract/vocabulary.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { cachePreparedStatement } from '../../platform/database/connection/prepared.ts';
import { corrections } from '../../schema/evaluation/corrections.ts';
import { media } from '../../schema/evaluation/evaluations.ts';

/** Returns the evaluation's corrections in the order of their capture. */
export async function correctionsOf(db: Executor, evaluationId: string): Promise<Correction[]> {
  const rows = await correctionsStatement(db).execute({ evaluationId });
  if (rows.length === 0) return [];
  const arrived = await arrivedPictureKeys(db, evaluationId);
  return rows.map(({ number, capturedAt, byName, createdBy, reason, changes, pictures }) => {
    const awaited = pictures.filter((type) => !arrived.has(`${number} ${type}`));
    return {
      at: capturedAt.toISOString(),
      by: byName,
      by_id: createdBy,
      reason,
      changes,
      pictures,
      ...(awaited.length > 0 && { awaited }),
    };
  });
}

const correctionsStatement = cachePreparedStatement((db) =>
  db
    .select()
    .from(corrections)
    .where(eq(corrections.evaluationId, sql.placeholder('evaluationId')))
    .orderBy(asc(corrections.capturedAt), asc(corrections.number))
    .prepare('evaluation_corrections'),
);

/**
 * Returns the images that have arrived for corrections. Each is a string: the correction's number, a space, and the image's
 * type.
 */
async function arrivedPictureKeys(db: Executor, evaluationId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ correction: media.correction, type: media.type })
    .from(media)
    .where(and(eq(media.evaluationId, evaluationId), isNotNull(media.correction)));
  return new Set(rows.map(({ correction, type }) => `${correction} ${type}`));
}

export async function announcedMissingPictures(db: Executor, evaluationId: string): Promise<MediaKind[]> {
  const { rows } = await db.execute<{ type: MediaKind }>(sql`
    select distinct announced.type from ${corrections}, unnest(pictures) as announced (type)
    where evaluation_id = ${evaluationId}::uuid and not exists (
      select from ${media} arrived where arrived.evaluation_id = ${corrections.evaluationId}
        and arrived.correction = ${corrections.number} and arrived.type = announced.type)`);
  return rows.map(({ type }) => type);
}

/** Returns the number of the evaluation's correction with that capture id; null if there is none. */
export async function correctionNumber(
  db: Executor,
  evaluationId: string,
  captureId: string | null,
): Promise<number | null> {
  if (captureId === null) return null;
  const [row] = await db
    .select({ number: corrections.number })
    .from(corrections)
    .where(and(eq(corrections.captureId, captureId), eq(corrections.evaluationId, evaluationId)));
  return row?.number ?? null;
}

/** Condition that an image is current and not replaced. Replaced images are kept, because signed versions reference them. */
export const currentPictureCondition = isNull(media.replacedAt);
