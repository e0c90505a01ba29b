import { createHash } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Correction } from '#contract/records/evaluation/corrections.ts';
import { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { MEDIA_TYPES, type MediaKind, NOTE_TYPES } from '#contract/vocabulary.ts';
import type { StoredStatement, SignatureStatement } from '#contract/records/evaluation/statements.ts';
import { toWireJson } from '../../platform/base/wire-form.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { cachePreparedStatement } from '../../platform/database/connection/prepared.ts';
import { authorisations } from '../../schema/authorisations.ts';
import { companies, doctors, evaluationTypes, exams, occupations } from '../../schema/catalogs.ts';
import { decisions } from '../../schema/decisions.ts';
import { attachments, evaluations, examOrders, media, notes } from '../../schema/evaluation/evaluations.ts';
import { patients } from '../../schema/patients.ts';
import { withoutAcceptedTextSql } from './accepted-text.ts';
import { findAnnouncedPackageJob, findRepetition } from '../../expected-lists/index.ts';
import { toPatient, formerValuesAtRegistration } from '../../patients/index.ts';
import { signedVersionsOf } from './signed-versions.ts';
import { toDecisions } from './decisions.ts';
import { additionalFieldsOf } from './additional-values.ts';
import { announcedMissingPictures, correctionsOf, currentPictureCondition } from './corrections.ts';
import { previousVisit } from './previous-visit.ts';

const employer = alias(companies, 'employer');
const contractor = alias(companies, 'contractor');
export const toReference = ({ id, name, code }: { id: string; name: string; code: string }) => ({
  id,
  name,
  code,
});

/** Returns the evaluation's row with the rows that it references; undefined when the branch has no such evaluation. */
export async function findEvaluationWithReferences(db: Executor, branchId: string, id: string) {
  const [row] = await evaluationStatement(db).execute({ branchId, id });
  return row;
}

const evaluationStatement = cachePreparedStatement((db) =>
  db
    .select({
      evaluation: evaluations,
      patient: patients,
      occupation_name: occupations.name,
      type: evaluationTypes,
      employer,
      contractor,
      doctor: doctors,
      decisions,
    })
    .from(evaluations)
    .innerJoin(patients, eq(patients.id, evaluations.patientId))
    .leftJoin(occupations, eq(occupations.id, patients.occupation_id))
    .innerJoin(evaluationTypes, eq(evaluationTypes.id, evaluations.evaluation_type_id))
    .innerJoin(employer, eq(employer.id, evaluations.employer_company_id))
    .leftJoin(contractor, eq(contractor.id, evaluations.contractor_company_id))
    .leftJoin(doctors, eq(doctors.id, evaluations.doctorId))
    .leftJoin(decisions, eq(decisions.evaluationId, evaluations.id))
    .where(
      and(eq(evaluations.id, sql.placeholder('id')), eq(evaluations.branchId, sql.placeholder('branchId'))),
    )
    .prepare('evaluation_head'),
);

async function examOrdersOf(db: Executor, evaluationId: string): Promise<Evaluation['exam_orders']> {
  const rows = await examOrdersStatement(db).execute({ evaluationId });
  const files = rows.length === 0 ? [] : await attachmentsStatement(db).execute({ evaluationId });
  return rows.map(({ order, exam }) => ({
    id: order.id,
    exam: toReference(exam),
    updated_at: order.updatedAt.toISOString(),
    result_notes: order.resultNotes,
    attachments: files
      .filter((file) => file.examOrderId === order.id)
      .map((file) => ({ id: file.id, original_name: file.originalName, storage_path: file.storagePath })),
  }));
}

const examOrdersStatement = cachePreparedStatement((db) =>
  db
    .select({ order: examOrders, exam: exams })
    .from(examOrders)
    .innerJoin(exams, eq(exams.id, examOrders.examId))
    .where(eq(examOrders.evaluationId, sql.placeholder('evaluationId')))
    .orderBy(asc(examOrders.createdAt), examOrders.id)
    .prepare('evaluation_orders'),
);

const attachmentsStatement = cachePreparedStatement((db) =>
  db
    .select({
      id: attachments.id,
      examOrderId: attachments.examOrderId,
      originalName: attachments.originalName,
      storagePath: attachments.storagePath,
    })
    .from(attachments)
    .innerJoin(examOrders, eq(examOrders.id, attachments.examOrderId))
    .where(eq(examOrders.evaluationId, sql.placeholder('evaluationId')))
    .orderBy(asc(attachments.createdAt), attachments.id)
    .prepare('evaluation_attachments'),
);

/** Returns the notes in the order of the contract's vocabulary; the screen and the documents use the same order. */
async function notesOf(db: Executor, evaluationId: string): Promise<Evaluation['notes']> {
  const rows = await notesStatement(db).execute({ evaluationId });
  return rows.toSorted((a, b) => NOTE_TYPES.indexOf(a.note_type) - NOTE_TYPES.indexOf(b.note_type));
}

const notesStatement = cachePreparedStatement((db) =>
  db
    .select({ note_type: notes.note_type, content: notes.content })
    .from(notes)
    .where(eq(notes.evaluationId, sql.placeholder('evaluationId')))
    .prepare('evaluation_notes'),
);

/** Text with the digest that the tablet recorded. The digest alone decides, because a restore may have lost the version. */
const signedTextSql = sql<string | null>`(select known.text from ${authorisations} known
  where known.sha256 = ${media.statement} #>> '{text,sha256}' limit 1)`;

const addAuthorisationText = (statement: SignatureStatement, words: string | null): StoredStatement => ({
  ...statement,
  text: statement.text && { ...statement.text, words },
});

async function mediaOf(db: Executor, evaluationId: string): Promise<Evaluation['media']> {
  const rows = await mediaStatement(db).execute({ evaluationId });
  return rows.map(({ statement, words, withoutText, ...row }) => ({
    ...row,
    ...(statement && { statement: addAuthorisationText(statement, words) }),
    ...(withoutText && { without_text: true }),
  }));
}

const mediaStatement = cachePreparedStatement((db) =>
  db
    .select({
      id: media.id,
      type: media.type,
      storage_path: media.storagePath,
      received_sha256: media.receivedSha256,
      statement: media.statement,
      withoutText: withoutAcceptedTextSql,
      words: signedTextSql,
    })
    .from(media)
    .where(and(eq(media.evaluationId, sql.placeholder('evaluationId')), currentPictureCondition))
    .orderBy(media.type)
    .prepare('evaluation_media'),
);

/**
 * Returns the types of the images that reception confirmed with the registration or a correction, and that have not arrived.
 */
async function pendingMediaTypes(
  db: Executor,
  { id, expectsMedia }: typeof evaluations.$inferSelect,
  { media: arrived, corrections }: { media: Evaluation['media']; corrections: readonly Correction[] },
) {
  const isAnnounced = corrections.some(({ pictures }) => pictures.length > 0);
  const announced = isAnnounced ? await announcedMissingPictures(db, id) : [];
  const isMissing = (type: MediaKind) => expectsMedia && !arrived.some((item) => item.type === type);
  return MEDIA_TYPES.filter((type) => announced.includes(type) || isMissing(type));
}

export interface FoundEvaluation {
  readonly evaluation: Evaluation;
  readonly revision: number;
}

export async function findEvaluation(
  db: Executor,
  branchId: string,
  id: string,
): Promise<FoundEvaluation | null> {
  const row = await findEvaluationWithReferences(db, branchId, id);
  if (!row) return null;
  const { evaluation, doctor } = row;
  const arrived = await mediaOf(db, id);
  const corrections = await correctionsOf(db, id);
  const patient = toPatient(row);
  const isOpen = evaluation.status !== 'cerrada';
  return {
    revision: evaluation.revision,
    evaluation: {
      id: evaluation.id,
      status: evaluation.status,
      started_at: evaluation.startedAt.toISOString(),
      closed_at: evaluation.closedAt?.toISOString() ?? null,
      additional_info: evaluation.additional_info,
      patient,
      additional_fields: await additionalFieldsOf(db, evaluation),
      evaluation_type: toReference(row.type),
      employer_company: toReference(row.employer),
      contractor_company: row.contractor && toReference(row.contractor),
      doctor: doctor && { id: doctor.id, name: doctor.name },
      exam_orders: await examOrdersOf(db, id),
      notes: await notesOf(db, id),
      decisions: toDecisions(row.decisions),
      media: arrived,
      corrections,
      turn: evaluation.turn,
      version: evaluation.version,
      closings: await signedVersionsOf(db, evaluation),
      pending_media: await pendingMediaTypes(db, evaluation, { media: arrived, corrections }),
      repetition: await findRepetition(db, id),
      package_job: isOpen ? await findAnnouncedPackageJob(db, id) : undefined,
      patient_was: isOpen ? formerValuesAtRegistration(evaluation.registeredPatient, patient) : undefined,
      previous_visit: isOpen ? await previousVisit(db, evaluation) : undefined,
    },
  };
}

/**
 * Returns the tag `"r<revision>-<digest>"`. Saving compares only the revision; signing compares the whole tag. The digest also
 * changes when a name in the evaluation (patient, company, exam) is changed elsewhere.
 */
export function evaluationTag({ evaluation, revision }: FoundEvaluation): string {
  const digest = createHash('sha256').update(toWireJson(Evaluation, evaluation)).digest('base64url');
  return `"r${revision}-${digest.slice(0, 16)}"`;
}
