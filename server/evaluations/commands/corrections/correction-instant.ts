import { and, eq, isNotNull } from 'drizzle-orm';
import type { Capture } from '../../../platform/access/capture.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { corrections } from '../../../schema/evaluation/corrections.ts';
import type { EvaluationRow } from '../clinical/change-evaluation.ts';

/**
 * Returns the stored capture times of the author's corrections that were captured after this one by a clock that was ahead;
 * empty if this correction's clock was not ahead. For such a correction the time of arrival is stored as capture time. The
 * order of capture is therefore taken from the times that the device reported, because an earlier correction may arrive later.
 */
async function laterCorrectionTimesMs(
  tx: Transaction,
  id: string,
  { authorId, futureTime }: Capture,
): Promise<number[]> {
  if (futureTime === null) return [];
  const rows = await tx
    .select({ at: corrections.capturedAt, future: corrections.futureTime })
    .from(corrections)
    .where(
      and(
        eq(corrections.evaluationId, id),
        eq(corrections.createdBy, authorId),
        isNotNull(corrections.futureTime),
      ),
    );
  return rows.flatMap(({ at, future }) => (future && future > futureTime ? [+at] : []));
}

/**
 * Returns the capture time by which the correction is ordered among the other corrections. The time is not before the
 * registration, even if the device's clock was set back in the meantime. It is before the capture times of the author's later
 * corrections.
 */
export async function correctionInstant(
  tx: Transaction,
  capture: Capture,
  { id, capturedAt: registeredAt }: Pick<EvaluationRow, 'id' | 'capturedAt'>,
): Promise<Date> {
  const later = await laterCorrectionTimesMs(tx, id, capture);
  const before = Math.min(+capture.capturedAt, ...later.map((at) => at - 1));
  return new Date(Math.max(before, +registeredAt));
}
