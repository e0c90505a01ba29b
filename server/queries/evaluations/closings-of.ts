import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Closing } from '#contract/records/evaluation/evaluations.ts';
import type { EvaluationStatus } from '#contract/vocabulary.ts';
import { shownCode } from '#domain/verification/code.ts';
import { documentState } from '#domain/verification/state.ts';
import type { Executor } from '../../database/connection/client.ts';
import { clarifications, closings, receipts, reopenings } from '../../database/tables/evaluations.ts';
import type { WrittenClarification } from '../../reports/input/input.ts';

/** Of all closings of the evaluation, in the order in which they were written. */
export async function clarificationsOf(db: Executor, evaluationId: string): Promise<WrittenClarification[]> {
  const rows = await db
    .select()
    .from(clarifications)
    .where(eq(clarifications.evaluationId, evaluationId))
    .orderBy(asc(clarifications.version), asc(clarifications.number));
  return rows.map(({ version, content, writtenAt, byName }) => ({
    version,
    content,
    at: writtenAt.toISOString(),
    by: byName,
  }));
}

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
      signedBy: sql<
        string | null
      >`case when ${closings.content} #>> '{signing,as}' <> 'own' then ${closings.content} #>> '{signing,by}' end`,
      reopening: reopenings,
    })
    .from(closings)
    .leftJoin(
      receipts,
      and(eq(receipts.evaluationId, closings.evaluationId), eq(receipts.version, closings.version)),
    )
    .leftJoin(
      reopenings,
      and(eq(reopenings.evaluationId, closings.evaluationId), eq(reopenings.version, closings.version)),
    )
    .where(eq(closings.evaluationId, id))
    .orderBy(desc(closings.version));
  const notes = await clarificationsOf(db, id);
  return rows.map(({ version, closedAt, doctorName, number, code, receipt, signedBy, reopening }) => ({
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
    signed_by: signedBy,
    reopened: reopening && {
      at: reopening.reopenedAt.toISOString(),
      by: reopening.byName,
      reason: reopening.reason,
    },
    clarifications: notes.filter((note) => note.version === version).map(({ version: _of, ...note }) => note),
  }));
}
