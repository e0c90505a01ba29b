import { describe, expect, it } from 'vitest';
import { emptyRegistration, type KnownPatient, type RegistrationForm } from '#domain/registration.ts';
import {
  createEvaluationBody,
  fillFormFromPatient,
  patientToStore,
  withoutLookupValues,
  withoutPatientData,
} from './create-body.ts';

const TYPE = '00000000-0000-4000-8000-000000000001';
const EMPLOYER = '00000000-0000-4000-8000-000000000002';
const PATIENT = '00000000-0000-4000-8000-000000000003';
const OCCUPATION = '00000000-0000-4000-8000-000000000004';

const typed: RegistrationForm = {
  ...emptyRegistration,
  identification_number: ' 9999000017 ',
  first_name: 'Ana ',
  last_name: 'Gil',
  evaluation_type_id: TYPE,
  employer_company_id: EMPLOYER,
};

const ana: KnownPatient = {
  id: PATIENT,
  identification_type: 'CC',
  identification_number: '9999000017',
  first_name: 'Ana',
  middle_name: 'María',
  last_name: 'Gil',
  second_last_name: null,
  birth_date: '1990-05-12',
  gender: 'F',
  occupation_name: 'Operaria de empaque',
  occupation_id: OCCUPATION,
  last_evaluation: null,
};
const filled = fillFormFromPatient(typed, ana);

const VISIT = {
  started_at: '2026-11-21T11:47:00.000Z',
  evaluation_type_name: 'Ingreso',
  isOpen: false,
  chosen: null,
};

describe('P10.308 document that replaces a tarjeta de identidad (TI)', () => {
  const minor: KnownPatient = { ...ana, identification_type: 'TI' };
  it('P10.308 the registration request names the replaced TI and the patient’s id, or no id if only the device knows the patient', () => {
    expect(createEvaluationBody(fillFormFromPatient(typed, minor), minor).patient).toMatchObject({
      id: PATIENT,
      identification_type: 'CC',
      former_type: 'TI',
    });
    const here: KnownPatient = { ...minor, id: null };
    const { patient } = createEvaluationBody(fillFormFromPatient(typed, here), here);
    expect(patient).toMatchObject({ former_type: 'TI' });
    expect(patient?.id).toBeUndefined();
  });

  it('P10.309 the registration request has only fields of the base contract if the patient is known by this document', () => {
    const form = {
      ...fillFormFromPatient(typed, minor),
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
    const body = JSON.parse(JSON.stringify(createEvaluationBody(typed, null)));
    expect(body).toEqual({
      evaluation_type_id: TYPE,
      employer_company_id: EMPLOYER,
      patient: {
        identification_type: 'CC',
        identification_number: '9999000017',
        first_name: 'Ana',
        last_name: 'Gil',
      },
    });
  });

  it('the registration request contains only the id of a known patient whose data were not edited', () => {
    const body = createEvaluationBody(filled, ana);
    expect(body).toMatchObject({ patient_id: PATIENT });
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
      const body = createEvaluationBody({ ...filled, ...patch }, ana);
      expect(body.patient_id).toBeUndefined();
      expect(body.patient).toMatchObject({ identification_number: '9999000017', last_name: 'Gil' });
    },
  );

  it('S15 the registration request contains the id of a renamed patient, unless the document was changed', () => {
    expect(createEvaluationBody({ ...filled, first_name: 'Luz' }, ana).patient?.id).toBe(PATIENT);
    const others = [
      [{ ...filled, first_name: 'Luz', patient_id: null }, ana],
      [{ ...filled, birth_date: '1990-05-13' }, ana],
      [{ ...filled, first_name: 'Luz' }, null],
    ] as const;
    for (const [form, linked] of others)
      expect(createEvaluationBody(form, linked).patient?.id).toBeUndefined();
  });

  it('the registration request contains the typed data of a patient that only this device knows', () =>
    expect(
      createEvaluationBody({ ...filled, patient_id: null }, { ...ana, id: null }).patient,
    ).toBeDefined());

  it('P3.3 P4.14 the registration request contains the id of an occupation from the catalogue, or the name of a new occupation', () => {
    const patch = { occupation_name: 'Operaria de empaque', occupation_id: OCCUPATION };
    expect(createEvaluationBody({ ...typed, ...patch }, null).patient).toMatchObject({
      occupation_id: OCCUPATION,
    });
    const written = createEvaluationBody(
      { ...typed, occupation_name: 'Domador', occupation_id: null },
      null,
    ).patient;
    expect(written).toMatchObject({ occupation_name: 'Domador' });
    expect(written?.occupation_id).toBeUndefined();
  });

  it('creating the registration request throws for an incomplete form', () =>
    expect(() => createEvaluationBody({ ...typed, evaluation_type_id: '' }, null)).toThrow());
});

describe('values that the user emptied', () => {
  it('P10.299 the registration request lists in `cleared` exactly the found patient’s values that the user emptied', () => {
    const cleared = (patch: Partial<RegistrationForm>, by: KnownPatient | null = ana) =>
      createEvaluationBody({ ...filled, ...patch }, by).patient?.cleared;
    expect(cleared({ middle_name: ' ', gender: '', occupation_name: '' })).toEqual([
      'middle_name',
      'gender',
      'occupation_name',
    ]);
    expect(cleared({ birth_date: '' })).toEqual(['birth_date']);
    expect(cleared({ first_name: 'Anna' }), 'changed, not emptied').toBeUndefined();
    expect(cleared({ second_last_name: '', first_name: 'Anna' }), 'it had none').toBeUndefined();
    expect(cleared({ gender: '', patient_id: null }), 'of another document').toBeUndefined();
    expect(cleared({ gender: '' }, null), 'of a new person').toBeUndefined();
    const here = { ...ana, id: null };
    expect(cleared({ gender: '', patient_id: null }, here), 'known to this device').toEqual(['gender']);
  });

  it('P10.299 the registration request has no `cleared` after the document or the patient was changed', () => {
    for (const emptied of [withoutLookupValues(filled, ana), withoutPatientData(filled)]) {
      const next = { ...emptied, first_name: 'Luz', last_name: 'Paz' };
      expect(createEvaluationBody(next, null).patient).toMatchObject({ first_name: 'Luz' });
      expect(createEvaluationBody(next, null).patient?.cleared).toBeUndefined();
    }
  });

  it('P10.300 the registration request has only fields of the base contract if the user emptied no value', () => {
    const bodies = [
      createEvaluationBody(typed, null),
      createEvaluationBody(filled, ana),
      createEvaluationBody({ ...filled, birth_date: '1990-05-13' }, ana),
      createEvaluationBody({ ...filled, second_last_name: 'Mora' }, ana),
    ];
    for (const body of bodies) expect(JSON.stringify(body)).not.toContain('cleared');
  });

  it('P10.299 the device stores an emptied value as null', () =>
    expect(patientToStore({ ...filled, gender: '' }, VISIT)).toMatchObject({ gender: null }));
});

describe('P4.13 form values when a patient is found or removed', () => {
  it('the lookup fills in the found patient and stores the id; the document and the visit stay', () =>
    expect(filled).toMatchObject({
      identification_number: ' 9999000017 ',
      middle_name: 'María',
      second_last_name: '',
      patient_id: PATIENT,
      evaluation_type_id: TYPE,
    }));

  it("'Registrar nuevo' keeps only the document and the visit", () =>
    expect(withoutPatientData(filled)).toEqual({ ...typed, first_name: '', last_name: '' }));

  it('another document removes the values from the lookup, and keeps typed values', () => {
    const edited = { ...filled, middle_name: 'Inés', occupation_name: 'Supervisora', occupation_id: null };
    expect(withoutLookupValues(edited, ana)).toEqual({
      ...typed,
      first_name: '',
      last_name: '',
      middle_name: 'Inés',
      occupation_name: 'Supervisora',
    });
  });

  it('the device stores the patient, with this visit as the last evaluation', () => {
    expect(patientToStore(filled, VISIT)).toEqual({ ...ana, last_evaluation: VISIT });
  });
});
