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
/** Error code of calls that set a row's code, if another row has this code. */
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
    summary: 'List options of a catalogue',
    details: 'With `ids`, returns exactly these options, also inactive ones; otherwise those that match `q`.',
    answer: options,
  },
  listExamPackages: {
    area,
    summary: 'List exam packages',
    details:
      'A package contains the exams that the clinic usually orders for an evaluation type and, if `job` is set, for that job. A package without exams was removed.',
    answer: { items: [examPackage] },
  },
  setExamPackage: {
    area,
    summary: 'Set the exam package of an evaluation type and job',
    details:
      'Jobs that differ only in capitals or accents are the same job. A package without exams is removed. Send `If-Match: "r0"` if no package was found before.',
    body: { evaluation_type_id: EXAMPLE_IDS.evaluationType, job: null, exam_ids: [EXAMPLE_IDS.exam] },
    answer: examPackage,
  },
  getDecisionOptions: {
    area,
    summary: 'Get the options that the clinic offers its doctors',
    details:
      'Returns the surveillance programmes of the clinic and, for each evaluation type, the disabled aptitudes.',
    answer: decisionOptions,
  },
  setDecisionOptions: {
    area,
    summary: 'Set the options that the clinic offers its doctors',
    details:
      'Replaces both lists. A programme that an evaluation already has stays valid for it. At least one aptitude of each type stays enabled.',
    body: { programmes: decisionOptions.programmes, aptitudes_off: decisionOptions.aptitudes_off },
    answer: decisionOptions,
  },
  recentCatalogOptions: {
    area,
    summary: 'List the options that the branch used recently',
    details: 'Covers the last 30 days; the most used option comes first.',
    answer: options,
  },
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
  listEvaluationTypes: { area, summary: 'List evaluation types', answer: pageOfExamples(evaluationType) },
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
    summary: 'Activate or deactivate an evaluation type',
    body: off,
    answer: { ...evaluationType, is_active: false },
  },
  listCompanies: {
    area,
    summary: 'List companies',
    details:
      'With `employer_company_id`, returns only companies that were its contractors; with `contractor_company_id`, only companies that were its employers.',
    answer: pageOfExamples(company),
  },
  getCompany: { area, summary: 'Get a company', answer: company },
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
    summary: 'Activate or deactivate a company',
    body: off,
    answer: { ...company, is_active: false },
  },
  listExams: { area, summary: 'List exams', answer: pageOfExamples(exam) },
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
    summary: 'Activate or deactivate an exam',
    body: off,
    answer: { ...exam, is_active: false },
  },
  listDoctors: { area, summary: 'List doctors', answer: pageOfExamples(doctor) },
  createDoctor: { area, summary: 'Create a doctor', body: doctorBody, answer: doctor },
  replaceDoctor: { area, summary: 'Replace a doctor', details: REPLACES, body: doctorBody, answer: doctor },
  setDoctorStatus: {
    area,
    summary: 'Activate or deactivate a doctor',
    body: off,
    answer: { ...doctor, is_active: false },
  },
  setDoctorSignature: {
    area,
    summary: 'Set the signature of a doctor',
    upload: { part: 'file', types: SIGNATURE_TYPES, maxBytes: SIGNATURE_MAX_BYTES, example: {} },
    answer: { ...doctor, signature_key: `01/${EXAMPLE_IDS.signature}.png` },
  },
  doctorSignature: { area, summary: 'Get the signature of a doctor', bytes: { types: SIGNATURE_TYPES } },
  listNotePhrases: {
    area,
    summary: 'List note phrases',
    details:
      'A phrase is a text that the clinic often writes into the notes of its `note_type`; `name` contains the text.',
    answer: pageOfExamples(notePhrase),
  },
  createNotePhrase: { area, summary: 'Create a note phrase', body: phraseBody, answer: notePhrase },
  replaceNotePhrase: {
    area,
    summary: 'Replace a note phrase',
    details: REPLACES,
    body: phraseBody,
    answer: notePhrase,
  },
  setNotePhraseStatus: {
    area,
    summary: 'Activate or deactivate a note phrase',
    body: off,
    answer: { ...notePhrase, is_active: false },
  },
  listOccupations: {
    area,
    summary: 'List occupations',
    answer: { ...pageOfExamples({ id: EXAMPLE_IDS.occupation, name: 'Auxiliar' }), page_size: 25 },
  },
} as const satisfies Partial<CallDescriptions>;
