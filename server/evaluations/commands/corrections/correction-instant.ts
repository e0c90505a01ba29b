import { and, eq, isNotNull } from 'drizzle-orm';
import type { Capture } from '../../../platform/access/capture.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { corrections } from '../../../schema/corrections.ts';
import type { EvaluationRow } from '../clinical/change-evaluation.ts';

/**
 * Returns the times of the corrections that the author captured after this one, by a clock that was ahead. Such a correction has
 * its time of arrival as capture time, although an earlier one may arrive after it.
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
 * Returns the capture time that orders the correction among the others: not before its registration, although the device's clock
 * may have been set back, and before the author's later corrections.
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
