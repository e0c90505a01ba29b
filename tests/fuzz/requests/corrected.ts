import { createAdditionalValueBodies } from './catalog-rows.ts';
import { createRandomCaptureHeaders } from './capture-headers.ts';
import { type CallMaker, pickId, jsonCall } from './good.ts';
import type { Random } from '../random.ts';
import { PLANTED_PATIENT } from '../values.ts';

export const createIdentityDocument = (random: Random) => ({
  identification_type: random.pick(['CC', 'CE', 'PA'] as const),
  identification_number: `${PLANTED_PATIENT.number}${random.int(1_000)}`,
});

const createPatientChange = (random: Random): object =>
  random.chance(0.4)
    ? {
        other_patient: {
          ...createIdentityDocument(random),
          first_name: PLANTED_PATIENT.name,
          last_name: 'Gil',
        },
      }
    : {
        patient: {
          birth_date: random.chance(0.5) ? null : '1990-05-17',
          occupation_name: `Oficio ${random.int(30)}`,
        },
      };

export const createCorrectionCall: CallMaker = (random, stock) => ({
  ...jsonCall(`/evaluations/${pickId('evaluations', random, stock)}/registration`, {
    reason: `Recepción se equivocó ${random.int(9)}`,
    ...createPatientChange(random),
    ...(random.chance(0.5) && { employer_company_id: pickId('companies', random, stock) }),
    ...(random.chance(0.5) && { contractor_company_id: null }),
    ...(random.chance(0.5) && { additional_fields: createAdditionalValueBodies(random, stock) }),
    ...(random.chance(0.3) && { pictures: ['photo', 'signature'] }),
  }),
  headers: createRandomCaptureHeaders(random, stock),
});
