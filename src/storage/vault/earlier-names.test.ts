import { describe, expect, it } from 'vitest';
import { PATIENT_DATA_FIELD_NAMES } from '#contract/records/evaluation/patient-fields.ts';
import { emptyRegistration } from '#domain/registration.ts';
import { StoredAttachmentSummary, StoredDraftContent } from './encrypted-content.ts';

const EVALUATION_TYPE_UUID = '5f0c6f0e-6a63-4b3c-9d39-0e6d3e1c7a01';
const EMPLOYER_UUID = '5f0c6f0e-6a63-4b3c-9d39-0e6d3e1c7a02';
const PATIENT_UUID = '5f0c6f0e-6a63-4b3c-9d39-0e6d3e1c7a03';

const DRAFT_OF_1_0 = {
  form: {
    identificationType: 'TI',
    identificationNumber: '9999000017',
    firstName: 'Zoraida',
    middleName: 'Inés',
    lastName: 'Quiñónez',
    secondLastName: 'Roa',
    birthDate: '2009-05-12',
    gender: 'F',
    occupationName: 'Soldadora',
    occupationId: null,
    evaluationTypeId: EVALUATION_TYPE_UUID,
    employerCompanyId: EMPLOYER_UUID,
    contractorCompanyId: '',
    additionalInfo: 'Trae lentes.',
    existingPatientId: PATIENT_UUID,
  },
  step: 1,
  linked: {
    id: PATIENT_UUID,
    identification_type: 'TI',
    identification_number: '9999000017',
    first_name: 'Zoraida',
    last_name: 'Quiñónez',
    last_evaluation: {
      started_at: '2026-01-05T15:00:00.000Z',
      evaluation_type_name: 'Ingreso',
      isOpen: false,
      chosen: {
        evaluationTypeId: EVALUATION_TYPE_UUID,
        employerCompanyId: EMPLOYER_UUID,
        contractorCompanyId: '',
      },
    },
  },
  picturesOf: { identificationType: 'TI', identificationNumber: '9999000017', name: 'Zoraida Quiñónez' },
  typedCompanies: { employerCompanyId: 'Minas', contractorCompanyId: 'Obras' },
  correcting: null,
};

describe('S21 fields that version 1.0 stored in camel case', () => {
  it('P10.353 a draft of version 1.0 keeps every value under the present field names and has neither values of additional fields nor proposed companies', () => {
    const draft = StoredDraftContent.parse(DRAFT_OF_1_0);
    expect(draft.form).toEqual({
      identification_type: 'TI',
      identification_number: '9999000017',
      first_name: 'Zoraida',
      middle_name: 'Inés',
      last_name: 'Quiñónez',
      second_last_name: 'Roa',
      birth_date: '2009-05-12',
      gender: 'F',
      occupation_name: 'Soldadora',
      occupation_id: null,
      evaluation_type_id: EVALUATION_TYPE_UUID,
      employer_company_id: EMPLOYER_UUID,
      contractor_company_id: '',
      additional_info: 'Trae lentes.',
      patient_additional: [],
      visit_additional: [],
      proposed_companies: [],
      expected_person_id: null,
      announced: null,
      patient_id: PATIENT_UUID,
    });
    expect(draft.linked?.additional_fields).toEqual([]);
    expect(draft.linked?.last_evaluation?.chosen).toEqual({
      evaluation_type_id: EVALUATION_TYPE_UUID,
      employer_company_id: EMPLOYER_UUID,
      contractor_company_id: '',
    });
    expect(draft.picturesOf).toEqual({
      identification_type: 'TI',
      identification_number: '9999000017',
      name: 'Zoraida Quiñónez',
    });
    expect(draft.typedCompanies).toEqual({ employer_company_id: 'Minas', contractor_company_id: 'Obras' });
  });

  it('an attachment stored by app version 1.0 keeps the patient’s identity document', () => {
    const stored = { identificationType: 'CE', identificationNumber: '77', patientName: 'Ana' };
    expect(StoredAttachmentSummary.parse(stored)).toMatchObject({
      identification_type: 'CE',
      identification_number: '77',
      patientName: 'Ana',
      examName: '',
    });
  });

  it('a value typed in a window of version 1.0 replaces the value under the present field name; a field left empty there does not', () => {
    const draft = StoredDraftContent.parse({
      form: { ...emptyRegistration, first_name: 'Ana', last_name: 'Gil', firstName: 'Anabel', lastName: '' },
    });
    expect(draft.form).toEqual({ ...emptyRegistration, first_name: 'Anabel', last_name: 'Gil' });
  });

  it.each(PATIENT_DATA_FIELD_NAMES)('a draft without the field %s opens with this field empty', (field) => {
    const { [field]: _left, ...form } = emptyRegistration;
    expect(StoredDraftContent.parse({ form }).form).toEqual(emptyRegistration);
  });
});
