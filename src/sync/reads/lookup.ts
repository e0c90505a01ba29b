import type { Patient } from '#contract/records/evaluation/patients.ts';
import type { IdentificationType } from '#contract/vocabulary.ts';
import type { Rejection } from '#domain/outbox/item.ts';
import { isDoubtfulRejection } from '#domain/outbox/outcome.ts';
import type { LocalPatient, LastVisit } from '#domain/registration.ts';
import { formerDocumentTypeOf } from '#domain/patient/document.ts';
import { toStoredPatientData } from '#domain/patient/patient-data.ts';
import { startOfBogotaDay } from '#domain/time/clock.ts';
import { findNewestPatientRegistration } from '#storage/outbox/entries.ts';
import { recallPatient, rememberPatient } from '#storage/outbox/patients.ts';
import { tolerateFullDiskIfOpened } from '../api/tolerate-full-disk.ts';
import { probeServer } from '../outbox/sending/probe.ts';
import { sendRequest } from '../requests/api-request.ts';

type LookupFallbackCause = 'no_answer' | 'timeout' | 'portal' | 'session_ended';

export type PatientLookupOutcome =
  | { readonly source: 'server'; readonly patient: LocalPatient | null }
  /** The server was unreachable; `patient` is the one that the device remembers. */
  | { readonly source: 'device'; readonly patient: LocalPatient | null; readonly cause: LookupFallbackCause }
  | { readonly source: 'refused'; readonly refusal: Rejection };

/** Time limit of a lookup, ms; then the patients on the device are used, because the patient waits at reception. */
const PATIENT_LOOKUP_TIMEOUT_MS = 6_000;

function toLastVisit(last: NonNullable<Patient['last_evaluation']>): LastVisit {
  const {
    id,
    started_at,
    evaluation_type_name,
    evaluation_type_id: type,
    employer_company_id: employer,
  } = last;
  const contractor_company_id = last.contractor_company_id ?? '';
  const chosen =
    type && employer
      ? { evaluation_type_id: type, employer_company_id: employer, contractor_company_id }
      : null;
  return { id, started_at, evaluation_type_name, isOpen: last.is_open ?? false, chosen };
}

const toLocalPatient = (patient: Patient): LocalPatient => ({
  id: patient.id,
  ...toStoredPatientData(patient),
  occupation_id: patient.occupation_id ?? null,
  additional_fields: patient.additional_fields,
  last_evaluation: patient.last_evaluation ? toLastVisit(patient.last_evaluation) : null,
});

/** Returns the remembered patient with this document or with the type that it replaces (a CC replaces a TI). */
async function findRememberedPatient(
  ownerId: string,
  type: IdentificationType,
  number: string,
): Promise<LocalPatient | null> {
  const former = formerDocumentTypeOf(type);
  return (
    (await recallPatient(ownerId, type, number)) ?? (former ? recallPatient(ownerId, former, number) : null)
  );
}

/**
 * Looks up a patient on the server, or on the device if the server is unreachable; a 404 means no patient (P7). If the patient
 * is known by the former document type (TI before CC), `identification_type` of the result is that type.
 */
export async function lookUpPatient(
  ownerId: string,
  type: IdentificationType,
  number: string,
): Promise<PatientLookupOutcome> {
  const query = {
    identification_type: type,
    identification_number: number,
    former_type: formerDocumentTypeOf(type),
  };
  const response = await sendRequest('searchPatient', { query, timeoutMs: PATIENT_LOOKUP_TIMEOUT_MS });
  const fromDevice = async (cause: LookupFallbackCause): Promise<PatientLookupOutcome> => ({
    source: 'device',
    patient: await findRememberedPatient(ownerId, type, number),
    cause,
  });
  switch (response.type) {
    case 'ok': {
      const patient = toLocalPatient(response.body);
      await tolerateFullDiskIfOpened(true, rememberPatient(ownerId, patient));
      return { source: 'server', patient };
    }
    case 'error': {
      const { refusal } = response;
      // Reception can continue without a session (S9); the session banner offers the sign-in.
      if (refusal.status === 401) return fromDevice('session_ended');
      if (refusal.status !== 404) return { source: 'refused', refusal };
      // A 404 without a message may come from a gateway that does not reach the server.
      return isDoubtfulRejection(response) && !(await probeServer()).reached
        ? fromDevice('portal')
        : { source: 'server', patient: null };
    }
    case 'silence':
      return fromDevice(response.cause);
    case 'foreign':
    case 'not_modified':
      return fromDevice('portal');
  }
}

export interface QueuedOrTodaysRegistration {
  readonly where: 'queue' | 'confirmed';
  readonly at: number;
  readonly name: string | null;
  readonly label: string;
}

/**
 * Returns the patient's registration that is queued on this device or was confirmed here today (Bogotá time), to warn reception
 * before a second evaluation.
 */
export async function findQueuedOrTodaysRegistration(
  ownerId: string,
  type: IdentificationType,
  number: string,
  exceptEntryId: string | null = null,
): Promise<(QueuedOrTodaysRegistration & { readonly entryId: string }) | null> {
  const found = await findNewestPatientRegistration(
    ownerId,
    { type, number },
    startOfBogotaDay(Date.now()),
    exceptEntryId,
  );
  if (!found) return null;
  const { where, at, summary, entryId } = found;
  return {
    entryId,
    where,
    at,
    name: summary.patientName || null,
    label: summary.labels.evaluationType,
  };
}
