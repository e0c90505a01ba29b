import { randomUUID } from 'node:crypto';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { type Caller, type Server, type Reply, responseOf } from './server.ts';

let documentNumberCount = 0;
export const nextDocumentNumber = (): string => `99998${String((documentNumberCount += 1)).padStart(5, '0')}`;

export const evaluationBody = (
  { clinic }: Pick<Server, 'clinic'>,
  patient: object = {},
  other: object = {},
) => ({
  evaluation_type_id: clinic.types.entry,
  employer_company_id: clinic.companies.builder,
  patient: {
    identification_type: 'CC',
    identification_number: nextDocumentNumber(),
    first_name: 'Ana',
    last_name: 'Gil',
    ...patient,
  },
  ...other,
});

export async function createEvaluation(
  server: Server,
  receptionist: Caller,
  patient: object = {},
  other: object = {},
): Promise<string> {
  const reply = await receptionist.post('/evaluations', { json: evaluationBody(server, patient, other) });
  return responseOf(CreatedEvaluation, reply).id;
}

export const idempotencyHeader = (key: string = randomUUID()): Record<string, string> => ({
  'idempotency-key': key,
});

export async function countRows({ database }: Server, table: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(`select count(*)::integer as n from ${table}`);
  return rows[0]?.n ?? -1;
}

export const fetchEvaluationDetail = async (doctor: Caller, id: string): Promise<Evaluation> =>
  responseOf(Evaluation, await doctor.get(`/evaluations/${id}`));

export const searchPatient = (receptionist: Caller, number: string, type = 'CC'): Promise<Reply> =>
  receptionist.get(
    `/patients/search?identification_type=${type}&identification_number=${encodeURIComponent(number)}`,
  );
