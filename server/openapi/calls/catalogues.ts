import { SIGNATURE_MAX_BYTES, SIGNATURE_TYPES } from '#contract/limits.ts';
import type { CallDescriptions } from '../call-description.ts';
import {
  EXAMPLE_IDS,
  company,
  decisionOptions,
  doctor,
  evaluationType,
  exam,
  examPackage,
  notePhrase,
  pageOfExamples,
} from '../example-values.ts';

const area = 'Catalogues';
/** Error codes of calls that set a row's code, because the code must be unique. */
const codes = ['code_taken'] as const;
const off = { is_active: false } as const;

const typeBody = { code: 'RET', name: 'Retiro', description: 'Al terminar el contrato.' } as const;
const companyBody = {
  code: 'OBR',
  name: 'Obras Inventadas (DEMO)',
  billing_name: null,
  city: 'Medellín',
} as const;
const examBody = {
  code: 'VIS',
  name: 'Visiometría',
  description: null,
  sample_type: null,
  delivery_time: 'El mismo día',
  shown_on_concept: true,
} as const;
const doctorBody = {
  name: 'Dr. Iván Inventado',
  specialty: 'Salud ocupacional',
  license_number: 'LIC-0001',
  registration_number: null,
} as const;
const phraseBody = { note_type: 'restricciones', name: 'Sin trabajo en alturas.' } as const;
const options = {
  items: [
    { value: EXAMPLE_IDS.employer, label: company.name, meta: { code: company.code, city: company.city } },
  ],
} as const;
const REPLACES = 'Replaces every field of the row.';

export const catalogueCalls = {
  catalogOptions: {
    area,
    summary: 'List options for a choice',
    details: 'Those that match `q`, and those of `ids` whatever they match.',
    answer: options,
  },
  listExamPackages: {
    area,
    summary: 'List the packages of exams',
    details:
      'What is usually ordered for a type of evaluation and, where `job` is named, for that job. One without exams was taken away.',
    answer: { items: [examPackage] },
  },
  setExamPackage: {
    area,
    summary: 'Set the package of a type of evaluation and job',
    details:
      'Jobs are told apart without capitals and accents. Without exams the package is taken away. `If-Match: "r0"` where none was seen.',
    body: { evaluation_type_id: EXAMPLE_IDS.evaluationType, job: null, exam_ids: [EXAMPLE_IDS.exam] },
    answer: examPackage,
  },
  getDecisionOptions: {
    area,
    summary: 'Read what doctors may choose from',
    details:
      'The surveillance programmes of the clinic, and the aptitudes that are switched off by evaluation type.',
    answer: decisionOptions,
  },
  setDecisionOptions: {
    area,
    summary: 'Set what doctors may choose from',
    details:
      'Replaces both lists. A programme that an evaluation already has stays valid for it. At least one aptitude of each type stays on.',
    body: { programmes: decisionOptions.programmes, aptitudes_off: decisionOptions.aptitudes_off },
    answer: decisionOptions,
  },
  recentCatalogOptions: { area, summary: 'List the options that the branch used last', answer: options },
  catalogOverview: {
    area,
    summary: 'Count the rows of each catalogue',
    answer: {
      evaluation_types: { total: 5, active: 4 },
      companies: { total: 120, active: 118 },
      branches: { total: 3, active: 3 },
      exams: { total: 40, active: 38 },
      doctors: { total: 6, active: 6 },
      note_phrases: { total: 24, active: 22 },
    },
  },
  listEvaluationTypes: { area, summary: 'List the evaluation types', answer: pageOfExamples(evaluationType) },
  createEvaluationType: {
    area,
    summary: 'Create an evaluation type',
    codes,
    body: typeBody,
    answer: evaluationType,
  },
  replaceEvaluationType: {
    area,
    summary: 'Replace an evaluation type',
    details: REPLACES,
    codes,
    body: { ...typeBody, code: 'RE2' },
    answer: evaluationType,
  },
  setEvaluationTypeStatus: {
    area,
    summary: 'Switch an evaluation type on or off',
    body: off,
    answer: { ...evaluationType, is_active: false },
  },
  listCompanies: {
    area,
    summary: 'List the companies',
    details:
      'With `employer_company_id` its contractors of before, with `contractor_company_id` its employers.',
    answer: pageOfExamples(company),
  },
  getCompany: { area, summary: 'Read a company', answer: company },
  createCompany: { area, summary: 'Create a company', codes, body: companyBody, answer: company },
  replaceCompany: {
    area,
    summary: 'Replace a company',
    details: REPLACES,
    codes,
    body: { ...companyBody, code: 'OB2' },
    answer: company,
  },
  renameCompany: { area, summary: 'Rename a company', body: { name: company.name }, answer: company },
  setCompanyStatus: {
    area,
    summary: 'Switch a company on or off',
    body: off,
    answer: { ...company, is_active: false },
  },
  listExams: { area, summary: 'List the exams', answer: pageOfExamples(exam) },
  createExam: { area, summary: 'Create an exam', codes, body: examBody, answer: exam },
  replaceExam: {
    area,
    summary: 'Replace an exam',
    details: REPLACES,
    codes,
    body: { ...examBody, code: 'VI2' },
    answer: exam,
  },
  setExamStatus: {
    area,
    summary: 'Switch an exam on or off',
    body: off,
    answer: { ...exam, is_active: false },
  },
  listDoctors: { area, summary: 'List the doctors', answer: pageOfExamples(doctor) },
  createDoctor: { area, summary: 'Create a doctor', body: doctorBody, answer: doctor },
  replaceDoctor: { area, summary: 'Replace a doctor', details: REPLACES, body: doctorBody, answer: doctor },
  setDoctorStatus: {
    area,
    summary: 'Switch a doctor on or off',
    body: off,
    answer: { ...doctor, is_active: false },
  },
  setDoctorSignature: {
    area,
    summary: 'Set the signature of a doctor',
    upload: { part: 'file', types: SIGNATURE_TYPES, maxBytes: SIGNATURE_MAX_BYTES, example: {} },
    answer: { ...doctor, signature_key: `01/${EXAMPLE_IDS.signature}.png` },
  },
  doctorSignature: { area, summary: 'Read the signature of a doctor', bytes: { types: SIGNATURE_TYPES } },
  listNotePhrases: {
    area,
    summary: 'List the phrases of the notes',
    details: 'What the clinic writes often, by the note that it is for; `name` is its words.',
    answer: pageOfExamples(notePhrase),
  },
  createNotePhrase: { area, summary: 'Create a phrase of a note', body: phraseBody, answer: notePhrase },
  replaceNotePhrase: {
    area,
    summary: 'Replace a phrase of a note',
    details: REPLACES,
    body: phraseBody,
    answer: notePhrase,
  },
  setNotePhraseStatus: {
    area,
    summary: 'Switch a phrase of a note on or off',
    body: off,
    answer: { ...notePhrase, is_active: false },
  },
  listOccupations: {
    area,
    summary: 'List the occupations',
    answer: { ...pageOfExamples({ id: EXAMPLE_IDS.occupation, name: 'Auxiliar' }), page_size: 25 },
  },
} as const satisfies Partial<CallDescriptions>;
