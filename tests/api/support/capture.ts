import { randomUUID } from 'node:crypto';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { type Caller, type Provider, type Reply, answerOf } from './provider.ts';

let count = 0;
/** Returns a different fictitious document number each time. */
export const nextDocument = (): string => `99998${String((count += 1)).padStart(5, '0')}`;

/** Returns a valid body of POST /evaluations; `patient` replaces fields of the patient. */
export const evaluationBody = (
  { clinic }: Pick<Provider, 'clinic'>,
  patient: object = {},
  other: object = {},
) => ({
  evaluation_type_id: clinic.types.entry,
  employer_company_id: clinic.companies.builder,
  patient: {
    identification_type: 'CC',
    identification_number: nextDocument(),
    first_name: 'Ana',
    last_name: 'Gil',
    ...patient,
  },
  ...other,
});

export async function createEvaluation(
  provider: Provider,
  desk: Caller,
  patient: object = {},
  other: object = {},
): Promise<string> {
  const reply = await desk.post('/evaluations', { json: evaluationBody(provider, patient, other) });
  return answerOf(CreatedEvaluation, reply).id;
}

export const keyed = (key: string = randomUUID()): Record<string, string> => ({ 'idempotency-key': key });

export async function countRows({ database }: Provider, table: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(`select count(*)::integer as n from ${table}`);
  return rows[0]?.n ?? -1;
}

export const detailOf = async (doctor: Caller, id: string): Promise<Evaluation> =>
  answerOf(Evaluation, await doctor.get(`/evaluations/${id}`));

export const searchPatient = (desk: Caller, number: string, type = 'CC'): Promise<Reply> =>
  desk.get(
    `/patients/search?identification_type=${type}&identification_number=${encodeURIComponent(number)}`,
  );
