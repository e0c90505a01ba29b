import type { PatientSearchQuery } from '#contract/records/evaluation/patients.ts';
import { fullName } from '#domain/patient/name.ts';
import type { Trace } from '../../access/trace.ts';
import { AppError } from '../../base/errors.ts';
import type { Database } from '../../database/connection/client.ts';
import { lookUpPatient } from './look-up-patient.ts';

/** Without a holder nothing is said of the names: whether they fit would be as good as a lookup. */
const sentencesFor = (holder: string | null) =>
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

/** The document is known under names that hardly fit (S15), or in other branches alone. */
export class DocumentOfAnother extends AppError {
  readonly document: PatientSearchQuery;
  readonly holder: string | null;

  constructor(document: PatientSearchQuery, holder: string | null = null) {
    const { message, detail } = sentencesFor(holder);
    super('document_of_another', message, {
      details: [{ field: 'patient.identification_number', message: detail }],
    });
    this.document = document;
    this.holder = holder;
  }
}

/** The names fit a patient of other branches, whom the sender has spent no lookup on. */
export class PatientNotLookedUp extends DocumentOfAnother {}

/**
 * The same refusal with the holder's name, where the sender's budget of lookups allows it. The name tells what a lookup tells:
 * without the budget, registrations under invented names would read the register of all branches.
 */
async function withHolder(
  db: Database,
  trace: Trace,
  refusal: DocumentOfAnother,
): Promise<DocumentOfAnother> {
  const lookup = await db.transaction((tx) => lookUpPatient(tx, trace, refusal.document));
  return lookup.type === 'found'
    ? new DocumentOfAnother(refusal.document, fullName(lookup.patient))
    : refusal;
}

/**
 * Runs the work, and a second time with a lookup spent where it needs one.
 * @throws what the work throws; `document_of_another` without the holder's name when the budget of lookups is used up
 */
export async function withLookup<Answer>(
  db: Database,
  trace: Trace,
  work: (lookedUp: boolean) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work(false);
  } catch (error) {
    if (!(error instanceof DocumentOfAnother)) throw error;
    const named = await withHolder(db, trace, error);
    if (error instanceof PatientNotLookedUp && named.holder !== null) return work(true);
    throw named;
  }
}
