import type { PatientSearchQuery } from '#contract/records/evaluation/patients.ts';
import { fullName } from '#domain/patient/name.ts';
import type { Trace } from '../../access/trace.ts';
import { AppError } from '../../base/errors.ts';
import type { Database } from '../../database/connection/client.ts';
import { lookUpPatient } from './look-up-patient.ts';

/** The document is known under names that hardly fit (S15). It does not say whose it is. */
export class DocumentOfAnother extends AppError {
  readonly document: PatientSearchQuery;

  constructor(document: PatientSearchQuery, holder = 'otra persona') {
    const message = `Este documento ya está registrado a nombre de ${holder}. Corrige el número; si es la misma persona, búscala con 'Buscar paciente'.`;
    super('document_of_another', 'El documento está registrado a nombre de otra persona.', {
      details: [{ field: 'patient.identification_number', message }],
    });
    this.document = document;
  }
}

/**
 * The same refusal with the holder's name, where the sender's budget of lookups allows it. The name tells what a lookup tells:
 * without the budget, registrations under invented names would read the register of all branches.
 */
export async function withHolder(
  db: Database,
  trace: Trace,
  refusal: DocumentOfAnother,
): Promise<DocumentOfAnother> {
  const lookup = await db.transaction((tx) => lookUpPatient(tx, trace, refusal.document));
  return lookup.type === 'found'
    ? new DocumentOfAnother(refusal.document, fullName(lookup.patient))
    : refusal;
}
