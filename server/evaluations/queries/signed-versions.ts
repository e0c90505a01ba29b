import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Clarification, SignedVersion } from '#contract/records/evaluation/evaluations.ts';
import type { DocumentState, EvaluationStatus } from '#contract/vocabulary.ts';
import { formatVerificationCode } from '#domain/verification/code.ts';
import { documentState } from '#domain/verification/state.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { cachePreparedStatement } from '../../platform/database/connection/prepared.ts';
import {
  clarifications,
  signedVersions,
  issuedConcepts,
  receipts,
  reopenings,
} from '../../schema/evaluation/evaluations.ts';

/** Clarification, with the number of the signed version that it is about. */
export type WrittenClarification = Clarification & { readonly version: number };

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

interface EvaluationVersion {
  readonly id: string;
  readonly version: number;
  readonly status: EvaluationStatus;
}

const signedVersionsStatement = cachePreparedStatement((db) =>
  db
    .select({
      version: signedVersions.version,
      closedAt: signedVersions.closedAt,
      doctorName: signedVersions.doctorName,
      number: sql<string | null>`${signedVersions.content} #>> '{document,number}'`,
      code: sql<string | null>`${signedVersions.content} #>> '{document,code}'`,
      receipt: { items: receipts.items, receivedAt: receipts.receivedAt, by: receipts.handedByName },
      signedBy: sql<
        string | null
      >`case when ${signedVersions.content} #>> '{signing,as}' <> 'own' then ${signedVersions.content} #>> '{signing,by}' end`,
      reopening: reopenings,
      issuedAt: issuedConcepts.issuedAt,
    })
    .from(signedVersions)
    .leftJoin(
      issuedConcepts,
      and(
        eq(issuedConcepts.evaluationId, signedVersions.evaluationId),
        eq(issuedConcepts.version, signedVersions.version),
      ),
    )
    .leftJoin(
      receipts,
      and(
        eq(receipts.evaluationId, signedVersions.evaluationId),
        eq(receipts.version, signedVersions.version),
      ),
    )
    .leftJoin(
      reopenings,
      and(
        eq(reopenings.evaluationId, signedVersions.evaluationId),
        eq(reopenings.version, signedVersions.version),
      ),
    )
    .where(eq(signedVersions.evaluationId, sql.placeholder('evaluationId')))
    .orderBy(desc(signedVersions.version))
    .prepare('evaluation_signed_versions'),
);

type SignedVersionQueryRow = Awaited<
  ReturnType<ReturnType<typeof signedVersionsStatement>['execute']>
>[number];

const toSignedVersion = (
  {
    version,
    closedAt,
    doctorName,
    number,
    code,
    receipt,
    signedBy,
    reopening,
    issuedAt,
  }: SignedVersionQueryRow,
  state: DocumentState,
  notes: readonly WrittenClarification[],
): SignedVersion => ({
  version,
  closed_at: closedAt.toISOString(),
  doctor_name: doctorName,
  number,
  code: code && formatVerificationCode(code),
  receipt: receipt && {
    items: receipt.items,
    received_at: receipt.receivedAt.toISOString(),
    handed_by: receipt.by,
  },
  state,
  // The concept of the valid version is always available, because the first request for it makes it.
  has_concept: state === 'vigente' || issuedAt !== null,
  signed_by: signedBy,
  reopened: reopening && {
    at: reopening.reopenedAt.toISOString(),
    by: reopening.byName,
    reason: reopening.reason,
  },
  clarifications: notes.filter((note) => note.version === version).map(({ version: _of, ...note }) => note),
});

export async function signedVersionsOf(
  db: Executor,
  { id, version: last, status }: EvaluationVersion,
): Promise<SignedVersion[]> {
  if (last === 0) return [];
  const rows = await signedVersionsStatement(db).execute({ evaluationId: id });
  const notes = await clarificationsOf(db, id);
  return rows.map((row) =>
    toSignedVersion(row, documentState(row.version === last, status === 'cerrada'), notes),
  );
}
