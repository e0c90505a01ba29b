import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { CreateEvaluationBody, CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import type { Patient } from '#contract/records/evaluation/patients.ts';
import { type Capture, authorshipOf } from '../../../platform/access/capture.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { evaluations } from '../../../schema/evaluation/evaluations.ts';
import { AppError, fieldError } from '../../../platform/base/errors.ts';
import {
  findPatientById,
  registeredPatientData,
  type RegistrationContext,
  type RegistrationResult,
  registrationChangeDetail,
  registerPatient,
  storeEvaluationValues,
  storeNewerAdditionalValues,
} from '../../../patients/index.ts';
import type { ResultWithLogEntry } from '../../../audit/index.ts';
import { resolveCompanies } from '../../../catalogs/index.ts';
import { registerExpectedPerson } from '../../../expected-lists/index.ts';
import { rejectUnusableReferences } from './usable-references.ts';

async function requirePatient(tx: Transaction, id: string): Promise<Patient> {
  const known = await findPatientById(tx, id);
  if (known) return known;
  throw fieldError({ field: 'patient_id', message: 'El paciente no existe.' });
}

async function readOrRegisterPatient(
  tx: Transaction,
  { patient, patient_id: id = '' }: CreateEvaluationBody,
  registration: RegistrationContext,
): Promise<{ person: Patient; registered: RegistrationResult }> {
  if (!patient) {
    const person = await requirePatient(tx, id);
    return { person, registered: { id: person.id, changed: [], renewal: null } };
  }
  const registered = await registerPatient(tx, patient, registration);
  return { person: await requirePatient(tx, registered.id), registered };
}

const alreadyRegisteredError = () =>
  new AppError('already_registered', 'Esta evaluación ya llegó desde otro dispositivo.');

/**
 * Rejects a capture that has already arrived. This check precedes the check of the content, because the user can no longer
 * correct errors in the content of such a capture.
 */
async function rejectRepeatedCapture(tx: Transaction, { captureId }: Capture): Promise<void> {
  if (captureId === null) return;
  const [made] = await tx
    .select({ id: evaluations.id })
    .from(evaluations)
    .where(eq(evaluations.captureId, captureId));
  if (made) throw alreadyRegisteredError();
}

interface RegistrationDetails extends Pick<RegistrationContext, 'lookedUp'> {
  readonly turn: string | null;
}

/**
 * Creates an evaluation with status 'pendiente'; branch and time come from the capture.
 * @throws AppError `already_registered` if the same confirmation already created an evaluation under another key. This happens
 * when two tablets imported the entry from a rescue file and the users of both tablets corrected it before sending.
 */
export async function createEvaluation(
  tx: Transaction,
  capture: Capture,
  received: CreateEvaluationBody,
  { turn, lookedUp }: RegistrationDetails,
): Promise<ResultWithLogEntry<CreatedEvaluation>> {
  await rejectRepeatedCapture(tx, capture);
  const { body, replaced, entries } = await resolveCompanies(tx, received, capture);
  await rejectUnusableReferences(tx, { at: capture.capturedAt, replaced }, body);
  const { branchId, capturedAt, receivedAt, isKeyed } = capture;
  const id = randomUUID();
  const { person, registered } = await readOrRegisterPatient(tx, body, { branchId, capturedAt, lookedUp });
  const row = {
    id,
    branchId,
    patientId: person.id,
    evaluation_type_id: body.evaluation_type_id,
    employer_company_id: body.employer_company_id,
    contractor_company_id: body.contractor_company_id ?? null,
    additional_info: body.additional_info ?? null,
    registeredPatient: registeredPatientData(person, body.patient),
    captureId: capture.captureId,
    turn,
    capturedAt,
    receivedAt,
    startedAt: capturedAt,
    expectsMedia: isKeyed,
    ...authorshipOf(capture),
  };
  const entered = await tx
    .insert(evaluations)
    .values(row)
    .onConflictDoNothing({ target: evaluations.captureId })
    .returning({ id: evaluations.id });
  if (entered.length === 0) throw alreadyRegisteredError();
  const values = body.additional_fields ?? [];
  await storeEvaluationValues(tx, id, values);
  const overwritten = await storeNewerAdditionalValues(tx, { patientId: person.id, capturedAt }, values);
  const changed = registrationChangeDetail(registered, overwritten);
  const personId = body.expected_person_id;
  const expected = personId
    ? await registerExpectedPerson(
        tx,
        { branchId, evaluationId: id, capturedAt, authorId: capture.authorId },
        personId,
      )
    : null;
  return {
    answer: replaced.length > 0 ? { id, replaced_companies: replaced } : { id },
    entry: { action: 'evaluation_created', evaluationId: id },
    also: [
      ...entries,
      ...(expected ? [expected] : []),
      ...(changed === null
        ? []
        : [{ action: 'patient_changed' as const, evaluationId: id, detail: changed }]),
    ],
  };
}
