import { eachCatalog } from '#contract/catalogs/all.ts';
import type { CatalogOverview } from '#contract/catalogs/overview.ts';
import { SIGNATURE_MAX_BYTES, SIGNATURE_TYPES } from '#contract/limits.ts';
import type { CallDescriptions } from '../call-description.ts';
import {
  EXAMPLE_IDS,
  company,
  decisionOptions,
  doctor,
  examPackage,
  pageOfExamples,
} from '../example-values.ts';

const area = 'Catalogues';

/** Example of the overview. The names are complete, because every catalogue has a definition. */
const overview = Object.fromEntries(
  Object.values(eachCatalog(({ key }) => [key, { total: 24, active: 22 }])),
) as CatalogOverview;
const options = {
  items: [
    { value: EXAMPLE_IDS.employer, label: company.name, meta: { code: company.code, city: company.city } },
  ],
} as const;

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
    answer: overview,
  },
  setDoctorSignature: {
    area,
    summary: 'Set the signature of a doctor',
    upload: { part: 'file', types: SIGNATURE_TYPES, maxBytes: SIGNATURE_MAX_BYTES, example: {} },
    answer: { ...doctor, signature_key: `01/${EXAMPLE_IDS.signature}.png` },
  },
  doctorSignature: { area, summary: 'Get the signature of a doctor', bytes: { types: SIGNATURE_TYPES } },
  listOccupations: {
    area,
    summary: 'List occupations',
    answer: { ...pageOfExamples({ id: EXAMPLE_IDS.occupation, name: 'Auxiliar' }), page_size: 25 },
  },
} as const satisfies Partial<CallDescriptions>;
