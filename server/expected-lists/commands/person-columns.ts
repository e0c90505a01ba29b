import { inArray } from 'drizzle-orm';
import { PATIENT_NAME_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import { MISSING_NUMBER_MESSAGE } from '#contract/records/evaluation/patients.ts';
import type { ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import { toStoredPatientData } from '#domain/patient/patient-data.ts';
import { foldText } from '#domain/text/fold.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { evaluationTypes } from '../../schema/catalogs.ts';
import { findDuplicates } from '../queries/findings.ts';

/** Returns the columns of a person that a user types. */
export function personColumnsOf(body: ExpectedPersonBody) {
  const { identification_type, identification_number, ...person } = toStoredPatientData(body);
  const { evaluation_type_id, package_job, hour, phone, email, notes, additional_fields } = body;
  const normalizedNumber = normalizeDocumentNumber(identification_type, identification_number);
  const searched = [
    identification_number,
    normalizedNumber,
    ...PATIENT_NAME_FIELDS.map((name) => body[name]),
  ];
  return {
    identification_type,
    identification_number,
    normalizedNumber,
    person,
    evaluation_type_id: evaluation_type_id?.toLowerCase() ?? null,
    package_job,
    hour,
    phone,
    email,
    notes,
    additional_fields,
    searchText: foldText(searched.filter(Boolean).join(' ')),
  };
}

export type PersonColumns = ReturnType<typeof personColumnsOf>;

/** Error of a field of the person with this index. */
export interface PersonProblem {
  readonly index: number;
  readonly field: keyof ExpectedPersonBody;
  readonly message: string;
}

/** Returns the errors of people whose evaluation type does not exist or is inactive. */
async function findTypeProblems(tx: Transaction, people: readonly PersonColumns[]): Promise<PersonProblem[]> {
  const ids = [...new Set(people.flatMap(({ evaluation_type_id: id }) => id ?? []))];
  if (ids.length === 0) return [];
  const { id, is_active } = evaluationTypes;
  const rows = await tx.select({ id, is_active }).from(evaluationTypes).where(inArray(id, ids));
  const active = new Map(rows.map((row) => [row.id, row.is_active]));
  return people.flatMap(({ evaluation_type_id: type }, index): PersonProblem[] => {
    if (type === null || active.get(type)) return [];
    const message = active.has(type)
      ? 'El tipo de evaluación está inactivo. Elige otro.'
      : 'El tipo de evaluación no existe.';
    return [{ index, field: 'evaluation_type_id', message }];
  });
}

export const REPEATED_DOCUMENT_MESSAGE = 'Este documento ya está en la lista.';

/** Returns the errors of the people of one list: documents without characters, repeated documents, and unusable types. */
export async function findPersonProblems(
  tx: Transaction,
  people: readonly PersonColumns[],
): Promise<PersonProblem[]> {
  const documents = people.map(({ identification_type: type, normalizedNumber: number }, row) => ({
    row,
    type,
    number,
  }));
  const numberProblem =
    (message: string) =>
    ({ row: index }: { readonly row: number }): PersonProblem => ({
      index,
      field: 'identification_number',
      message,
    });
  return [
    ...documents.filter(({ number }) => number === '').map(numberProblem(MISSING_NUMBER_MESSAGE)),
    ...findDuplicates(documents.filter(({ number }) => number !== '')).map(
      numberProblem(REPEATED_DOCUMENT_MESSAGE),
    ),
    ...(await findTypeProblems(tx, people)),
  ].toSorted((one, other) => one.index - other.index);
}
