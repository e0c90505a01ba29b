import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildPerPatientField,
  type PatientFieldDefinition,
  PATIENT_DATA_FIELD_NAMES,
  PATIENT_FIELDS,
  type PatientField,
  type PatientFormData,
} from '#contract/records/evaluation/patient-fields.ts';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import type { PatientInput } from '#contract/records/evaluation/patients.ts';
import { correctionBody } from '#domain/correction.ts';
import { patientFieldText } from '#domain/patient/patient-data.ts';
import { emptyRegistration, type RegistrationForm } from '#domain/registration.ts';
import { createEvaluationBody, typedPatientFields } from '#features/reception/form/create-body.ts';
import { EXTENSION_PATIENT_FIELDS } from '#tests/support/server/base-contract-server.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { fetchEvaluationDetail, nextDocumentNumber } from '../support/capture.ts';
import {
  type ClinicalFixture,
  makeEvaluationSignable,
  seedClinicalFixture,
  sign,
  signedVersionsOf,
} from '../support/clinical.ts';
import { type Caller, type Server, fieldProblemsOf, responseOf, startServer } from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let receptionist: Caller;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('patient_fields');
  clinicalFixture = await seedClinicalFixture(server);
  receptionist = await server.as('desk');
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

/** Returns a value to type into a field: letters that no other field has, or a valid value of the field's kind. */
function typedValue(definition: PatientFieldDefinition, field: PatientField): string {
  const letters = field.replaceAll('_', '');
  switch (definition.kind) {
    case 'text':
    case 'occupation':
      return `Q${letters}`;
    case 'day':
      return '1987-03-09';
    case 'choice':
      return definition.values[1] ?? definition.values[0];
  }
}

const filledForm = (): RegistrationForm => ({
  ...emptyRegistration,
  ...(buildPerPatientField(typedValue) as PatientFormData),
  identification_number: nextDocumentNumber(),
  evaluation_type_id: server.clinic.types.entry,
  employer_company_id: server.clinic.companies.builder,
});

async function registerForm(form: RegistrationForm): Promise<string> {
  const reply = await receptionist.post('/evaluations', { json: createEvaluationBody(form, null) });
  return responseOf(CreatedEvaluation, reply).id;
}

const OPTIONAL_PATIENT_FIELDS = PATIENT_DATA_FIELD_NAMES.filter((field) => !PATIENT_FIELDS[field].isRequired);
const LIMITED_PATIENT_FIELDS = PATIENT_DATA_FIELD_NAMES.flatMap((field): [PatientField, number][] => {
  const definition = PATIENT_FIELDS[field];
  return 'maxLength' in definition ? [[field, definition.maxLength]] : [];
});
const COLUMN_TYPE_BY_KIND: Record<PatientFieldDefinition['kind'], string> = {
  text: 'text',
  day: 'date',
  choice: 'text',
  occupation: 'uuid',
};

/** Fields of a patient in the base contract (P7.1). */
const BASE_CONTRACT_PATIENT_FIELDS = [
  'first_name',
  'middle_name',
  'last_name',
  'second_last_name',
  'birth_date',
  'gender',
  'occupation_name',
];

describe('P10.339 fields of a patient', () => {
  it('each patient field that the base contract lacks is defined as an extension', () => {
    const ours = PATIENT_DATA_FIELD_NAMES.filter((field) => !BASE_CONTRACT_PATIENT_FIELDS.includes(field));
    expect(EXTENSION_PATIENT_FIELDS).toEqual(ours);
  });

  it('the patients table has the column that each field definition describes', async () => {
    const { rows } = await server.database.pool.query<{
      column_name: string;
      data_type: string;
      is_nullable: string;
    }>(
      "select column_name, data_type, is_nullable from information_schema.columns where table_name = 'patients'",
    );
    const expected = PATIENT_DATA_FIELD_NAMES.map((field) => {
      const definition = PATIENT_FIELDS[field];
      return {
        column_name: definition.kind === 'occupation' ? definition.column : field,
        data_type: COLUMN_TYPE_BY_KIND[definition.kind],
        is_nullable: definition.isRequired ? 'NO' : 'YES',
      };
    });
    expect(rows).toEqual(expect.arrayContaining(expected));
  });

  it('the value typed into each field reaches the response, the signed version and the clinical history', async () => {
    const form = filledForm();
    const id = await registerForm(form);
    const { patient } = await fetchEvaluationDetail(doctor, id);
    for (const field of PATIENT_DATA_FIELD_NAMES)
      expect([field, patient[field]]).toEqual([field, form[field]]);
    await makeEvaluationSignable(server, clinicalFixture, id);
    expect((await sign(doctor, id, clinicalFixture.doctors.plain)).statusCode).toBe(200);
    const [version] = await signedVersionsOf(server, id);
    expect(version?.content.patient).toMatchObject(buildPerPatientField((_definition, field) => form[field]));
    const history = await pdfTextOf((await doctor.get(`/evaluations/${id}/clinical-history`)).rawPayload);
    for (const field of PATIENT_DATA_FIELD_NAMES)
      expect(history).toContain(patientFieldText(field, form[field]));
  });

  it.each(LIMITED_PATIENT_FIELDS)(
    'the server stores the longest value that the definition of %s allows, and rejects a longer one',
    async (field, maxLength) => {
      const longest = { ...filledForm(), [field]: 'Q'.repeat(maxLength) };
      const { patient } = await fetchEvaluationDetail(doctor, await registerForm(longest));
      expect(patient[field]).toBe(longest[field]);
      const valid = createEvaluationBody(longest, null);
      const json = { ...valid, patient: { ...valid.patient, [field]: `${longest[field]}Q` } };
      expect(fieldProblemsOf(await receptionist.post('/evaluations', { json }))).toEqual({
        [`patient.${field}`]: `Máximo ${maxLength} caracteres.`,
      });
    },
  );

  it.each(OPTIONAL_PATIENT_FIELDS)(
    'a correction removes the value of %s, and the evaluation shows the change',
    async (field) => {
      const before = filledForm();
      const id = await registerForm(before);
      const form = { ...before, [field]: '' };
      const patient = typedPatientFields(form) as PatientInput;
      const json = correctionBody({ before, form, reason: 'Se escribió por error.', patient }, []);
      expect((await receptionist.send('PATCH', `/evaluations/${id}/registration`, { json })).statusCode).toBe(
        200,
      );
      const detail = await fetchEvaluationDetail(doctor, id);
      expect(detail.patient[field]).toBeNull();
      expect(detail.corrections?.[0]?.changes).toEqual([
        { field: `patient.${field}`, before: patientFieldText(field, before[field]), after: null },
      ]);
    },
  );
});
