import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTIVE_ADDITIONAL_FIELDS_MAX, ALL_ADDITIONAL_FIELDS_MAX } from '#contract/limits.ts';
import { AdditionalField, AdditionalFieldList } from '#contract/catalogs/additional-fields.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import * as schema from '#tests/support/server/tables.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { additionalFieldBody, rowMakers } from '../support/examples/catalog-examples.ts';
import { type Caller, type Server, fieldProblemsOf, responseOf, startServer } from '../support/server.ts';

let server: Server;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('additional_fields');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const FIELDS_PATH = '/additional-fields';
const fetchFields = async (reader: Caller, query = '') =>
  responseOf(AdditionalFieldList, await reader.get(`${FIELDS_PATH}${query}`)).items;
const replaceFieldDefinition = (id: string, body: object) =>
  admin.send('PUT', `${FIELDS_PATH}/${id}`, { json: body });
const setFieldActive = (id: string, is_active: boolean) =>
  admin.send('PATCH', `${FIELDS_PATH}/${id}/status`, { json: { is_active } });
const problemsOfPostedDefinition = async (body: object) =>
  fieldProblemsOf(await admin.post(FIELDS_PATH, { json: body }));
const deleteFieldDefinitions = () => toDatabase(server.database.pool).delete(schema.additionalFields);

describe('P10.340 definitions of additional fields', () => {
  it('P10.340 receptionists and doctors read the fields; only a user with catalogue permission creates one', async () => {
    const { id } = await rowMakers.additionalField(admin, { name: 'Celular' });
    for (const name of ['desk', 'doctor'] as const)
      expect((await fetchFields(await server.as(name))).map((field) => field.id)).toContain(id);
    const reply = await (await server.as('desk')).post(FIELDS_PATH, { json: additionalFieldBody() });
    expect(reply.statusCode).toBe(403);
  });

  it('P10.340 the server stores a definition with defaults and returns it with its options and evaluation types', async () => {
    expect(await rowMakers.additionalField(admin, { name: ' Celular\n nuevo ' })).toMatchObject({
      name: 'Celular nuevo',
      choices: [],
      is_required: false,
      position: 100,
      evaluation_type_ids: [],
      on_history: true,
      on_concept: false,
      is_searchable: false,
      is_active: true,
      revision: 1,
    });
    const { entry } = server.clinic.types;
    const given = {
      kind: 'choice',
      choices: ['Sura', 'Nueva EPS'],
      evaluation_type_ids: [entry.toUpperCase(), entry],
      on_concept: true,
    };
    const made = await rowMakers.additionalField(admin, given);
    expect(made).toMatchObject({ ...given, evaluation_type_ids: [entry] });
    expect((await fetchFields(admin)).find(({ id }) => id === made.id)).toEqual(made);
  });

  it('P10.340 the server raises the revision of a definition for a changed list of options, and not for a repeated change', async () => {
    const body = additionalFieldBody({ kind: 'choice', choices: ['Sura', 'Nueva EPS'] });
    const { id } = await rowMakers.additionalField(admin, body);
    const again = responseOf(AdditionalField, await replaceFieldDefinition(id, body));
    expect(again.revision).toBe(1);
    const longer = { ...body, choices: ['Sura', 'Nueva EPS', 'Sanitas'] };
    expect(responseOf(AdditionalField, await replaceFieldDefinition(id, longer))).toMatchObject({
      ...longer,
      revision: 2,
    });
  });

  it('P10.340 the server rejects a choice field without options, options of another kind of field, repeated options and unknown evaluation types', async () => {
    const OPTIONS = 'Escribe las opciones de la lista, una por línea.';
    expect(await problemsOfPostedDefinition(additionalFieldBody({ kind: 'choice' }))).toEqual({
      choices: OPTIONS,
    });
    expect(await problemsOfPostedDefinition(additionalFieldBody({ choices: ['Sura'] }))).toEqual({
      choices: 'Solo una lista de opciones lleva opciones. Quítalas.',
    });
    const twice = additionalFieldBody({ kind: 'choice', choices: ['Sura', 'SURA'] });
    expect(await problemsOfPostedDefinition(twice)).toEqual({ choices: 'Hay opciones repetidas.' });
    expect(
      await problemsOfPostedDefinition(additionalFieldBody({ evaluation_type_ids: [randomUUID()] })),
    ).toEqual({
      evaluation_type_ids: 'El tipo de evaluación no existe.',
    });
  });

  it('P10.340 the server rejects a change of subject or kind and accepts every other change', async () => {
    const { id } = await rowMakers.additionalField(admin);
    const changed = additionalFieldBody({ subject: 'visit', kind: 'number' });
    expect(fieldProblemsOf(await replaceFieldDefinition(id, changed))).toEqual({
      subject: 'Un campo creado no cambia de quién es el dato. Crea otro campo.',
      kind: 'Un campo creado no cambia de tipo de dato. Crea otro campo.',
    });
    const other = additionalFieldBody({ name: 'Contacto', is_required: true, position: 3, on_concept: true });
    expect(responseOf(AdditionalField, await replaceFieldDefinition(id, other))).toMatchObject(other);
  });

  it('P10.340 the server logs a change of a field without its name, and counts the fields in the overview', async () => {
    const secret = `zq${randomUUID()}`;
    const lines = await collectNewLogEntries(server, () =>
      rowMakers.additionalField(admin, { name: secret }),
    );
    expect(lines).toMatchObject([
      ['catalog_changed', 'done', { resource: 'additional_fields', what: 'created' }],
    ]);
    expect(JSON.stringify(lines)).not.toContain(secret);
    const overview = await admin.get(`/catalogs/overview?q=${secret}`);
    expect(overview.json()).toMatchObject({ additional_fields: { total: 1, active: 1 } });
  });
});

describe('P10.374 names of active fields', () => {
  it('P10.374 the server rejects a name that an active field about the same subject has, when a field is created, renamed or activated', async () => {
    const { id } = await rowMakers.additionalField(admin, { name: 'Plan de salud' });
    const message = 'Ya hay un campo activo con este nombre. Escribe otro.';
    expect(await problemsOfPostedDefinition(additionalFieldBody({ name: ' PLAN  de Salúd' }))).toEqual({
      name: message,
    });
    await rowMakers.additionalField(admin, { name: 'Plan de salud', subject: 'visit' });
    const other = await rowMakers.additionalField(admin);
    const { id: otherId } = other;
    expect(
      fieldProblemsOf(await replaceFieldDefinition(otherId, additionalFieldBody({ name: 'plan de salud' }))),
    ).toEqual({
      name: message,
    });
    await setFieldActive(id, false);
    const renamed = additionalFieldBody({ name: 'plan de salud' });
    expect((await replaceFieldDefinition(otherId, renamed)).statusCode).toBe(200);
    expect(fieldProblemsOf(await setFieldActive(id, true))).toEqual({
      is_active: 'Ya hay un campo activo con este nombre. Cambia antes el nombre de uno de los dos.',
    });
    expect(
      (await replaceFieldDefinition(id, additionalFieldBody({ name: 'Plan de Salud' }))).statusCode,
    ).toBe(200);
    expect(
      (await replaceFieldDefinition(otherId, { ...renamed, name: 'Plan de salud', position: 7 })).statusCode,
    ).toBe(200);
  });

  it('P10.374 fields that already have the same name can still be edited and deactivated', async () => {
    const name = 'Correo';
    const { id } = await rowMakers.additionalField(admin, { name });
    const twin = { id: randomUUID(), name, subject: 'patient' as const, kind: 'text' as const };
    await toDatabase(server.database.pool).insert(schema.additionalFields).values(twin);
    expect(
      (await replaceFieldDefinition(id, additionalFieldBody({ name, is_required: true }))).statusCode,
    ).toBe(200);
    expect((await setFieldActive(twin.id, false)).statusCode).toBe(200);
  });

  it('P10.374 the server accepts only one of two concurrent fields with the same name', async () => {
    const make = async () => admin.post(FIELDS_PATH, { json: additionalFieldBody({ name: 'Sindicato' }) });
    const replies = await Promise.all([make(), make()]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400]);
  });
});

describe('P10.341 limits of additional fields', () => {
  const fill = (count: number, is_active: boolean) =>
    toDatabase(server.database.pool)
      .insert(schema.additionalFields)
      .values(
        Array.from({ length: count }, (_, nth) => ({
          id: randomUUID(),
          name: `Campo ${nth}`,
          subject: 'visit' as const,
          kind: 'text' as const,
          is_active,
        })),
      );

  it('P10.341 the server rejects an active field beyond 40, when it is created and when it is activated', async () => {
    await deleteFieldDefinitions();
    const { id } = await rowMakers.additionalField(admin);
    await setFieldActive(id, false);
    await fill(ACTIVE_ADDITIONAL_FIELDS_MAX, true);
    const message = 'Ya hay 40 campos activos. Desactiva uno que no se use.';
    expect(await problemsOfPostedDefinition(additionalFieldBody())).toEqual({ name: message });
    expect(fieldProblemsOf(await setFieldActive(id, true))).toEqual({ is_active: message });
    const [one] = await fetchFields(admin);
    expect((await setFieldActive(one?.id ?? '', false)).statusCode).toBe(200);
    expect((await setFieldActive(id, true)).statusCode).toBe(200);
  });

  it('P10.341 the server accepts only one of two concurrent activations when one more field may be active', async () => {
    await deleteFieldDefinitions();
    const made = [await rowMakers.additionalField(admin), await rowMakers.additionalField(admin)];
    for (const { id } of made) await setFieldActive(id, false);
    await fill(ACTIVE_ADDITIONAL_FIELDS_MAX - 1, true);
    const replies = await Promise.all(made.map(({ id }) => setFieldActive(id, true)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('P10.341 the server rejects another field when 200 fields exist, including inactive ones; existing fields can still be changed', async () => {
    await deleteFieldDefinitions();
    const { id } = await rowMakers.additionalField(admin);
    await fill(ALL_ADDITIONAL_FIELDS_MAX - 1, false);
    expect(await problemsOfPostedDefinition(additionalFieldBody())).toEqual({
      name: 'Ya hay 200 campos. Cambia uno que no se use.',
    });
    expect((await replaceFieldDefinition(id, additionalFieldBody({ name: 'Celular' }))).statusCode).toBe(200);
  });
});

describe('P10.359 order of additional fields', () => {
  it('the list of additional fields is sorted by position on request, and by name where positions are equal', async () => {
    await deleteFieldDefinitions();
    for (const [name, position] of [
      ['Teléfono', 20],
      ['EPS', 10],
      ['ARL', 20],
    ] as const)
      await rowMakers.additionalField(admin, { name, position });
    const names = async (query: string) => (await fetchFields(admin, query)).map((field) => field.name);
    expect(await names('?sort=position')).toEqual(['EPS', 'ARL', 'Teléfono']);
    expect(await names('?sort=position&direction=desc')).toEqual(['Teléfono', 'ARL', 'EPS']);
    expect(await names('?sort=name')).toEqual(['ARL', 'EPS', 'Teléfono']);
  });
});
