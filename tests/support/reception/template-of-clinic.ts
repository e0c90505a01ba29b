import { randomUUID } from 'node:crypto';
import type { SendRequest } from '../server/server-calls.ts';
import { EMPTY_TEMPLATE, NO_TEMPLATE_DECISIONS } from '../documents/templates.ts';

export interface NamedExam {
  readonly id: string;
  readonly name: string;
}

/** Returns the first exams of the catalogue. */
export async function fetchExams(send: SendRequest, count: number): Promise<NamedExam[]> {
  const read = JSON.parse((await send('GET', `/exams?page_size=${count}`)).toString()) as {
    items: NamedExam[];
  };
  return read.items;
}

/** Creates a template for all types and jobs, with which a healthy patient's evaluation is complete. */
export async function createHealthyTemplate(
  send: SendRequest,
  name: string,
  exams: readonly NamedExam[],
): Promise<void> {
  await send('PUT', `/evaluation-templates/${randomUUID()}`, {
    ...EMPTY_TEMPLATE,
    name,
    results: exams.map(({ id }) => ({ exam_id: id, result_notes: 'Dentro de lo normal.' })),
    notes: [{ note_type: 'habitos', content: 'Mantener actividad física regular.' }],
    decisions: {
      ...NO_TEMPLATE_DECISIONS,
      aptitude: 'apto',
      surveillance: [],
      referral: { to: 'none', reason: null },
      restrictions: [],
    },
  });
}
