import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExamPackage, ExamPackages } from '#contract/records/exam-packages.ts';
import { rowMakers } from '../support/examples/catalog-examples.ts';
import { createEvaluation } from '../support/capture.ts';
import { createProposal, employedBy } from '../support/proposals.ts';
import { type Caller, type Server, fieldProblemsOf, responseOf, startServer } from '../support/server.ts';

let server: Server;
let admin: Caller;
let typeId: string;
let examId: string;
let companyId: string;
beforeAll(async () => {
  server = await startServer('job-profiles');
  admin = await server.as('admin');
  examId = (await rowMakers.exam(admin, { name: 'Audiometría' })).id;
  companyId = (await rowMakers.company(admin)).id;
});
beforeEach(async () => {
  typeId = (await rowMakers.evaluationType(admin)).id;
});
afterAll(() => server.stop());

const putProfile = (patch: object = {}, headers = {}) =>
  admin.send('PUT', '/exam-packages', {
    json: {
      evaluation_type_id: typeId,
      company_id: companyId,
      job: 'Soldador',
      exam_ids: [examId],
      ...patch,
    },
    headers,
  });
const createFieldId = async (name: string): Promise<string> =>
  (await rowMakers.additionalField(admin, { name })).id;
const setActive = (path: string, is_active: boolean) =>
  admin.send('PATCH', `${path}/status`, { json: { is_active } });
const listOfType = async () =>
  responseOf(ExamPackages, await admin.get('/exam-packages')).items.filter(
    ({ evaluation_type: { id } }) => id === typeId,
  );

describe('P11.65 package of a company', () => {
  it('it has a company, emphases and additional fields, which a later request that omits them keeps', async () => {
    const fieldId = await createFieldId('ARL del contrato');
    const made = responseOf(
      ExamPackage,
      await putProfile({ emphases: [' Osteomuscular ', 'Alturas'], additional_field_ids: [fieldId] }),
    );
    expect(made).toMatchObject({
      company: { id: companyId },
      job: 'Soldador',
      emphases: ['Osteomuscular', 'Alturas'],
      additional_fields: [{ id: fieldId, name: 'ARL del contrato' }],
      revision: 1,
    });
    const other = (await rowMakers.exam(admin)).id;
    expect(responseOf(ExamPackage, await putProfile({ exam_ids: [other] }))).toMatchObject({
      exams: [{ id: other }],
      emphases: ['Osteomuscular', 'Alturas'],
      additional_fields: [{ id: fieldId }],
      revision: 2,
    });
    expect(responseOf(ExamPackage, await putProfile({ exam_ids: [other], emphases: [] }))).toMatchObject({
      emphases: [],
      revision: 3,
    });
  });

  it('packages of the type, the company, the job, and both are separate; each exists once in every spelling of the job', async () => {
    const keys = [
      { company_id: null, job: null },
      { company_id: null, job: 'Soldador' },
      { job: null },
      { job: 'Soldador' },
    ];
    for (const key of keys) await putProfile(key);
    await putProfile({ job: ' SOLDADÓR ' }, { 'if-match': '"r1"' });
    expect((await listOfType()).map(({ company, job }) => [company?.id ?? null, job])).toEqual([
      [null, null],
      [null, 'Soldador'],
      [companyId, null],
      [companyId, 'Soldador'],
    ]);
  });

  it('a request of an earlier app, without company, is about the package of all companies', async () => {
    await putProfile();
    const json = { evaluation_type_id: typeId, job: 'Soldador', exam_ids: [examId] };
    const made = responseOf(ExamPackage, await admin.send('PUT', '/exam-packages', { json }));
    expect([made.company, made.revision]).toEqual([null, 1]);
    expect(await listOfType()).toHaveLength(2);
  });

  it('a company or field that does not exist, an inactive company and a proposed one are rejected at their field', async () => {
    const inactive = (await rowMakers.company(admin)).id;
    await admin.send('PATCH', `/companies/${inactive}/status`, { json: { is_active: false } });
    const proposed = createProposal();
    await createEvaluation(server, await server.as('desk'), {}, employedBy(proposed));
    for (const [company_id, message] of [
      [randomUUID(), 'La empresa no existe.'],
      [inactive, 'La empresa está inactiva. Elige otra.'],
      [proposed.id, 'La empresa está sin confirmar.'],
    ])
      expect(fieldProblemsOf(await putProfile({ company_id }))).toEqual({ company_id: message });
    expect(fieldProblemsOf(await putProfile({ additional_field_ids: [randomUUID()] }))).toEqual({
      additional_field_ids: 'Hay campos adicionales que no existen.',
    });
    expect(await listOfType()).toEqual([]);
  });

  it('repeated, empty and too many emphases and fields are rejected', async () => {
    const id = randomUUID();
    expect(
      fieldProblemsOf(await putProfile({ emphases: ['Alturas', 'ALTURAS'], additional_field_ids: [id, id] })),
    ).toEqual({
      emphases: 'Cada énfasis va una sola vez.',
      additional_field_ids: 'Cada campo va una sola vez.',
    });
    expect(fieldProblemsOf(await putProfile({ emphases: [' '] }))).toEqual({
      'emphases.0': 'Escribe el énfasis.',
    });
    const many = Array.from({ length: 21 }, (_, nth) => `Énfasis ${nth}`);
    expect(
      fieldProblemsOf(
        await putProfile({ emphases: many, additional_field_ids: many.map(() => randomUUID()) }),
      ),
    ).toEqual({ emphases: 'Máximo 10 énfasis.', additional_field_ids: 'Máximo 20 campos.' });
  });

  it('an inactive field is left out and returns with its activation; a package of an inactive company can be removed', async () => {
    const fieldId = await createFieldId('Turno de trabajo');
    const company = (await rowMakers.company(admin)).id;
    await putProfile({ company_id: company, additional_field_ids: [fieldId] });
    await setActive(`/additional-fields/${fieldId}`, false);
    expect((await listOfType())[0]?.additional_fields).toEqual([]);
    await setActive(`/additional-fields/${fieldId}`, true);
    expect((await listOfType())[0]?.additional_fields).toMatchObject([{ id: fieldId }]);
    await setActive(`/companies/${company}`, false);
    expect(responseOf(ExamPackage, await putProfile({ company_id: company, exam_ids: [] })).exams).toEqual(
      [],
    );
  });
});

describe('P11.65 inactive exams and fields of a package', () => {
  it('stay at their places when the package is saved without them, and return with their activation', async () => {
    const exam = (await rowMakers.exam(admin)).id;
    const fieldIds = [await createFieldId('Área'), await createFieldId('Sede del contrato')];
    await putProfile({ exam_ids: [exam, examId], additional_field_ids: fieldIds });
    const paths = [`/exams/${exam}`, `/additional-fields/${fieldIds[0]}`];
    for (const path of paths) await setActive(path, false);
    const seen = { exam_ids: [examId], additional_field_ids: fieldIds.slice(1) };
    // Saving what the form shows changes nothing.
    expect(responseOf(ExamPackage, await putProfile(seen)).revision).toBe(1);
    await putProfile({ ...seen, emphases: ['Alturas'] });
    for (const path of paths) await setActive(path, true);
    const [found] = await listOfType();
    expect(found).toMatchObject({ emphases: ['Alturas'], exams: [{ id: exam }, { id: examId }] });
    expect(found?.additional_fields.map(({ id }) => id).toSorted()).toEqual(fieldIds.toSorted());
  });

  it('count for the limits, and leave with the package when it is removed', async () => {
    const exam = (await rowMakers.exam(admin)).id;
    const all = await Promise.all(Array.from({ length: 40 }, () => rowMakers.exam(admin)));
    await putProfile({ exam_ids: [exam, examId] });
    await setActive(`/exams/${exam}`, false);
    expect(fieldProblemsOf(await putProfile({ exam_ids: all.map(({ id }) => id) }))).toEqual({
      exam_ids: 'Máximo 40 exámenes, con los inactivos del paquete.',
    });
    await putProfile({ exam_ids: [] });
    await setActive(`/exams/${exam}`, true);
    expect((await listOfType())[0]?.exams).toEqual([]);
  });
});
