import { additionalValue, storedAdditionalValue } from '../additional-examples.ts';
import type { CallDescriptions } from '../call-description.ts';
import {
  EXAMPLE_IDS,
  EXAMPLE_INSTANT,
  LATER_EXAMPLE_INSTANT,
  company,
  evaluationType,
  patient,
} from '../example-values.ts';

const area = 'Reception';

const registration = {
  id: EXAMPLE_IDS.evaluation,
  status: 'pendiente' as const,
  started_at: EXAMPLE_INSTANT,
  patient,
  evaluation_type: { id: EXAMPLE_IDS.evaluationType, name: evaluationType.name, code: evaluationType.code },
  employer_company: { id: EXAMPLE_IDS.employer, name: company.name, code: company.code },
  contractor_company: null,
  additional_info: null,
  additional_fields: [storedAdditionalValue],
  pictures: ['photo' as const, 'signature' as const],
  corrections: [],
};

export const correctionCalls = {
  getRegistration: {
    area,
    summary: 'Get the registration of an evaluation',
    details:
      'Returns the current data that reception confirmed, with its corrections and without clinical data.',
    answer: {
      ...registration,
      corrections: [
        {
          at: LATER_EXAMPLE_INSTANT,
          by: 'Rita Recepción',
          by_id: EXAMPLE_IDS.user,
          reason: 'La foto salió movida.',
          changes: [],
          pictures: ['photo'],
          awaited: ['photo'],
        },
      ],
    },
  },
  correctRegistration: {
    area,
    summary: 'Correct a registration that is not signed',
    details:
      'An absent field keeps its value; null removes an optional value. If several corrections change one field, the one that was captured last applies; a correction that arrives after a later one is recorded with the same value before and after. `other_patient` moves the evaluation to the patient with that document and counts as a lookup. `pictures` announces images that follow as POST /evaluations/{id}/media with the same `X-Capture-Id`. An evaluation has at most 50 corrections.',
    codes: ['already_registered', 'document_of_another', 'evaluation_closed', 'rate_limited'],
    body: {
      reason: 'El paciente trajo el documento y la fecha era otra.',
      patient: { id: EXAMPLE_IDS.patient, birth_date: '1990-05-12', middle_name: null },
      employer_company_id: EXAMPLE_IDS.employer,
      additional_fields: [{ ...additionalValue, value: 'Otra EPS (DEMO)' }],
    },
    answer: {
      ...registration,
      corrections: [
        {
          at: LATER_EXAMPLE_INSTANT,
          by: 'Rita Recepción',
          by_id: EXAMPLE_IDS.user,
          reason: 'El paciente trajo el documento y la fecha era otra.',
          changes: [
            { field: 'patient.birth_date', before: '12/04/1990', after: '12/05/1990' },
            {
              field: `additional.${EXAMPLE_IDS.additionalField}`,
              label: additionalValue.name,
              before: additionalValue.value,
              after: 'Otra EPS (DEMO)',
            },
          ],
          pictures: [],
        },
      ],
    },
  },
} as const satisfies Partial<CallDescriptions>;
