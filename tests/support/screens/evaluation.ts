import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { ExamPackage } from '#contract/records/exam-packages.ts';

const evaluationIdAt = (nth: number): string => `${String(nth).padStart(8, '0')}-0000-4000-8000-000000000000`;

/** Returns an evaluation of a fictitious patient with all fields filled, as the server sends it. */
export const sampleEvaluation = (nth = 1, patch: Partial<Evaluation> = {}): Evaluation => ({
  id: evaluationIdAt(nth),
  status: 'en_proceso',
  started_at: '2026-11-20T11:47:00Z',
  closed_at: null,
  additional_info: null,
  patient: {
    id: evaluationIdAt(900 + nth),
    identification_type: 'CC',
    identification_number: `99990000${String(nth).padStart(2, '0')}`,
    first_name: 'Zoraida',
    last_name: 'Quiñones',
  },
  evaluation_type: { id: evaluationIdAt(801), name: 'Ingreso', code: 'ING' },
  employer_company: { id: evaluationIdAt(802), name: 'Flores del Páramo', code: 'FLO' },
  contractor_company: null,
  doctor: null,
  exam_orders: [
    {
      id: evaluationIdAt(700 + nth),
      exam: { id: evaluationIdAt(701), name: 'Audiometría tonal', code: 'AUD' },
      updated_at: '2026-11-20T11:58:00Z',
      result_notes: null,
      attachments: [],
    },
  ],
  notes: [],
  media: [{ id: evaluationIdAt(600 + nth), type: 'photo', storage_path: `ab/${nth}.jpg` }],
  ...patch,
});

export const toEvaluationListItem = ({ patient, ...evaluation }: Evaluation) => ({
  id: evaluation.id,
  status: evaluation.status,
  started_at: evaluation.started_at,
  patient: {
    full_name: `${patient.first_name} ${patient.last_name}`,
    identification_type: patient.identification_type,
    identification_number: patient.identification_number,
  },
  evaluation_type: { name: 'Ingreso', code: 'ING' },
  employer_company: { name: 'Flores del Páramo', code: 'FLO' },
  contractor_company: null,
});

/** Returns a package: by default of one exam, for all companies and jobs. */
export const createExamPackage = (other: Partial<ExamPackage> = {}): ExamPackage => ({
  evaluation_type: sampleEvaluation(1).evaluation_type,
  company: null,
  job: null,
  exams: [{ id: '00000000-0000-4000-8000-0000000008e1', name: 'Audiometría', code: 'AUD' }],
  emphases: [],
  additional_fields: [],
  revision: 1,
  ...other,
});
