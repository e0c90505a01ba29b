import { and, desc, eq, sql } from 'drizzle-orm';
import type { Closing } from '#contract/records/evaluations.ts';
import type { EvaluationStatus } from '#contract/vocabulary.ts';
import { shownCode } from '#domain/verification/code.ts';
import { documentState } from '#domain/verification/state.ts';
import type { Executor } from '../../database/connection/client.ts';
import { closings, receipts } from '../../database/tables/evaluations.ts';

interface Of {
  readonly id: string;
  readonly version: number;
  readonly status: EvaluationStatus;
}

/** The evaluation's closings, the newest first; of their content no more than this leaves the database. */
export async function closingsOf(db: Executor, { id, version: last, status }: Of): Promise<Closing[]> {
  if (last === 0) return [];
  const rows = await db
    .select({
      version: closings.version,
      closedAt: closings.closedAt,
      doctorName: closings.doctorName,
      number: sql<string | null>`${closings.content} #>> '{document,number}'`,
      code: sql<string | null>`${closings.content} #>> '{document,code}'`,
      receipt: { items: receipts.items, receivedAt: receipts.receivedAt, by: receipts.handedByName },
    })
    .from(closings)
    .leftJoin(
      receipts,
      and(eq(receipts.evaluationId, closings.evaluationId), eq(receipts.version, closings.version)),
    )
    .where(eq(closings.evaluationId, id))
    .orderBy(desc(closings.version));
  return rows.map(({ version, closedAt, doctorName, number, code, receipt }) => ({
    version,
    closed_at: closedAt.toISOString(),
    doctor_name: doctorName,
    number,
    code: code && shownCode(code),
    receipt: receipt && {
      items: receipt.items,
      received_at: receipt.receivedAt.toISOString(),
      handed_by: receipt.by,
    },
    state: documentState(version === last, status === 'cerrada'),
  }));
}
