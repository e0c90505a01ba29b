import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTIVE_ADDITIONAL_FIELDS_MAX } from '#contract/limits.ts';
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
  countRows,
  createEvaluation,
  evaluationBody,
  fetchEvaluationDetail,
  idempotencyHeader,
  nextDocumentNumber,
  searchPatient,
} from '../support/capture.ts';
import { rowMakers } from '../support/examples/catalog-examples.ts';
import { type Caller, type Server, fieldProblemsOf, responseOf, startServer } from '../support/server.ts';

let server: Server;
let admin: Caller;
let receptionist: Caller;
let doctor: Caller;
let healthField: AdditionalField;
let phoneField: AdditionalField;
let originField: AdditionalField;
beforeAll(async () => {
  server = await startServer('additional_values');
  admin = await server.as('admin');
  receptionist = await server.as('desk');
  doctor = await server.as('doctor');
  const createField = (body: object) => rowMakers.additionalField(admin, body);
  phoneField = await createField({ name: 'Teléfono', position: 20 });
  healthField = await createField({
    name: 'EPS',
    kind: 'choice',
    choices: ['Sura', 'Sanitas'],
    position: 10,
  });
  originField = await createField({ name: 'Área', subject: 'visit', position: 20 });
});
afterAll(() => server.stop());

const fetchDetailAsDoctor = (id: string) => fetchEvaluationDetail(doctor, id);
const postEvaluationWithValues = (
  values: readonly AdditionalValue[],
  headers: Record<string, string> = {},
  patient = {},
) =>
  receptionist.post('/evaluations', {
    json: evaluationBody(server, patient, { additional_fields: values }),
    headers,
  });
const registerWithValues = async (...sent: Parameters<typeof postEvaluationWithValues>) =>
  responseOf(CreatedEvaluation, await postEvaluationWithValues(...sent)).id;
const setFieldActive = ({ id }: AdditionalField, is_active: boolean) =>
  admin.send('PATCH', `/additional-fields/${id}/status`, { json: { is_active } });

describe('P10.342 registration with values of additional fields', () => {
  it('P10.342 the server stores the values and returns them in the order of the form', async () => {
    const id = await registerWithValues([
      createAdditionalValue(phoneField, '310 123 4567'),
      createAdditionalValue(originField, 'Bodega'),
      createAdditionalValue(healthField, 'Sura'),
    ]);
    const { additional_fields: fields } = await fetchDetailAsDoctor(id);
    expect(nameValuePairs(fields)).toEqual([
      ['EPS', 'Sura'],
      ['Área', 'Bodega'],
      ['Teléfono', '310 123 4567'],
    ]);
    expect(fields?.[0]).toEqual({
      field_id: healthField.id,
      name: 'EPS',
      subject: 'patient',
      kind: 'choice',
      value: 'Sura',
      on_history: true,
      on_concept: false,
    });
    const reply = await receptionist.get(`/evaluations/${id}/registration`);
    expect(responseOf(Registration, reply).additional_fields).toEqual(fields);
  });

  it('P10.342 the server returns an empty list for an evaluation without values when no field is required', async () => {
    const { additional_fields: none } = await fetchDetailAsDoctor(
      await createEvaluation(server, receptionist),
    );
    expect(none).toEqual([]);
  });

  it('P10.342 the server stores values of unknown and inactive fields and of removed options, with the labels that the user saw', async () => {
    const area = await rowMakers.additionalField(admin, { name: 'Turno', subject: 'visit', position: 30 });
    await setFieldActive(area, false);
    const id = await registerWithValues([
      createUnknownFieldValue('Nocturno'),
      createAdditionalValue(area, 'Diurno', { name: 'Turno (antes)' }),
      createAdditionalValue(healthField, 'EPS liquidada'),
    ]);
    const { additional_fields: fields } = await fetchDetailAsDoctor(id);
    expect(nameValuePairs(fields)).toEqual([
      ['EPS', 'EPS liquidada'],
      ['Turno (antes)', 'Diurno'],
      ['Campo retirado', 'Nocturno'],
    ]);
    expect(fields?.at(-1)).toMatchObject({ on_history: true, on_concept: false });
  });

  it.each<[string, Partial<AdditionalValue>, Record<string, string>]>([
    [
      'a value of another kind',
      { kind: 'number', value: 'doce' },
      { 'additional_fields.0.value': 'El valor no corresponde al tipo de dato.' },
    ],
    [
      'an empty value',
      { value: ' ' },
      { 'additional_fields.0.value': 'El valor no corresponde al tipo de dato.' },
    ],
    ['an empty label', { name: '' }, { 'additional_fields.0.name': 'Falta el nombre del campo.' }],
  ])('P10.342 the server rejects %s and stores no evaluation', async (_what, other, problems) => {
    const before = await countRows(server, 'evaluations');
    expect(
      fieldProblemsOf(await postEvaluationWithValues([createUnknownFieldValue('Nocturno', other)])),
    ).toEqual(problems);
    expect(await countRows(server, 'evaluations')).toBe(before);
  });

  it('P10.342 the server rejects a registration that contains one field twice, whatever the case of its id, or more than 40 values', async () => {
    const twice = [
      createAdditionalValue(phoneField, '1'),
      createAdditionalValue({ ...phoneField, id: phoneField.id.toUpperCase() }, '2'),
    ];
    expect(fieldProblemsOf(await postEvaluationWithValues(twice))).toEqual({
      additional_fields: 'Hay un campo repetido.',
    });
    const many = Array.from({ length: ACTIVE_ADDITIONAL_FIELDS_MAX + 1 }, () => createUnknownFieldValue('x'));
    expect((await postEvaluationWithValues(many)).statusCode).toBe(400);
  });

  it('P10.342 the server executes a repeated registration once and rejects other values under its idempotency key', async () => {
    const headers = idempotencyHeader();
    const number = nextDocumentNumber();
    const values = [createAdditionalValue(phoneField, '310 000 0000')];
    const first = await postEvaluationWithValues(values, headers, { identification_number: number });
    const before = await countRows(server, 'additional_values');
    const second = await postEvaluationWithValues(values, headers, { identification_number: number });
    expect([second.statusCode, second.json()]).toEqual([first.statusCode, first.json()]);
    expect(await countRows(server, 'additional_values')).toBe(before);
    const other = await postEvaluationWithValues([createAdditionalValue(phoneField, '1')], headers, {
      identification_number: number,
    });
    expect(other.json()).toMatchObject({ code: 'idempotency_mismatch' });
  });
});

describe('P10.345 required additional fields without a value', () => {
  it('P10.345 the server accepts a registration without a required value, and reports the field as missing while the evaluation is open', async () => {
    const { entry, exit } = server.clinic.types;
    const createField = (name: string, other: object) =>
      rowMakers.additionalField(admin, { name, subject: 'visit', is_required: true, position: 5, ...other });
    const id = await createEvaluation(server, receptionist);
    const made = [
      await createField('ARL', {}),
      await createField('Proyecto', { evaluation_type_ids: [entry] }),
      await createField('Motivo', { evaluation_type_ids: [exit] }),
    ];
    expect(nameValuePairs((await fetchDetailAsDoctor(id)).additional_fields)).toEqual([
      ['ARL', null],
      ['Proyecto', null],
    ]);
    await server.database.pool.query(`update evaluations set status = 'cerrada' where id = $1`, [id]);
    expect((await fetchDetailAsDoctor(id)).additional_fields).toEqual([]);
    for (const field of made) await setFieldActive(field, false);
  });
});

describe('P10.344 newest values of a patient', () => {
  const newestValues = async (number: string, who = receptionist) =>
    nameValuePairs(responseOf(Patient, await searchPatient(who, number)).additional_fields);
  const capturedAt = (captured: string) => ({ 'x-captured-at': captured });
  const [MONDAY, TUESDAY] = ['2026-11-23T14:00:00.000Z', '2026-11-24T14:00:00.000Z'];

  it('P10.344 a lookup in any branch returns the patient’s values, and no value about a single evaluation', async () => {
    const number = nextDocumentNumber();
    const values = [
      createAdditionalValue(phoneField, '310'),
      createAdditionalValue(originField, 'Bodega'),
      createAdditionalValue(healthField, 'Sura'),
    ];
    await registerWithValues(values, {}, { identification_number: number });
    expect(await newestValues(number, await server.as('deskMedellin'))).toEqual([
      ['EPS', 'Sura'],
      ['Teléfono', '310'],
    ]);
    expect(responseOf(Patient, await searchPatient(receptionist, number)).additional_fields?.[1]).toEqual(
      createAdditionalValue(phoneField, '310'),
    );
  });

  it('P10.344 a registration captured earlier but received later overwrites no newer value of the patient, and adds the missing values', async () => {
    const person = { identification_number: nextDocumentNumber() };
    await registerWithValues([createAdditionalValue(phoneField, 'martes')], capturedAt(TUESDAY), person);
    const late = await registerWithValues(
      [createAdditionalValue(phoneField, 'lunes'), createAdditionalValue(healthField, 'Sura')],
      capturedAt(MONDAY),
      person,
    );
    expect(await newestValues(person.identification_number)).toEqual([
      ['EPS', 'Sura'],
      ['Teléfono', 'martes'],
    ]);
    expect(nameValuePairs((await fetchDetailAsDoctor(late)).additional_fields)).toContainEqual([
      'Teléfono',
      'lunes',
    ]);
  });

  it('P10.344 the server logs the field, not the value, when a registration overwrites a patient’s value', async () => {
    const person = { identification_number: nextDocumentNumber() };
    const registerFirst = () =>
      registerWithValues(
        [createAdditionalValue(phoneField, 'Nogal'), createAdditionalValue(originField, 'Roble')],
        {},
        person,
      );
    const overwrite = () =>
      registerWithValues(
        [createAdditionalValue(phoneField, 'Cedro'), createAdditionalValue(originField, 'Pino')],
        {},
        person,
      );
    expect((await collectNewLogEntries(server, registerFirst)).map(([action]) => action)).toEqual([
      'evaluation_created',
    ]);
    expect((await collectNewLogEntries(server, registerFirst)).map(([action]) => action)).toEqual([
      'evaluation_created',
    ]);
    const lines = await collectNewLogEntries(server, overwrite);
    expect(lines).toMatchObject([
      ['evaluation_created', 'done', {}],
      ['patient_changed', 'done', { fields: [`additional.${phoneField.id}`] }],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/Nogal|Cedro|Teléfono/);
  });

  it('P10.344 a registration by patient id stores the patient’s values as well', async () => {
    const number = nextDocumentNumber();
    await createEvaluation(server, receptionist, { identification_number: number });
    const { id } = responseOf(Patient, await searchPatient(receptionist, number));
    const { patient: _patient, ...body } = evaluationBody(server);
    const json = { ...body, patient_id: id, additional_fields: [createAdditionalValue(phoneField, '320')] };
    expect((await receptionist.post('/evaluations', { json })).statusCode).toBe(201);
    expect(await newestValues(number)).toEqual([['Teléfono', '320']]);
  });

  it('P10.344 a lookup omits values of inactive and unknown fields', async () => {
    const shown = await rowMakers.additionalField(admin, { name: 'Correo' });
    const number = nextDocumentNumber();
    const values = [
      createAdditionalValue(shown, 'a@prueba.demo'),
      createUnknownFieldValue('x', { subject: 'patient' }),
    ];
    await registerWithValues(values, {}, { identification_number: number });
    expect(await newestValues(number)).toEqual([['Correo', 'a@prueba.demo']]);
    await setFieldActive(shown, false);
    expect(await newestValues(number)).toEqual([]);
  });

  it('P10.344 concurrent registrations of one patient with the same fields in another order are all stored', async () => {
    const person = { identification_number: nextDocumentNumber() };
    await createEvaluation(server, receptionist, person);
    const { id } = responseOf(Patient, await searchPatient(receptionist, person.identification_number));
    const { patient: _patient, ...body } = evaluationBody(server);
    const values = Array.from({ length: 20 }, (_, nth) =>
      createUnknownFieldValue(`${nth}`, { subject: 'patient' }),
    );
    const replies = await Promise.all(
      [values, values.toReversed(), values, values.toReversed()].map((sent) =>
        receptionist.post('/evaluations', {
          json: { ...body, patient_id: id, additional_fields: sent },
          headers: { 'x-capture-id': randomUUID(), ...idempotencyHeader() },
        }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
  });
});

describe('P10.346 size of a registration', () => {
  it('P10.346 the server accepts 40 values of 500 characters of three bytes, also if the client escapes each character', async () => {
    const values = Array.from({ length: ACTIVE_ADDITIONAL_FIELDS_MAX }, () =>
      createUnknownFieldValue('€'.repeat(500), { name: '€'.repeat(80) }),
    );
    const id = await registerWithValues(values);
    expect((await fetchDetailAsDoctor(id)).additional_fields).toHaveLength(ACTIVE_ADDITIONAL_FIELDS_MAX);
    const text = JSON.stringify(evaluationBody(server, {}, { additional_fields: values }));
    const payload = text.replace(/€/g, '\\u20ac');
    const reply = await receptionist.post('/evaluations', { raw: payload });
    expect(reply.statusCode).toBe(201);
  });
});
