import { describe, expect, it } from 'vitest';
import { emptyRegistration, type LocalPatient, type RegistrationForm } from '#domain/registration.ts';
import { createAdditionalField, createFieldValue } from '#tests/support/screens/additional-fields.ts';
import {
  createEvaluationBody,
  mergePatientIntoForm,
  fillFormFromPatient,
  isPatientDataEmpty,
  toStoredPatient,
  removeLookupValues,
  clearPatientData,
} from './create-body.ts';
import { buildPerPatientField } from '#contract/records/evaluation/patient-fields.ts';

const EVALUATION_TYPE_ID = '00000000-0000-4000-8000-000000000001';
const EMPLOYER_ID = '00000000-0000-4000-8000-000000000002';
const PATIENT_ID = '00000000-0000-4000-8000-000000000003';
const OCCUPATION_ID = '00000000-0000-4000-8000-000000000004';

const typedForm: RegistrationForm = {
  ...emptyRegistration,
  identification_number: ' 9999000017 ',
  first_name: 'Ana ',
  last_name: 'Gil',
  evaluation_type_id: EVALUATION_TYPE_ID,
  employer_company_id: EMPLOYER_ID,
};

const linkedAna: LocalPatient = {
  id: PATIENT_ID,
  identification_type: 'CC',
  identification_number: '9999000017',
  ...buildPerPatientField(() => null),
  first_name: 'Ana',
  middle_name: 'María',
  last_name: 'Gil',
  birth_date: '1990-05-12',
  gender: 'F',
  occupation_name: 'Operaria de empaque',
  occupation_id: OCCUPATION_ID,
  last_evaluation: null,
};
const filledForm = fillFormFromPatient(typedForm, linkedAna);

const LAST_VISIT = {
  started_at: '2026-11-21T11:47:00.000Z',
  evaluation_type_name: 'Ingreso',
  isOpen: false,
  chosen: null,
};

describe('P10.308 document that replaces a tarjeta de identidad (TI)', () => {
  const minor: LocalPatient = { ...linkedAna, identification_type: 'TI' };
  it('P10.308 the registration request names the replaced TI and the patient’s id, or no id if only the device knows the patient', () => {
    expect(createEvaluationBody(fillFormFromPatient(typedForm, minor), minor).patient).toMatchObject({
      id: PATIENT_ID,
      identification_type: 'CC',
      former_type: 'TI',
    });
    const here: LocalPatient = { ...minor, id: null };
    const { patient } = createEvaluationBody(fillFormFromPatient(typedForm, here), here);
    expect(patient).toMatchObject({ former_type: 'TI' });
    expect(patient?.id).toBeUndefined();
  });

  it('P10.309 the registration request has only fields of the base contract if the patient is known by this document', () => {
    const form = {
      ...fillFormFromPatient(typedForm, minor),
      identification_type: 'TI',
      first_name: 'Anna',
    } as const;
    for (const body of [
      createEvaluationBody(form, minor),
      createEvaluationBody({ ...form, patient_id: null }, minor),
    ])
      expect(JSON.stringify(body)).not.toContain('former_type');
  });
});

describe('P3 request body of a new evaluation', () => {
  it('P3.1 P5.4 the registration request contains a new patient as typed, without empty fields', () => {
    const body = JSON.parse(JSON.stringify(createEvaluationBody(typedForm, null)));
    expect(body).toEqual({
      evaluation_type_id: EVALUATION_TYPE_ID,
      employer_company_id: EMPLOYER_ID,
      patient: {
        identification_type: 'CC',
        identification_number: '9999000017',
        first_name: 'Ana',
        last_name: 'Gil',
      },
    });
  });

  it('the registration request contains only the id of a known patient whose data were not edited', () => {
    const body = createEvaluationBody(filledForm, linkedAna);
    expect(body).toMatchObject({ patient_id: PATIENT_ID });
    expect(body.patient).toBeUndefined();
  });

  it.each<[string, Partial<RegistrationForm>]>([
    ['a name', { first_name: 'Anna' }],
    ['an accent in a name', { middle_name: 'Maria' }],
    ['the birth date', { birth_date: '1990-05-13' }],
    ['the occupation', { occupation_name: 'Supervisora', occupation_id: null }],
    ['the link (document edited)', { patient_id: null }],
  ])(
    'the registration request contains a known patient’s data as typed after an edit of %s',
    (_what, patch) => {
      const body = createEvaluationBody({ ...filledForm, ...patch }, linkedAna);
      expect(body.patient_id).toBeUndefined();
      expect(body.patient).toMatchObject({ identification_number: '9999000017', last_name: 'Gil' });
    },
  );

  it('S15 the registration request contains the id of a renamed patient, unless the document was changed', () => {
    expect(createEvaluationBody({ ...filledForm, first_name: 'Luz' }, linkedAna).patient?.id).toBe(
      PATIENT_ID,
    );
    const others = [
      [{ ...filledForm, first_name: 'Luz', patient_id: null }, linkedAna],
      [{ ...filledForm, birth_date: '1990-05-13' }, linkedAna],
      [{ ...filledForm, first_name: 'Luz' }, null],
    ] as const;
    for (const [form, linked] of others)
      expect(createEvaluationBody(form, linked).patient?.id).toBeUndefined();
  });

  it('the registration request contains the typed data of a patient that only this device knows', () =>
    expect(
      createEvaluationBody({ ...filledForm, patient_id: null }, { ...linkedAna, id: null }).patient,
    ).toBeDefined());

  it('P3.3 P4.14 the registration request contains the id of an occupation from the catalogue, or the name of a new occupation', () => {
    const patch = { occupation_name: 'Operaria de empaque', occupation_id: OCCUPATION_ID };
    expect(createEvaluationBody({ ...typedForm, ...patch }, null).patient).toMatchObject({
      occupation_id: OCCUPATION_ID,
    });
    const written = createEvaluationBody(
      { ...typedForm, occupation_name: 'Domador', occupation_id: null },
      null,
    ).patient;
    expect(written).toMatchObject({ occupation_name: 'Domador' });
    expect(written?.occupation_id).toBeUndefined();
  });

  it('creating the registration request throws for an incomplete form', () =>
    expect(() => createEvaluationBody({ ...typedForm, evaluation_type_id: '' }, null)).toThrow());
});

describe('values that the user emptied', () => {
  it('P10.299 the registration request lists in `cleared` exactly the found patient’s values that the user emptied', () => {
    const bodyWithClearedFields = (patch: Partial<RegistrationForm>, by: LocalPatient | null = linkedAna) =>
      createEvaluationBody({ ...filledForm, ...patch }, by).patient?.cleared;
    expect(bodyWithClearedFields({ middle_name: ' ', gender: '', occupation_name: '' })).toEqual([
      'middle_name',
      'gender',
      'occupation_name',
    ]);
    expect(bodyWithClearedFields({ birth_date: '' })).toEqual(['birth_date']);
    expect(bodyWithClearedFields({ first_name: 'Anna' }), 'changed, not emptied').toBeUndefined();
    expect(
      bodyWithClearedFields({ second_last_name: '', first_name: 'Anna' }),
      'it had none',
    ).toBeUndefined();
    expect(bodyWithClearedFields({ gender: '', patient_id: null }), 'of another document').toBeUndefined();
    expect(bodyWithClearedFields({ gender: '' }, null), 'of a new person').toBeUndefined();
    const here = { ...linkedAna, id: null };
    expect(bodyWithClearedFields({ gender: '', patient_id: null }, here), 'known to this device').toEqual([
      'gender',
    ]);
  });

  it('P10.299 the registration request has no `cleared` after the document or the patient was changed', () => {
    for (const emptied of [removeLookupValues(filledForm, linkedAna), clearPatientData(filledForm)]) {
      const next = { ...emptied, first_name: 'Luz', last_name: 'Paz' };
      expect(createEvaluationBody(next, null).patient).toMatchObject({ first_name: 'Luz' });
      expect(createEvaluationBody(next, null).patient?.cleared).toBeUndefined();
    }
  });

  it('P10.300 the registration request has only fields of the base contract if the user emptied no value', () => {
    const bodies = [
      createEvaluationBody(typedForm, null),
      createEvaluationBody(filledForm, linkedAna),
      createEvaluationBody({ ...filledForm, birth_date: '1990-05-13' }, linkedAna),
      createEvaluationBody({ ...filledForm, second_last_name: 'Mora' }, linkedAna),
    ];
    for (const body of bodies) expect(JSON.stringify(body)).not.toContain('cleared');
  });

  it("P10.299 the device stores a patient's value that the user emptied as null", () =>
    expect(toStoredPatient({ ...filledForm, gender: '' }, LAST_VISIT)).toMatchObject({ gender: null }));
});

describe('P4.13 form values when a patient is found or removed', () => {
  it("the lookup fills in the found patient and the patient's id; the typed document and the evaluation data stay", () =>
    expect(filledForm).toMatchObject({
      identification_number: ' 9999000017 ',
      middle_name: 'María',
      second_last_name: '',
      patient_id: PATIENT_ID,
      evaluation_type_id: EVALUATION_TYPE_ID,
    }));

  it("'Registrar nuevo' keeps only the typed document and the evaluation data, and empties the patient's data", () =>
    expect(clearPatientData(filledForm)).toEqual({ ...typedForm, first_name: '', last_name: '' }));

  it('typing another document number removes the values from the lookup, and keeps typed values', () => {
    const edited = {
      ...filledForm,
      middle_name: 'Inés',
      occupation_name: 'Supervisora',
      occupation_id: null,
    };
    expect(removeLookupValues(edited, linkedAna)).toEqual({
      ...typedForm,
      first_name: '',
      last_name: '',
      middle_name: 'Inés',
      occupation_name: 'Supervisora',
    });
  });

  it('the device stores the patient, with this visit as the last evaluation', () => {
    expect(toStoredPatient(filledForm, LAST_VISIT)).toEqual({
      ...linkedAna,
      additional_fields: [],
      last_evaluation: LAST_VISIT,
    });
  });
});

describe('P10.352 values of additional fields about the patient', () => {
  const [eps, afp, arl] = [
    createAdditionalField(1, { name: 'EPS' }),
    createAdditionalField(2, { name: 'AFP' }),
    createAdditionalField(3, { name: 'ARL', subject: 'visit' }),
  ];
  const known: LocalPatient = { ...linkedAna, additional_fields: [createFieldValue(eps, 'Sura')] };
  const entered = {
    ...typedForm,
    patient_additional: [createFieldValue(afp, 'Porvenir')],
    visit_additional: [createFieldValue(arl, 'Bolívar')],
  };
  const patientFieldsOf = ({ patient_additional }: RegistrationForm) =>
    patient_additional.map(({ name, value }) => `${name} ${value}`);

  it('P10.352 a lookup fills in only empty additional fields; removing the values of the lookup keeps the typed ones', () => {
    const both = mergePatientIntoForm(entered, known);
    expect(patientFieldsOf(both)).toEqual(['AFP Porvenir', 'EPS Sura']);
    const own = { ...entered, patient_additional: [createFieldValue(eps, 'Nueva')] };
    expect(patientFieldsOf(mergePatientIntoForm(own, known))).toEqual(['EPS Nueva']);
    expect(patientFieldsOf(removeLookupValues(both, known))).toEqual(['AFP Porvenir']);
  });

  it('P10.352 another patient’s data replace all additional values about the first patient, and none about the evaluation', () => {
    const other = fillFormFromPatient(entered, known);
    expect([patientFieldsOf(other), other.visit_additional]).toEqual([
      ['EPS Sura'],
      entered.visit_additional,
    ]);
    const emptied = clearPatientData(other);
    expect([patientFieldsOf(emptied), emptied.visit_additional]).toEqual([[], entered.visit_additional]);
    expect(isPatientDataEmpty(emptied)).toBe(true);
    expect(isPatientDataEmpty({ ...emptied, patient_additional: known.additional_fields ?? [] })).toBe(false);
    expect(patientFieldsOf(fillFormFromPatient(entered, linkedAna))).toEqual([]);
  });

  it('P10.353 the registration request has each additional value with name, kind and subject, and no list when there are no values', () => {
    expect(createEvaluationBody(entered, null).additional_fields).toEqual([
      { field_id: afp.id, name: 'AFP', subject: 'patient', kind: 'text', value: 'Porvenir' },
      { field_id: arl.id, name: 'ARL', subject: 'visit', kind: 'text', value: 'Bolívar' },
    ]);
    expect(JSON.stringify(createEvaluationBody(typedForm, null))).not.toContain('additional_fields');
  });

  it('P10.352 the device stores the additional values about the patient with the patient', () => {
    expect(toStoredPatient(entered, LAST_VISIT).additional_fields).toEqual(entered.patient_additional);
  });
});
