import { and, count, eq, gt, sql } from 'drizzle-orm';
import { CORRECTIONS_MAX } from '#contract/limits.ts';
import type { Correction, CorrectionBody, Registration } from '#contract/records/evaluation/corrections.ts';
import { type CorrectedName, givenData, namedFields } from '#domain/evaluation/corrections.ts';
import { type Capture, authorshipOf } from '../../access/capture.ts';
import { AppError, fieldError } from '../../base/errors.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { users } from '../../database/tables/accounts.ts';
import { corrections } from '../../database/tables/corrections.ts';
import { correctionsOf } from '../../queries/evaluations/corrections.ts';
import { findRegistration } from '../../queries/evaluations/registration.ts';
import { rejectUnusable } from '../capture/usable-references.ts';
import { type EvaluationRow, lockEvaluation, requireOpen } from '../clinical/change-evaluation.ts';
import type { ActivityEntry, Recorded } from '../log/record-activity.ts';
import type { Lookup } from '../patients/look-up-patient.ts';
import { changeDetail } from '../patients/register-patient.ts';
import { changesBetween } from './corrected-values.ts';
import { type Applied, applyCorrection } from './apply-correction.ts';

/** A correction that arrived from a device. */
export interface RegistrationCorrection {
  readonly evaluationId: string;
  readonly body: CorrectionBody;
}

const alreadyCorrected = () =>
  new AppError('already_registered', 'Esta corrección ya llegó desde otro dispositivo.');

/**
 * Rejects a confirmation that already arrived from another device, and the confirmation that created the registration itself.
 */
async function rejectSecond(tx: Transaction, { captureId }: Capture, row: EvaluationRow): Promise<void> {
  if (captureId === null) return;
  if (captureId === row.captureId)
    throw new AppError('already_registered', 'El registro ya llegó con este X-Capture-Id.');
  const [known] = await tx
    .select({ number: corrections.number })
    .from(corrections)
    .where(eq(corrections.captureId, captureId));
  if (known) throw alreadyCorrected();
}

function rejectEmpty({ pictures }: CorrectionBody, named: readonly string[], { captureId }: Capture): void {
  if (named.length + pictures.length === 0)
    throw fieldError({ field: 'reason', message: 'Indica qué se corrige.' });
  if (pictures.length > 0 && captureId === null)
    throw new AppError('malformed_request', 'Una corrección con imágenes necesita X-Capture-Id.');
}

/** Rejects data of a patient who was never the patient of the registration. */
async function rejectOtherPatient(tx: Transaction, row: EvaluationRow, { patient }: CorrectionBody) {
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

async function nextNumber(tx: Transaction, evaluationId: string): Promise<number> {
  const [row] = await tx
    .select({ made: count() })
    .from(corrections)
    .where(eq(corrections.evaluationId, evaluationId));
  const number = (row?.made ?? 0) + 1;
  if (number <= CORRECTIONS_MAX) return number;
  const message = `Un registro se corrige ${CORRECTIONS_MAX} veces como máximo.`;
  throw fieldError({ field: 'reason', message });
}

/** Returns the evaluation's fields that were set by corrections captured after `at`. */
async function newerFields(tx: Transaction, evaluationId: string, at: Date): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ field: sql<string>`unnest(${corrections.fields})` })
    .from(corrections)
    .where(and(eq(corrections.evaluationId, evaluationId), gt(corrections.capturedAt, at)));
  return new Set(rows.map(({ field }) => field));
}

async function presentRegistration(tx: Transaction, { branchId, id }: EvaluationRow): Promise<Registration> {
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

/** Returns the log entries, which name the fields and never their values. */
const linesOf = (
  evaluationId: string,
  { number, fields, pictures }: { number: number; fields: readonly string[]; pictures: readonly string[] },
  { moved, ...applied }: Applied,
): { readonly entry: ActivityEntry; readonly also: readonly ActivityEntry[] } => {
  const changed = changeDetail(applied.changed);
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
 * Returns the fields that the correction names. If the evaluation already belongs to `other_patient`, these include the fields
 * of that patient.
 */
function fieldsOf(
  body: CorrectionBody,
  { moved, kept: stored, changed: { renewal } }: Applied,
): CorrectedName[] {
  const named = namedFields(body);
  if (!body.other_patient || moved !== null || stored.has('patient')) return named;
  // 'patient' is listed only for a renewal, because its text contains the document, whose type a renewal changes.
  return [...givenData(body.other_patient), ...named.filter((field) => field !== 'patient' || renewal)];
}

interface Made {
  readonly number: number;
  readonly at: Date;
  readonly fields: readonly CorrectedName[];
  readonly changes: Correction['changes'];
  readonly applied: Applied;
}

/**
 * Inserts the correction.
 * @throws already_registered if the same confirmation corrected another evaluation in the meantime
 */
async function storeCorrection(
  tx: Transaction,
  capture: Capture,
  { evaluationId, body }: RegistrationCorrection,
  { number, at, fields, changes, applied: { moved } }: Made,
): Promise<void> {
  const stored = await tx
    .insert(corrections)
    .values({
      evaluationId,
      number,
      captureId: capture.captureId,
      capturedAt: at,
      receivedAt: capture.receivedAt,
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
  if (stored.length === 0) throw alreadyCorrected();
}

/** Locks the evaluation and returns it if the correction is allowed. */
async function lockCorrectable(
  tx: Transaction,
  capture: Capture,
  { evaluationId, body }: RegistrationCorrection,
): Promise<EvaluationRow> {
  const row = await lockEvaluation(tx, { branchId: capture.branchId, evaluationId });
  await rejectSecond(tx, capture, row);
  requireOpen(row);
  rejectEmpty(body, namedFields(body), capture);
  await rejectOtherPatient(tx, row, body);
  await rejectUnusable(tx, capture.capturedAt, body, {
    evaluation_type_id: row.evaluationTypeId,
    employer_company_id: row.employerCompanyId,
    contractor_company_id: row.contractorCompanyId,
  });
  return row;
}

/**
 * Corrects a registration that is not signed, and records the correction with its changes. If several corrections name one
 * field, the one captured last applies. A correction that arrives after a later one is recorded without effect on that field.
 * @param lookup the lookup of `other_patient`; null without one
 * @throws not_found, already_registered, evaluation_closed, document_of_another, malformed_request, validation_failed
 */
export async function correctRegistration(
  tx: Transaction,
  capture: Capture,
  correction: RegistrationCorrection,
  lookup: Lookup | null,
): Promise<Recorded<Registration>> {
  const { body } = correction;
  const { receivedAt } = capture;
  const row = await lockCorrectable(tx, capture, correction);
  const number = await nextNumber(tx, row.id);
  // A correction is never dated before its registration, even if the device's clock was set back.
  const at = new Date(Math.max(+capture.capturedAt, +row.capturedAt));
  const before = await presentRegistration(tx, row);
  const later = await newerFields(tx, row.id, at);
  const applied = await applyCorrection(tx, { row, body, at, later, lookup, receivedAt });
  const after = await presentRegistration(tx, row);
  const fields = fieldsOf(body, applied);
  const changes = changesBetween(before, after, { named: fields, kept: applied.kept });
  await storeCorrection(tx, capture, correction, { number, at, fields, changes, applied });
  return {
    answer: { ...after, corrections: await correctionsOf(tx, row.id) },
    ...linesOf(row.id, { number, fields, pictures: body.pictures }, applied),
  };
}
