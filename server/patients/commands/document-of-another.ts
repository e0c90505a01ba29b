import type { PatientSearchQuery } from '#contract/records/evaluation/patients.ts';
import { fullName } from '#domain/patient/name.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { Database } from '../../platform/database/connection/client.ts';
import { lookUpPatient } from './look-up-patient.ts';

/**
 * Returns the messages of the rejection. If `holder` (the name of the document's patient) is null, the messages do not reveal
 * whether the names match, because this would reveal as much as a lookup.
 */
const createRejectionMessages = (holder: string | null) =>
  holder === null
    ? {
        message: 'El documento está registrado en otra sede.',
        detail:
          "Este documento ya está registrado en otra sede. Búscalo con 'Buscar paciente' para ver de quién es; si no es esta persona, corrige el número.",
      }
    : {
        message: 'El documento está registrado a nombre de otra persona.',
        detail: `Este documento ya está registrado a nombre de ${holder}. Corrige el número; si es la misma persona, búscala con 'Buscar paciente'.`,
      };

/**
 * Thrown when the document belongs to a patient with clearly different names (S15). The subclass `PatientNotLookedUpError` is for a
 * patient of other branches when the sender has not looked up the document.
 */
export class DocumentOfAnotherError extends AppError {
  readonly document: PatientSearchQuery;
  readonly holder: string | null;

  constructor(document: PatientSearchQuery, holder: string | null = null) {
    const { message, detail } = createRejectionMessages(holder);
    super('document_of_another', message, {
      details: [{ field: 'patient.identification_number', message: detail }],
    });
    this.document = document;
    this.holder = holder;
  }
}

/** Thrown when the names match a patient of other branches, but the sender has not looked up the document. */
export class PatientNotLookedUpError extends DocumentOfAnotherError {}

/**
 * Adds the patient's name to the rejection if the sender's rate limit of lookups allows another lookup. Without this limit, a
 * sender could read the names of patients of all branches by registering invented names.
 */
async function addHolderNameToRejection(
  db: Database,
  trace: AuditContext,
  refusal: DocumentOfAnotherError,
): Promise<DocumentOfAnotherError> {
  const lookup = await db.transaction((tx) => lookUpPatient(tx, trace, refusal.document));
  return lookup.type === 'found'
    ? new DocumentOfAnotherError(refusal.document, fullName(lookup.patient))
    : refusal;
}

/**
 * Runs the work. If the work requires a lookup, looks up the patient and runs the work again.
 * @throws any error of the work; `document_of_another` without the patient's name when the rate limit of lookups is reached
 */
export async function runWithLookupRetry<Answer>(
  db: Database,
  trace: AuditContext,
  work: (lookedUp: boolean) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work(false);
  } catch (error) {
    if (!(error instanceof DocumentOfAnotherError)) throw error;
    const named = await addHolderNameToRejection(db, trace, error);
    if (error instanceof PatientNotLookedUpError && named.holder !== null) return work(true);
    throw named;
  }
}
