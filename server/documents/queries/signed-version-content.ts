import { and, eq, sql } from 'drizzle-orm';
import { NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import type { Correction } from '#contract/records/evaluation/corrections.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { StoredStatement, type SignatureStatement } from '#contract/records/evaluation/statements.ts';
import { toStoredPatientData } from '#domain/patient/patient-data.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { type doctors, exams } from '../../schema/catalogs.ts';
import {
  attachments,
  signedVersions,
  evaluations,
  examOrders,
  media,
} from '../../schema/evaluation/evaluations.ts';
import { currentPictureCondition } from '../../evaluations/index.ts';
import type { SignedVersionContent } from '../../schema/evaluation/signed-version.ts';
import { issuerOf } from './issuer.ts';

type DoctorRow = typeof doctors.$inferSelect;
interface SignedContentInput {
  readonly evaluation: Evaluation;
  readonly doctor: DoctorRow;
  readonly version: number;
  readonly closedAt: Date;
  readonly document: NonNullable<SignedVersionContent['document']>;
  readonly signing: NonNullable<SignedVersionContent['signing']>;
}
type FileDigests = ReadonlyMap<string, string>;

async function readFileDigests(db: Executor, evaluationId: string): Promise<FileDigests> {
  const pictures = await db
    .select({ id: media.id, sha256: media.storedSha256 })
    .from(media)
    .where(eq(media.evaluationId, evaluationId));
  const attached = await db
    .select({ id: attachments.id, sha256: attachments.storedSha256 })
    .from(attachments)
    .innerJoin(examOrders, eq(examOrders.id, attachments.examOrderId))
    .where(eq(examOrders.evaluationId, evaluationId));
  return new Map([...pictures, ...attached].map(({ id, sha256 }) => [id, sha256]));
}

async function readCaptureAndArrivalTimes(db: Executor, evaluationId: string) {
  const rows = await db
    .select({
      captured: evaluations.capturedAt,
      received: evaluations.receivedAt,
      type: media.type,
      at: media.capturedAt,
    })
    .from(evaluations)
    .leftJoin(media, and(eq(media.evaluationId, evaluations.id), currentPictureCondition))
    .where(eq(evaluations.id, evaluationId));
  const [first] = rows;
  if (!first) throw new Error('The evaluation to sign does not exist');
  const pictures = rows.flatMap(({ type, at }) => (type && at ? [[type, at.toISOString()] as const] : []));
  return {
    captured: first.captured.toISOString(),
    received: first.received.toISOString(),
    pictures: new Map(pictures),
  };
}

/** Returns the exams of the evaluation that the concept must not name to the employer. */
async function withheldExamIds(db: Executor, evaluationId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: exams.id })
    .from(exams)
    .innerJoin(examOrders, eq(examOrders.examId, exams.id))
    .where(and(eq(examOrders.evaluationId, evaluationId), eq(exams.shown_on_concept, false)));
  return new Set(rows.map(({ id }) => id));
}

function requireFileDigest(digests: FileDigests, id: string): string {
  const digest = digests.get(id);
  if (digest === undefined) throw new Error('A file of the evaluation lacks its digest');
  return digest;
}

const omitAuthorId = ({ by_id: _stored, ...correction }: Correction): Correction => correction;

const codeAndName = ({ code, name }: { code: string; name: string }) => ({ code, name });

const toSignedOrders = (
  { exam_orders }: Evaluation,
  digests: FileDigests,
  withheld: ReadonlySet<string>,
): SignedVersionContent['exam_orders'] =>
  exam_orders.map(({ exam, updated_at, result_notes, attachments: files }) => ({
    exam: codeAndName(exam),
    shown_on_concept: !withheld.has(exam.id),
    updated_at,
    result_notes,
    attachments: files.map(({ id, original_name }) => ({
      original_name,
      sha256: requireFileDigest(digests, id),
    })),
  }));

/**
 * Returns the additional fields that have a value, with the flags that state which documents print the field. A required field
 * without a value does not become part of the signed version.
 */
function toSignedAdditionalFields({
  additional_fields: fields = [],
}: Evaluation): Pick<SignedVersionContent, 'additional_fields'> {
  const stored = fields.flatMap(({ value, ...field }) => (value === null ? [] : [{ ...field, value }]));
  return stored.length > 0 ? { additional_fields: stored } : {};
}

/**
 * Removes the text from the signing statement. The version and digest of the text identify it, and the text is stored
 * separately.
 */
const omitAuthorisationText = ({ text, ...reported }: StoredStatement): SignatureStatement => ({
  ...reported,
  text: text && { version: text.version, sha256: text.sha256 },
});

async function findReplacedVersion(
  db: Executor,
  evaluationId: string,
  version: number,
): Promise<SignedVersionContent['replaces']> {
  const [replaced] = await db
    .select({
      version: signedVersions.version,
      number: sql<string | null>`${signedVersions.content} #>> '{document,number}'`,
    })
    .from(signedVersions)
    .where(and(eq(signedVersions.evaluationId, evaluationId), eq(signedVersions.version, version - 1)));
  return replaced ?? null;
}

/** Returns the complete content that the signature covers, as read inside the signing transaction. */
export async function composeSignedVersionContent(
  db: Executor,
  signing: SignedContentInput,
): Promise<SignedVersionContent> {
  const { evaluation, doctor, version, closedAt, document } = signing;
  const digests = await readFileDigests(db, evaluation.id);
  const times = await readCaptureAndArrivalTimes(db, evaluation.id);
  return {
    evaluation_id: evaluation.id,
    version,
    started_at: evaluation.started_at,
    captured_at: times.captured,
    received_at: times.received,
    closed_at: closedAt.toISOString(),
    document,
    issuer: await issuerOf(db, evaluation.id),
    replaces: await findReplacedVersion(db, evaluation.id, version),
    patient: toStoredPatientData(evaluation.patient),
    evaluation_type: codeAndName(evaluation.evaluation_type),
    employer_company: codeAndName(evaluation.employer_company),
    contractor_company: evaluation.contractor_company && codeAndName(evaluation.contractor_company),
    additional_info: evaluation.additional_info,
    ...toSignedAdditionalFields(evaluation),
    ...(evaluation.corrections?.length && { corrections: evaluation.corrections.map(omitAuthorId) }),
    exam_orders: toSignedOrders(evaluation, digests, await withheldExamIds(db, evaluation.id)),
    notes: evaluation.notes.map(({ note_type, content }) => ({ note_type, content })),
    decisions: evaluation.decisions ?? NO_DECISIONS,
    media: evaluation.media.map(({ id, type, statement }) => ({
      type,
      sha256: requireFileDigest(digests, id),
      captured_at: times.pictures.get(type),
      ...(statement && { statement: omitAuthorisationText(StoredStatement.parse(statement)) }),
    })),
    doctor: {
      name: doctor.name,
      specialty: doctor.specialty,
      license_number: doctor.license_number,
      registration_number: doctor.registration_number,
    },
    signing: signing.signing,
  };
}
