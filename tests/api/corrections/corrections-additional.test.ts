import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdditionalField } from '#contract/catalogs/additional-fields.ts';
import type { AdditionalValue } from '#contract/records/evaluation/additional-values.ts';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { Registration } from '#contract/records/evaluation/corrections.ts';
import { Patient } from '#contract/records/evaluation/patients.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import {
  nameValuePairs,
  createUnknownFieldValue,
  createAdditionalValue,
} from '../support/additional-fields.ts';
import {
  fetchEvaluationDetail,
  idempotencyHeader,
  nextDocumentNumber,
  searchPatient,
} from '../support/capture.ts';
import { rowMakers } from '../support/examples/catalog-examples.ts';
import { correctRegistration, sendCorrection } from '../support/corrections.ts';
import { type Caller, type Server, fieldProblemsOf, responseOf, startServer } from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let doctor: Caller;
let phoneField: AdditionalField;
let birthField: AdditionalField;
let originField: AdditionalField;
beforeAll(async () => {
  server = await startServer('corrections_additional');
  receptionist = await server.as('desk');
  doctor = await server.as('doctor');
  const createField = async (body: object) => rowMakers.additionalField(await server.as('admin'), body);
  phoneField = await createField({ name: 'Teléfono', position: 1 });
  birthField = await createField({ name: 'Ingreso', kind: 'date', position: 2 });
  originField = await createField({ name: 'Área', subject: 'visit', position: 3 });
});
afterAll(() => server.stop());

const [MONDAY, TUESDAY, WEDNESDAY] = [23, 24, 25].map((day) => `2026-11-${day}T14:00:00.000Z`);
const createCapturedAtHeader = (captured = '') => ({ 'x-captured-at': captured });
const registerPatientValues = (
  number: string,
  values: readonly AdditionalValue[],
  captured = MONDAY,
  names: object = {},
): Promise<string> =>
  receptionist
    .post('/evaluations', {
      json: {
        evaluation_type_id: server.clinic.types.entry,
        employer_company_id: server.clinic.companies.builder,
        patient: {
          identification_type: 'CC',
          identification_number: number,
          first_name: 'Ana',
          last_name: 'Gil',
          ...names,
        },
        additional_fields: values,
      },
      headers: createCapturedAtHeader(captured),
    })
    .then((reply) => responseOf(CreatedEvaluation, reply).id);
const correctFieldValues = (id: string, values: readonly object[], captured = TUESDAY, other: object = {}) =>
  correctRegistration(
    receptionist,
    id,
    { additional_fields: values, ...other },
    createCapturedAtHeader(captured),
  );
const fetchPatientValues = async (number: string) =>
  nameValuePairs(responseOf(Patient, await searchPatient(receptionist, number)).additional_fields);
const otherPatientBody = (number: string) => ({
  identification_type: 'CC',
  identification_number: number,
  first_name: 'Carla',
  last_name: 'Mora',
});

describe('P10.347 correction of additional fields', () => {
  it('P10.347 the server replaces and removes values, lists the changes with labels as users read them, and logs no value', async () => {
    const number = nextDocumentNumber();
    const id = await registerPatientValues(number, [
      createAdditionalValue(phoneField, '310'),
      createAdditionalValue(originField, 'Bodega'),
    ]);
    const lines = await collectNewLogEntries(server, async () => {
      const { additional_fields: fields, corrections } = await correctFieldValues(id, [
        { ...createAdditionalValue(phoneField, ''), value: null },
        createAdditionalValue({ ...birthField, id: birthField.id.toUpperCase() }, '2020-02-01'),
        createAdditionalValue(originField, 'Bodega'),
      ]);
      expect(nameValuePairs(fields)).toEqual([
        ['Ingreso', '2020-02-01'],
        ['Área', 'Bodega'],
      ]);
      expect(corrections.at(-1)?.changes).toEqual([
        { field: `additional.${phoneField.id}`, label: 'Teléfono', before: '310', after: null },
        { field: `additional.${birthField.id}`, label: 'Ingreso', before: null, after: '01/02/2020' },
      ]);
    });
    const names = [phoneField, birthField, originField].map((field) => `additional.${field.id}`);
    expect(lines).toMatchObject([
      ['registration_corrected', 'done', { fields: names }],
      ['patient_changed', 'done', { fields: [`additional.${phoneField.id}`] }],
    ]);
    // The ids are removed first, because an id may contain the same digits as a value by chance.
    const withoutIds = JSON.stringify(lines).replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '');
    expect(withoutIds).not.toMatch(/310|Bodega|2020|Teléfono/);
    expect(await fetchPatientValues(number)).toEqual([['Ingreso', '2020-02-01']]);
    expect(nameValuePairs((await fetchEvaluationDetail(doctor, id)).additional_fields)).toContainEqual([
      'Ingreso',
      '2020-02-01',
    ]);
  });

  it('P10.347 the correction captured last determines the value; an older one that arrives later is recorded without effect', async () => {
    const number = nextDocumentNumber();
    const id = await registerPatientValues(number, [createAdditionalValue(phoneField, 'lunes')]);
    await correctFieldValues(id, [createAdditionalValue(phoneField, 'miércoles')], WEDNESDAY);
    const late = await correctFieldValues(id, [
      createAdditionalValue(phoneField, 'martes'),
      createAdditionalValue(originField, 'Bodega'),
    ]);
    expect(nameValuePairs(late.additional_fields)).toEqual([
      ['Teléfono', 'miércoles'],
      ['Área', 'Bodega'],
    ]);
    expect(late.corrections[0]?.changes).toEqual([
      { field: `additional.${phoneField.id}`, label: 'Teléfono', before: 'miércoles', after: 'miércoles' },
      { field: `additional.${originField.id}`, label: 'Área', before: null, after: 'Bodega' },
    ]);
    expect(await fetchPatientValues(number)).toEqual([['Teléfono', 'miércoles']]);
  });

  it('P10.347 a correction captured before a value was removed but received later restores it neither in the evaluation nor for the patient', async () => {
    const number = nextDocumentNumber();
    const id = await registerPatientValues(number, [createAdditionalValue(phoneField, 'lunes')]);
    await correctFieldValues(id, [{ ...createAdditionalValue(phoneField, ''), value: null }], WEDNESDAY);
    const late = await correctFieldValues(id, [createAdditionalValue(phoneField, 'martes')]);
    expect(nameValuePairs(late.additional_fields)).toEqual([]);
    expect(late.corrections[0]?.changes).toEqual([
      { field: `additional.${phoneField.id}`, label: 'Teléfono', before: null, after: null },
    ]);
    await registerPatientValues(number, [createAdditionalValue(phoneField, 'martes')], TUESDAY);
    expect(await fetchPatientValues(number)).toEqual([]);
  });

  it('P10.347 a correction changes the evaluation, and not the patient’s value that a later registration confirmed', async () => {
    const number = nextDocumentNumber();
    const id = await registerPatientValues(number, [createAdditionalValue(phoneField, 'lunes')]);
    await registerPatientValues(number, [createAdditionalValue(phoneField, 'miércoles')], WEDNESDAY);
    const { additional_fields: fields } = await correctFieldValues(id, [
      createAdditionalValue(phoneField, 'martes'),
    ]);
    expect(nameValuePairs(fields)).toEqual([['Teléfono', 'martes']]);
    expect(await fetchPatientValues(number)).toEqual([['Teléfono', 'miércoles']]);
  });

  it('P10.347 the server executes a repeated correction once, accepts an unknown field, and rejects a correction without any field', async () => {
    const id = await registerPatientValues(nextDocumentNumber(), []);
    const headers = { ...idempotencyHeader(), 'x-capture-id': randomUUID() };
    const body = { additional_fields: [createUnknownFieldValue('Nocturno')] };
    const first = await sendCorrection(receptionist, id, body, headers);
    const second = await sendCorrection(receptionist, id, body, headers);
    expect([first.statusCode, second.json()]).toEqual([200, first.json()]);
    expect(responseOf(Registration, first).corrections).toHaveLength(1);
    const empty = await sendCorrection(receptionist, id, { additional_fields: [] });
    expect(fieldProblemsOf(empty)).toEqual({ reason: 'Indica qué se corrige.' });
  });
});

describe('P10.347 bounds of corrected values', () => {
  it('P10.347 a correction that names the previous patient changes no value of the new patient after the registration was moved', async () => {
    const [wrong, right] = [nextDocumentNumber(), nextDocumentNumber()];
    const id = await registerPatientValues(wrong, [createAdditionalValue(phoneField, '310')]);
    const { patient } = await fetchEvaluationDetail(doctor, id);
    await correctFieldValues(id, [], TUESDAY, { other_patient: otherPatientBody(right) });
    await correctFieldValues(id, [createAdditionalValue(phoneField, '399')], WEDNESDAY, {
      patient: { id: patient.id },
    });
    expect(await fetchPatientValues(right)).toEqual([]);
  });

  it('P10.347 corrections add at most 200 values to one evaluation', async () => {
    const id = await registerPatientValues(nextDocumentNumber(), []);
    const add = () =>
      sendCorrection(receptionist, id, {
        additional_fields: Array.from({ length: 40 }, () => createUnknownFieldValue('x')),
      });
    for (let nth = 0; nth < 5; nth += 1) expect((await add()).statusCode).toBe(200);
    expect(fieldProblemsOf(await add())).toEqual({
      additional_fields: 'Máximo 200 campos adicionales en una evaluación.',
    });
  });

  it('P10.343 the server stores a value as one visible line', async () => {
    const id = await registerPatientValues(nextDocumentNumber(), [
      createAdditionalValue(phoneField, ' 310\n123\u202e45\u200b '),
    ]);
    const { additional_fields: fields } = await fetchEvaluationDetail(doctor, id);
    expect(nameValuePairs(fields)).toEqual([['Teléfono', '310 12345']]);
  });
});

describe('P10.347 additional fields of a registration that moves to another patient', () => {
  it('P10.347 the known values of the new patient replace those of the previous one; values about the evaluation stay', async () => {
    const [wrong, right] = [nextDocumentNumber(), nextDocumentNumber()];
    await registerPatientValues(right, [createAdditionalValue(birthField, '2019-01-01')], MONDAY, {
      first_name: 'Carla',
      last_name: 'Mora',
    });
    const id = await registerPatientValues(wrong, [
      createAdditionalValue(phoneField, '310'),
      createAdditionalValue(originField, 'Bodega'),
    ]);
    const moved = await correctRegistration(
      receptionist,
      id,
      { other_patient: otherPatientBody(right) },
      createCapturedAtHeader(TUESDAY),
    );
    expect(nameValuePairs(moved.additional_fields)).toEqual([
      ['Ingreso', '2019-01-01'],
      ['Área', 'Bodega'],
    ]);
    expect(moved.corrections[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: `additional.${birthField.id}`, label: 'Ingreso', before: null, after: '01/01/2019' },
        { field: `additional.${phoneField.id}`, label: 'Teléfono', before: '310', after: null },
      ]),
    );
    expect([await fetchPatientValues(wrong), await fetchPatientValues(right)]).toEqual([
      [['Teléfono', '310']],
      [['Ingreso', '2019-01-01']],
    ]);
  });

  it('P10.347 a correction that moves a registration stores the values that it contains for the new patient, not for the previous one', async () => {
    const [wrong, right] = [nextDocumentNumber(), nextDocumentNumber()];
    const id = await registerPatientValues(wrong, [createAdditionalValue(phoneField, '310')]);
    const moved = await correctFieldValues(id, [createAdditionalValue(phoneField, '320')], TUESDAY, {
      other_patient: otherPatientBody(right),
    });
    expect(nameValuePairs(moved.additional_fields)).toEqual([['Teléfono', '320']]);
    expect([await fetchPatientValues(wrong), await fetchPatientValues(right)]).toEqual([
      [['Teléfono', '310']],
      [['Teléfono', '320']],
    ]);
  });

  it('P10.347 a correction captured before a move but received after it changes only values about the evaluation, and no patient’s values', async () => {
    const [wrong, right] = [nextDocumentNumber(), nextDocumentNumber()];
    const id = await registerPatientValues(wrong, [createAdditionalValue(phoneField, '310')]);
    await correctFieldValues(id, [createAdditionalValue(phoneField, '320')], WEDNESDAY, {
      other_patient: otherPatientBody(right),
    });
    const late = await correctFieldValues(
      id,
      [createAdditionalValue(phoneField, '311'), createAdditionalValue(originField, 'Bodega')],
      TUESDAY,
    );
    expect(nameValuePairs(late.additional_fields)).toEqual([
      ['Teléfono', '320'],
      ['Área', 'Bodega'],
    ]);
    expect([await fetchPatientValues(wrong), await fetchPatientValues(right)]).toEqual([
      [['Teléfono', '310']],
      [['Teléfono', '320']],
    ]);
  });

  it('P10.347 a correction that moves a registration changes no value about a patient if a move captured later arrived before', async () => {
    const [wrong, right, third] = [nextDocumentNumber(), nextDocumentNumber(), nextDocumentNumber()];
    const id = await registerPatientValues(wrong, []);
    await correctFieldValues(id, [createAdditionalValue(phoneField, '320')], WEDNESDAY, {
      other_patient: otherPatientBody(right),
    });
    const late = await correctFieldValues(id, [createAdditionalValue(phoneField, '999')], TUESDAY, {
      other_patient: otherPatientBody(third),
    });
    expect(nameValuePairs(late.additional_fields)).toEqual([['Teléfono', '320']]);
    expect(await fetchPatientValues(right)).toEqual([['Teléfono', '320']]);
  });
});
