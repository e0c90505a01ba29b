import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  EVALUATION_TEMPLATES_MAX,
  EvaluationTemplate,
  EvaluationTemplates,
  TEMPLATE_RESULTS_MAX,
  TEMPLATE_TEXTS_MAX_LENGTH,
} from '#contract/records/evaluation/templates.ts';
import { EMPTY_TEMPLATE, NO_TEMPLATE_DECISIONS } from '#tests/support/documents/templates.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { rowMakers } from '../support/examples/catalog-examples.ts';
import {
  type Caller,
  type Server,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
  statusesOf,
} from '../support/server.ts';
import { statementsAfterChainInserts } from '../support/examples/statements.ts';

let server: Server;
let admin: Caller;
let exam: { readonly id: string; readonly name: string; readonly code: string };
beforeAll(async () => {
  server = await startServer('evaluation-templates');
  admin = await server.as('admin');
  exam = await rowMakers.exam(admin, { name: 'Audiometría' });
});
afterAll(() => server.stop());

const body = (patch: object = {}) => ({
  ...EMPTY_TEMPLATE,
  name: `Sano ${randomUUID()}`,
  results: [{ exam_id: exam.id, result_notes: ' Normal. ' }],
  ...patch,
});
const put = (id: string, json: object, headers = {}) =>
  admin.send('PUT', `/evaluation-templates/${id}`, { json, headers });
const ifMatch = (revision: number) => ({ 'if-match': `"r${revision}"` });
const create = (patch: object = {}) => put(randomUUID(), body(patch));
const fetchTemplate = async (id: string, caller = admin) =>
  responseOf(EvaluationTemplates, await caller.get('/evaluation-templates')).items.find(
    (one) => one.id === id,
  );

describe('P10.408 evaluation templates', () => {
  it('P10.408 the server stores a template as sent and returns it to doctors', async () => {
    const type = await rowMakers.evaluationType(admin);
    const id = randomUUID();
    const sent = body({
      evaluation_type_id: type.id,
      job: 'Técnico',
      notes: [{ note_type: 'habitos', content: 'Actividad física.' }],
      decisions: {
        aptitude: 'apto',
        surveillance: [{ programme: 'voz', act: 'continua' }],
        referral: { to: 'none', reason: null },
        restrictions: [{ what: 'Sin alturas', days: 30 }],
        tasks: [],
      },
    });
    const made = responseOf(EvaluationTemplate, await put(id, sent));
    expect(made).toEqual({
      id,
      name: sent.name,
      evaluation_type: { id: type.id, name: type.name, code: type.code },
      job: 'Técnico',
      results: [
        { exam: { id: exam.id, name: exam.name, code: exam.code, is_active: true }, result_notes: 'Normal.' },
      ],
      notes: [{ note_type: 'habitos', content: 'Actividad física.' }],
      decisions: sent.decisions,
      is_active: true,
      revision: 1,
    });
    expect(await fetchTemplate(id, await server.as('doctor'))).toEqual(made);
  });

  it('P10.408 a missing decision of a template counts as not chosen', async () => {
    const made = responseOf(EvaluationTemplate, await create({ decisions: { aptitude: 'apto' } }));
    expect(made.decisions).toEqual({ ...NO_TEMPLATE_DECISIONS, aptitude: 'apto' });
  });

  it('P10.408 a template keeps an exam that becomes inactive, and can still be changed', async () => {
    const other = await rowMakers.exam(admin);
    const id = randomUUID();
    const sent = body({ results: [{ exam_id: other.id, result_notes: 'Normal.' }] });
    await put(id, sent);
    await admin.send('PATCH', `/exams/${other.id}/status`, { json: { is_active: false } });
    const changed = responseOf(EvaluationTemplate, await put(id, { ...sent, is_active: false }));
    expect(changed).toMatchObject({
      is_active: false,
      revision: 2,
      results: [{ exam: { is_active: false } }],
    });
  });

  it('P10.408 the server rejects a change of a template that is based on another revision, and accepts a repeated save of the stored content', async () => {
    const id = randomUUID();
    const sent = body();
    expect((await put(id, sent, ifMatch(0))).headers['etag']).toBe('"r1"');
    expect((await put(id, sent, ifMatch(0))).headers['etag']).toBe('"r1"');
    expect(errorCodeOf(await put(id, { ...sent, job: 'Soldador' }, ifMatch(0)))).toBe('precondition_failed');
    expect((await put(id, { ...sent, job: 'Soldador' }, ifMatch(1))).headers['etag']).toBe('"r2"');
  });

  it('P10.409 P6.9 doctors read templates but do not change them; receptionists do neither', async () => {
    const [doctor, receptionist] = [await server.as('doctor'), await server.as('desk')];
    const path = `/evaluation-templates/${randomUUID()}`;
    expect((await doctor.send('PUT', path, { json: body() })).statusCode).toBe(403);
    expect((await receptionist.get('/evaluation-templates')).statusCode).toBe(403);
  });

  it('P10.409 the server rejects a template with an unusable name, type or exam and reports each error at its field', async () => {
    const nobody = '5f0c2a1e-1111-4222-8333-000000000000';
    const first = responseOf(EvaluationTemplate, await create({ name: 'Plantilla única' }));
    const off = await rowMakers.exam(admin);
    await admin.send('PATCH', `/exams/${off.id}/status`, { json: { is_active: false } });
    const UNUSABLE_EXAMS = 'Hay exámenes que no existen o están inactivos.';
    expect(
      fieldProblemsOf(
        await create({
          name: 'PLANTILLA UNICA',
          evaluation_type_id: nobody,
          results: [{ exam_id: nobody, result_notes: 'x' }],
        }),
      ),
    ).toEqual({
      name: 'Ya hay una plantilla con este nombre.',
      evaluation_type_id: 'El tipo de evaluación no existe.',
      results: UNUSABLE_EXAMS,
    });
    expect(fieldProblemsOf(await create({ results: [{ exam_id: off.id, result_notes: 'x' }] }))).toEqual({
      results: UNUSABLE_EXAMS,
    });
    expect((await fetchTemplate(first.id))?.revision).toBe(1);
  });

  it.each([
    ['an empty name', { name: ' ' }, { name: 'Escribe el nombre.' }],
    [
      'nothing to fill',
      { results: [] },
      { results: 'Agrega al menos un resultado, una nota o una elección.' },
    ],
    [
      'an empty note',
      { notes: [{ note_type: 'habitos', content: ' ' }] },
      { 'notes.0.content': 'Escribe la nota.' },
    ],
    [
      'a note twice',
      { notes: ['a', 'b'].map((content) => ({ note_type: 'habitos', content })) },
      { notes: 'Cada tipo de nota va una vez.' },
    ],
    [
      'too long texts',
      {
        notes: ['habitos', 'sve'].map((note_type) => ({
          note_type,
          content: 'x'.repeat(TEMPLATE_TEXTS_MAX_LENGTH / 2 + 1),
        })),
      },
      { notes: `Los textos de la plantilla suman más de ${TEMPLATE_TEXTS_MAX_LENGTH} caracteres.` },
    ],
    [
      'a restriction without days',
      { decisions: { restrictions: [{ what: 'Sin alturas', days: 0 }] } },
      { 'decisions.restrictions.0.days': 'Mínimo 1 día.' },
    ],
    [
      'a restriction twice',
      { decisions: { restrictions: [1, 2].map((days) => ({ what: 'Sin alturas', days })) } },
      { 'decisions.restrictions': 'Cada restricción va una sola vez.' },
    ],
  ])('P10.409 the server rejects a template with %s', async (_what, patch, problems) => {
    expect(fieldProblemsOf(await create(patch))).toEqual(problems);
  });

  it('P10.409 the server rejects a template with repeated or too many results', async () => {
    const result = { exam_id: exam.id, result_notes: 'x' };
    expect(
      fieldProblemsOf(await create({ results: [result, { ...result, exam_id: exam.id.toUpperCase() }] })),
    ).toEqual({ results: 'Cada examen va una sola vez.' });
    const many = Array.from({ length: TEMPLATE_RESULTS_MAX + 1 }, () => ({
      exam_id: randomUUID(),
      result_notes: 'x',
    }));
    expect(fieldProblemsOf(await create({ results: many }))).toEqual({ results: 'Máximo 40 resultados.' });
  });

  it('P10.409 the server logs each change of a template with ids only, and writes the log entry last in the transaction', async () => {
    const id = randomUUID();
    const sent = body({ name: 'Plantilla secreta' });
    const lines = await collectNewLogEntries(server, async () => {
      await put(id, sent);
      await put(id, sent);
      await put(id, { ...sent, is_active: false });
    });
    const line = (what: string) => [
      'catalog_changed',
      'done',
      expect.objectContaining({ resource: 'evaluation-templates', id, what }),
    ];
    expect(lines).toEqual([line('created'), line('replaced')]);
    expect(JSON.stringify(lines)).not.toContain('secreta');
    expect(await statementsAfterChainInserts(() => create())).toEqual(['commit']);
  });

  it('P10.409 the server stores at most the allowed number of templates, also under concurrent requests', async () => {
    await server.database.pool.query(
      `insert into evaluation_templates (id, name, results, notes, decisions, is_active)
        select gen_random_uuid(), 'Otra ' || nth, '[]', '[]', '{}', true
        from generate_series(1, $1 - 1 - (select count(*)::integer from evaluation_templates)) nth`,
      [EVALUATION_TEMPLATES_MAX],
    );
    const both = await Promise.all([create(), create()]);
    expect(statusesOf(both)).toEqual([200, 400]);
    expect(fieldProblemsOf(await create())).toEqual({ name: 'Máximo 100 plantillas.' });
  });
});
