import { and, count, eq, gt, sql } from 'drizzle-orm';
import { EVALUATION_CORRECTIONS_MAX } from '#contract/limits.ts';
import type { ReplacedCompanies } from '#contract/records/evaluation/capture.ts';
import type {
  CorrectedRegistration,
  Correction,
  CorrectionBody,
  Registration,
} from '#contract/records/evaluation/corrections.ts';
import {
  type CorrectedFieldName,
  presentPatientFieldPaths,
  correctedFieldNames,
} from '#domain/evaluation/corrections.ts';
import { type Capture, authorshipOf } from '../../../platform/access/capture.ts';
import { AppError, fieldError } from '../../../platform/base/errors.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { users } from '../../../schema/accounts/accounts.ts';
import { corrections } from '../../../schema/evaluation/corrections.ts';
import { correctionsOf } from '../../queries/corrections.ts';
import { findRegistration } from '../../queries/registration.ts';
import { rejectUnusableReferences } from '../capture/usable-references.ts';
import { type EvaluationRow, lockEvaluation, requireOpenEvaluation } from '../clinical/change-evaluation.ts';
import type { ActivityEntry, ResultWithLogEntry } from '../../../audit/index.ts';
import { resolveCompanies } from '../../../catalogs/index.ts';
import { type PatientLookup, registrationChangeDetail } from '../../../patients/index.ts';
import { fieldChangesBetween } from './corrected-values.ts';
import { type AppliedCorrection, applyCorrection } from './apply-correction.ts';
import { correctionInstant } from './correction-instant.ts';

export interface RegistrationCorrection {
  readonly evaluationId: string;
  readonly body: CorrectionBody;
}

const alreadyCorrectedError = () =>
  new AppError('already_registered', 'Esta corrección ya llegó desde otro dispositivo.');

/**
 * Rejects a correction if another device has already sent the same confirmation, as a correction or as the registration itself.
 */
async function rejectRepeatedCapture(
  tx: Transaction,
  { captureId }: Capture,
  row: EvaluationRow,
): Promise<void> {
  if (captureId === null) return;
  if (captureId === row.captureId)
    throw new AppError('already_registered', 'El registro ya llegó con este X-Capture-Id.');
  const [known] = await tx
    .select({ number: corrections.number })
    .from(corrections)
    .where(eq(corrections.captureId, captureId));
  if (known) throw alreadyCorrectedError();
}

function rejectEmptyCorrection(
  { pictures }: CorrectionBody,
  named: readonly string[],
  { captureId }: Capture,
): void {
  if (named.length + pictures.length === 0)
    throw fieldError({ field: 'reason', message: 'Indica qué se corrige.' });
  if (pictures.length > 0 && captureId === null)
    throw new AppError('malformed_request', 'Una corrección con imágenes necesita X-Capture-Id.');
}

async function rejectUnrelatedPatient(tx: Transaction, row: EvaluationRow, { patient }: CorrectionBody) {
  const id = patient?.id?.toLowerCase();
  if (id === undefined || id === row.patientId) return;
  const { evaluationId, movedFrom, number } = corrections;
  const [left] = await tx
    .select({ number })
    .from(corrections)
    .where(and(eq(evaluationId, row.id), eq(movedFrom, id)))
    .limit(1);
  if (!left) throw fieldError({ field: 'patient.id', message: 'Este registro nunca fue de este paciente.' });
}

async function nextCorrectionNumber(tx: Transaction, evaluationId: string): Promise<number> {
  const [row] = await tx
    .select({ made: count() })
    .from(corrections)
    .where(eq(corrections.evaluationId, evaluationId));
  const number = (row?.made ?? 0) + 1;
  if (number <= EVALUATION_CORRECTIONS_MAX) return number;
  const message = `Un registro se corrige ${EVALUATION_CORRECTIONS_MAX} veces como máximo.`;
  throw fieldError({ field: 'reason', message });
}

async function findLaterCorrectedFields(
  tx: Transaction,
  evaluationId: string,
  at: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ field: sql<string>`unnest(${corrections.fields})` })
    .from(corrections)
    .where(and(eq(corrections.evaluationId, evaluationId), gt(corrections.capturedAt, at)));
  return new Set(rows.map(({ field }) => field));
}

async function readCurrentRegistration(
  tx: Transaction,
  { branchId, id }: EvaluationRow,
): Promise<Registration> {
  const found = await findRegistration(tx, branchId, id);
  if (!found) throw new Error('A locked evaluation no longer exists');
  return found;
}

async function authorName(tx: Transaction, { sender, authorId }: Capture): Promise<string> {
  if (authorId === sender.userId) return sender.displayName;
  const [author] = await tx.select({ name: users.displayName }).from(users).where(eq(users.id, authorId));
  if (!author) throw new Error('The author of a correction does not exist');
  return author.name;
}

/** Returns the log entries of the correction. They contain the names of the fields, never their values. */
const createCorrectionLogEntries = (
  evaluationId: string,
  { number, fields, pictures }: { number: number; fields: readonly string[]; pictures: readonly string[] },
  { moved, ...applied }: AppliedCorrection,
): { readonly entry: ActivityEntry; readonly also: readonly ActivityEntry[] } => {
  const changed = registrationChangeDetail(applied.changed, applied.overwritten);
  return {
    entry: {
      action: 'registration_corrected',
      evaluationId,
      detail: {
        number,
        fields,
        ...(pictures.length > 0 && { pictures }),
        ...(moved && { moved_from: moved.from, moved_to: moved.to }),
      },
    },
    also: changed === null ? [] : [{ action: 'patient_changed', evaluationId, detail: changed }],
  };
};

/**
 * Returns the names of the corrected fields. If the correction names a new patient but the registration already has this
 * patient, the names of the patient's fields are included.
 */
function findCorrectedFields(
  body: CorrectionBody,
  { moved, kept: stored, changed: { renewal } }: AppliedCorrection,
): CorrectedFieldName[] {
  const named = correctedFieldNames(body);
  if (!body.other_patient || moved !== null || stored.has('patient')) return named;
  // The value of the field 'patient' consists of name and document. The field is listed only when the document type changes,
  // because the fields of the name are listed separately.
  return [
    ...presentPatientFieldPaths(body.other_patient),
    ...named.filter((field) => field !== 'patient' || renewal),
  ];
}

interface CorrectionRecord {
  readonly number: number;
  readonly at: Date;
  readonly fields: readonly CorrectedFieldName[];
  readonly changes: Correction['changes'];
  readonly applied: AppliedCorrection;
}

/**
 * Inserts the correction.
 * @throws already_registered if the same confirmation corrected another evaluation in the meantime
 */
async function storeCorrection(
  tx: Transaction,
  capture: Capture,
  { evaluationId, body }: RegistrationCorrection,
  { number, at, fields, changes, applied: { moved } }: CorrectionRecord,
): Promise<void> {
  const stored = await tx
    .insert(corrections)
    .values({
      evaluationId,
      number,
      captureId: capture.captureId,
      capturedAt: at,
      receivedAt: capture.receivedAt,
      futureTime: capture.futureTime,
      ...authorshipOf(capture),
      byName: await authorName(tx, capture),
      reason: body.reason,
      fields: [...fields],
      changes,
      pictures: [...new Set(body.pictures)],
      movedFrom: moved?.from ?? null,
      movedTo: moved?.to ?? null,
    })
    .onConflictDoNothing({ target: corrections.captureId })
    .returning({ number: corrections.number });
  if (stored.length === 0) throw alreadyCorrectedError();
}

interface ResolvedCorrection extends RegistrationCorrection {
  readonly replaced: ReplacedCompanies;
}

async function lockCorrectableEvaluation(
  tx: Transaction,
  capture: Capture,
  { evaluationId, body, replaced }: ResolvedCorrection,
): Promise<EvaluationRow> {
  const row = await lockEvaluation(tx, { branchId: capture.branchId, evaluationId });
  await rejectRepeatedCapture(tx, capture, row);
  requireOpenEvaluation(row);
  rejectEmptyCorrection(body, correctedFieldNames(body), capture);
  await rejectUnrelatedPatient(tx, row, body);
  await rejectUnusableReferences(tx, { at: capture.capturedAt, replaced }, body, {
    evaluation_type_id: row.evaluation_type_id,
    employer_company_id: row.employer_company_id,
    contractor_company_id: row.contractor_company_id,
  });
  return row;
}

/**
 * Corrects a registration that is not signed, and records the correction with its changes. If several corrections change one
 * field, the correction captured last determines the value. An older correction that arrives later is recorded without changing
 * that field.
 * @param lookup result of the lookup of `other_patient`; null without `other_patient`
 * @throws not_found, already_registered, evaluation_closed, document_of_another, malformed_request, validation_failed
 */
export async function correctRegistration(
  tx: Transaction,
  capture: Capture,
  received: RegistrationCorrection,
  lookup: PatientLookup | null,
): Promise<ResultWithLogEntry<CorrectedRegistration>> {
  const { receivedAt } = capture;
  // Before the evaluation is locked, because a merge of companies locks them in this order too.
  const { body, replaced, entries } = await resolveCompanies(tx, received.body, capture);
  const correction = { ...received, body, replaced };
  const row = await lockCorrectableEvaluation(tx, capture, correction);
  const number = await nextCorrectionNumber(tx, row.id);
  const at = await correctionInstant(tx, capture, row);
  const before = await readCurrentRegistration(tx, row);
  const later = await findLaterCorrectedFields(tx, row.id, at);
  const applied = await applyCorrection(tx, { row, body, at, later, lookup, receivedAt });
  const after = await readCurrentRegistration(tx, row);
  const fields = findCorrectedFields(body, applied);
  const changes = fieldChangesBetween(before, after, {
    named: [...fields, ...applied.carried],
    kept: applied.kept,
    given: body.additional_fields,
  });
  await storeCorrection(tx, capture, correction, { number, at, fields, changes, applied });
  const logged = createCorrectionLogEntries(row.id, { number, fields, pictures: body.pictures }, applied);
  return {
    answer: {
      ...after,
      corrections: await correctionsOf(tx, row.id),
      ...(replaced.length > 0 && { replaced_companies: replaced }),
    },
    ...logged,
    also: [...entries, ...logged.also],
  };
}
