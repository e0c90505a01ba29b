import { describe, expect, it } from 'vitest';
import { emptyRegistration, type KnownPatient, type RegistrationForm } from '#domain/registration.ts';
import { createBody, fillFrom, personOf, withoutFilled, withoutPerson } from './create-body.ts';

const TYPE = '00000000-0000-4000-8000-000000000001';
const EMPLOYER = '00000000-0000-4000-8000-000000000002';
const PATIENT = '00000000-0000-4000-8000-000000000003';
const OCCUPATION = '00000000-0000-4000-8000-000000000004';

const typed: RegistrationForm = {
  ...emptyRegistration,
  identificationNumber: ' 9999000017 ',
  firstName: 'Ana ',
  lastName: 'Gil',
  evaluationTypeId: TYPE,
  employerCompanyId: EMPLOYER,
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
const filled = fillFrom(typed, ana);

const VISIT = {
  started_at: '2026-11-21T11:47:00.000Z',
  evaluation_type_name: 'Ingreso',
  isOpen: false,
  chosen: null,
};

describe('P10.308 document that replaces a TI', () => {
  const minor: KnownPatient = { ...ana, identification_type: 'TI' };
  it('P10.308 is sent with the id of its patient, or without one if only the device knows the patient', () => {
    expect(createBody(fillFrom(typed, minor), minor).patient).toMatchObject({
      id: PATIENT,
      identification_type: 'CC',
      former_type: 'TI',
    });
    const here: KnownPatient = { ...minor, id: null };
    const { patient } = createBody(fillFrom(typed, here), here);
    expect(patient).toMatchObject({ former_type: 'TI' });
    expect(patient?.id).toBeUndefined();
  });

  it('P10.309 sends no field beyond the base contract if the document is the known one', () => {
    const form = { ...fillFrom(typed, minor), identificationType: 'TI', firstName: 'Anna' } as const;
    for (const body of [createBody(form, minor), createBody({ ...form, existingPatientId: null }, minor)])
      expect(JSON.stringify(body)).not.toContain('former_type');
  });
});

describe('P3 request body of a new evaluation', () => {
  it('P3.1 P5.4 contains a new patient as typed, without empty fields', () => {
    const body = JSON.parse(JSON.stringify(createBody(typed, null)));
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

  it('contains only the id of a known patient who was not edited', () => {
    const body = createBody(filled, ana);
    expect(body).toMatchObject({ patient_id: PATIENT });
    expect(body.patient).toBeUndefined();
  });

  it.each<[string, Partial<RegistrationForm>]>([
    ['a name', { firstName: 'Anna' }],
    ['an accent in a name', { middleName: 'Maria' }],
    ['the birth date', { birthDate: '1990-05-13' }],
    ['the occupation', { occupationName: 'Supervisora', occupationId: null }],
    ['the link (document edited)', { existingPatientId: null }],
  ])('contains a known patient as typed after an edit of %s', (_what, patch) => {
    const body = createBody({ ...filled, ...patch }, ana);
    expect(body.patient_id).toBeUndefined();
    expect(body.patient).toMatchObject({ identification_number: '9999000017', last_name: 'Gil' });
  });

  it('S15 contains the id of a patient who was found and renamed on purpose, but not under another document', () => {
    expect(createBody({ ...filled, firstName: 'Luz' }, ana).patient?.id).toBe(PATIENT);
    const others = [
      [{ ...filled, firstName: 'Luz', existingPatientId: null }, ana],
      [{ ...filled, birthDate: '1990-05-13' }, ana],
      [{ ...filled, firstName: 'Luz' }, null],
    ] as const;
    for (const [form, linked] of others) expect(createBody(form, linked).patient?.id).toBeUndefined();
  });

  it('contains a patient known only to this device as typed', () =>
    expect(createBody({ ...filled, existingPatientId: null }, { ...ana, id: null }).patient).toBeDefined());

  it('P3.3 P4.14 contains an occupation of the catalogue by id, and a new one by name', () => {
    const patch = { occupationName: 'Operaria de empaque', occupationId: OCCUPATION };
    expect(createBody({ ...typed, ...patch }, null).patient).toMatchObject({ occupation_id: OCCUPATION });
    const written = createBody({ ...typed, occupationName: 'Domador', occupationId: null }, null).patient;
    expect(written).toMatchObject({ occupation_name: 'Domador' });
    expect(written?.occupation_id).toBeUndefined();
  });

  it('is not created from an incomplete form', () =>
    expect(() => createBody({ ...typed, evaluationTypeId: '' }, null)).toThrow());
});

describe('removed values', () => {
  it('P10.299 sends the values of the found patient that the user emptied as removed, and no others', () => {
    const cleared = (patch: Partial<RegistrationForm>, by: KnownPatient | null = ana) =>
      createBody({ ...filled, ...patch }, by).patient?.cleared;
    expect(cleared({ middleName: ' ', gender: '', occupationName: '' })).toEqual([
      'middle_name',
      'gender',
      'occupation_name',
    ]);
    expect(cleared({ birthDate: '' })).toEqual(['birth_date']);
    expect(cleared({ firstName: 'Anna' }), 'changed, not emptied').toBeUndefined();
    expect(cleared({ secondLastName: '', firstName: 'Anna' }), 'it had none').toBeUndefined();
    expect(cleared({ gender: '', existingPatientId: null }), 'of another document').toBeUndefined();
    expect(cleared({ gender: '' }, null), 'of a new person').toBeUndefined();
    const here = { ...ana, id: null };
    expect(cleared({ gender: '', existingPatientId: null }, here), 'known to this device').toEqual([
      'gender',
    ]);
  });

  it('P10.299 removes no value of the found patient after a change of document or patient', () => {
    for (const emptied of [withoutFilled(filled, ana), withoutPerson(filled)]) {
      const next = { ...emptied, firstName: 'Luz', lastName: 'Paz' };
      expect(createBody(next, null).patient).toMatchObject({ first_name: 'Luz' });
      expect(createBody(next, null).patient?.cleared).toBeUndefined();
    }
  });

  it('P10.300 sends no field beyond the base contract if nothing was removed', () => {
    const bodies = [
      createBody(typed, null),
      createBody(filled, ana),
      createBody({ ...filled, birthDate: '1990-05-13' }, ana),
      createBody({ ...filled, secondLastName: 'Mora' }, ana),
    ];
    for (const body of bodies) expect(JSON.stringify(body)).not.toContain('cleared');
  });

  it('P10.299 stores a removed value as null on the device', () =>
    expect(personOf({ ...filled, gender: '' }, VISIT)).toMatchObject({ gender: null }));
});

describe('P4.13 filling and emptying the form', () => {
  it('fills in and links a found patient, and keeps document and visit', () =>
    expect(filled).toMatchObject({
      identificationNumber: ' 9999000017 ',
      middleName: 'María',
      secondLastName: '',
      existingPatientId: PATIENT,
      evaluationTypeId: TYPE,
    }));

  it("keeps only the document and the visit after 'Registrar nuevo'", () =>
    expect(withoutPerson(filled)).toEqual({ ...typed, firstName: '', lastName: '' }));

  it('removes the values of the lookup under another document, and keeps typed values', () => {
    const edited = { ...filled, middleName: 'Inés', occupationName: 'Supervisora', occupationId: null };
    expect(withoutFilled(edited, ana)).toEqual({
      ...typed,
      firstName: '',
      lastName: '',
      middleName: 'Inés',
      occupationName: 'Supervisora',
    });
  });

  it('stores the patient on the device with this visit as the last one', () => {
    expect(personOf(filled, VISIT)).toEqual({ ...ana, last_evaluation: VISIT });
  });
});
