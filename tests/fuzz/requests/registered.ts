import { createRandomCaptureHeaders } from './capture-headers.ts';
import { createAdditionalValueBodies } from './catalog-rows.ts';
import { createIdentityDocument } from './corrected.ts';
import { type CallMaker, jsonCall, pickId } from './good.ts';
import { createProposals } from './proposed.ts';
import { PLANTED_PATIENT } from '../values.ts';

export const createRegistrationCall: CallMaker = (random, stock) => ({
  ...jsonCall('/evaluations', {
    evaluation_type_id: pickId('types', random, stock),
    employer_company_id: pickId('companies', random, stock),
    contractor_company_id: null,
    additional_info: 'Turno de noche',
    additional_fields: createAdditionalValueBodies(random, stock),
    proposed_companies: createProposals(random, stock),
    expected_person_id: random.chance(0.3) ? random.uuid() : undefined,
    patient: {
      ...createIdentityDocument(random),
      first_name: PLANTED_PATIENT.name,
      last_name: 'Gil',
      birth_date: '1990-05-17',
      ...random.pick([{ gender: 'M' }, { gender: 'F' }, { cleared: ['gender', 'middle_name'] }]),
      occupation_name: `Oficio ${random.int(30)}`,
    },
  }),
  headers: createRandomCaptureHeaders(random, stock),
});
