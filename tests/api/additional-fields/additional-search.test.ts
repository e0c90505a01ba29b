// @module-tag landing
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EvaluationList, EvaluationsQuery } from '#contract/records/evaluation/evaluations.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { listEvaluations } from '#server/evaluations/queries/list/evaluations.ts';
import { RememberedTotals } from '#server/evaluations/queries/list/remembered-totals.ts';
import * as schema from '#tests/support/server/tables.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/server/embedded-database.ts';
import { generateClinic, generateEvaluations } from '#tests/support/server/generate-evaluations.ts';
import { createAdditionalValue } from '../support/additional-fields.ts';
import { createEvaluation } from '../support/capture.ts';
import { rowMakers } from '../support/examples/catalog-examples.ts';
import { correctRegistration } from '../support/corrections.ts';
import { type Caller, type Server, responseOf, startServer } from '../support/server.ts';

describe('P10.349 search for values of additional fields', () => {
  let server: Server;
  let receptionist: Caller;
  beforeAll(async () => {
    server = await startServer('additional_search');
    receptionist = await server.as('desk');
  });
  afterAll(() => server.stop());

  const searchIds = async (search: string, who = receptionist) =>
    responseOf(EvaluationList, await who.get(`/evaluations?search=${encodeURIComponent(search)}`)).items.map(
      ({ id }) => id,
    );
  const field = async (other: object) => rowMakers.additionalField(await server.as('admin'), other);
  const register = (...values: ReturnType<typeof createAdditionalValue>[]) =>
    createEvaluation(server, receptionist, {}, { additional_fields: values });

  it('P10.349 the search finds a value of a searchable field by its words, whatever capitals and accents; it finds no value of another field', async () => {
    const insurer = await field({ name: 'EPS', is_searchable: true });
    const hidden = await field({ name: 'Nota' });
    const id = await register(
      createAdditionalValue(insurer, 'Nueva Élite EPS'),
      createAdditionalValue(hidden, 'Reservada'),
    );
    for (const search of ['nueva', 'ELITE eps', 'élite nueva', 'el'])
      expect(await searchIds(search)).toEqual([id]);
    for (const search of ['reservada', 'lite sura']) expect(await searchIds(search)).toEqual([]);
    expect(await searchIds('Gil')).toContain(id);
  });

  it('P10.349 the search finds numbers and dates in the format of the screens, and does not find the values Sí and No', async () => {
    const visit = { subject: 'visit', is_searchable: true };
    const phone = await field({ name: 'Teléfono', ...visit });
    const since = await field({ name: 'Ingreso', kind: 'date', ...visit });
    const height = await field({ name: 'Estatura', kind: 'number', ...visit });
    const vaccinated = await field({ name: 'Vacunado', kind: 'yes_no', ...visit });
    const id = await register(
      createAdditionalValue(phone, '310 765.4321'),
      createAdditionalValue(since, '2019-12-24'),
      createAdditionalValue(height, '1.635'),
      createAdditionalValue(vaccinated, 'yes'),
    );
    for (const search of ['24/12/2019', '1,635', '1.635', '310-765', '3107654321', '310 765 4321'])
      expect([search, await searchIds(search)]).toEqual([search, [id]]);
    for (const search of ['yes', 'si']) expect([search, await searchIds(search)]).toEqual([search, []]);
  });

  it('P10.349 a user finds no evaluation of another branch by the value of an additional field', async () => {
    const place = await field({ name: 'Sitio', is_searchable: true });
    const id = await register(createAdditionalValue(place, 'Ciudadela'));
    expect(await searchIds('ciudadela')).toEqual([id]);
    expect(await searchIds('ciudadela', await server.as('deskMedellin'))).toEqual([]);
  });

  it('P10.349 the search finds a corrected value and no longer the earlier one, also a value of an inactive field', async () => {
    const place = await field({ name: 'Frente', is_searchable: true });
    const id = await register(createAdditionalValue(place, 'Quebrada'));
    await correctRegistration(receptionist, id, {
      additional_fields: [createAdditionalValue(place, 'Cascada')],
    });
    expect([await searchIds('quebrada'), await searchIds('cascada')]).toEqual([[], [id]]);
    const admin = await server.as('admin');
    await admin.send('PATCH', `/additional-fields/${place.id}/status`, { json: { is_active: false } });
    expect(await searchIds('cascada')).toEqual([id]);
  });
});

describe('P10.349 search in many evaluations', () => {
  const EVALUATIONS = 3_000;
  let database: TestDatabase;
  let branchIds: readonly string[];
  const fieldId = randomUUID();
  beforeAll(async () => {
    database = await createTestDatabase('additional_search_many');
    const clinic = await generateClinic(database.pool);
    ({ branchIds } = clinic);
    await generateEvaluations(database.pool, { ...clinic, persons: 500, evaluations: EVALUATIONS });
    const made = { subject: 'visit' as const, kind: 'choice' as const, choices: ['Sura'] };
    await toDatabase(database.pool)
      .insert(schema.additionalFields)
      .values({ id: fieldId, name: 'EPS', ...made, is_searchable: true });
    await database.pool.query(
      `insert into additional_values (evaluation_id, field_id, name, subject, kind, value)
       select id, $1, 'EPS', 'visit', 'choice', ($2::text[])[1 + row_number() over (order by started_at, id) % cardinality($2)]
       from evaluations where abs(hashtext(id::text)) % 3 > 0`,
      [fieldId, ['Sura', 'Nueva EPS', 'Ana Salud', 'Camilo', 'Sura', 'Sura', 'Muisca', 'Otra']],
    );
    await database.pool.query('vacuum analyze additional_values');
  });
  afterAll(() => database.drop());

  /** Returns the ids in the order of the list, from a query that reads every row. */
  async function expected(branchId: string, { search = '', direction }: EvaluationsQuery): Promise<string[]> {
    const words = search.split(' ').map((word) => (word.length < 3 ? `(^| )${word}` : word));
    const { rows } = await database.pool.query<{ id: string }>(
      `select e.id from evaluations e join patients p on p.id = e.patient_id
       left join additional_values v on v.evaluation_id = e.id
       where e.branch_id = $1 and (p.search_text ~ all ($2) or coalesce(v.search_text, '') ~ all ($2))
       order by started_at ${direction}, e.id ${direction === 'asc' ? 'desc' : 'asc'}`,
      [branchId, words],
    );
    return rows.map(({ id }) => id);
  }

  it.each(['sura', 'ana', 'eps nueva', 'mu', 'camilo', 'otra', 'zzz', '8800000012'])(
    'P10.349 the list of evaluations has the same rows, order and total as a scan of all rows, with every query plan and remembered total: %s',
    async (search) => {
      const [branchId = ''] = branchIds;
      const remembering = [0, 5, 100, 2_000].map((few) => new RememberedTotals(few));
      const db = toDatabase(database.pool);
      for (const direction of ['desc', 'asc', 'desc'] as const) {
        const asked = { search, direction, status: 'pendiente,en_proceso,cerrada' };
        const rows = await expected(branchId, EvaluationsQuery.parse(asked));
        for (const totals of remembering)
          for (const page of [1, 2, Math.max(1, Math.ceil(rows.length / 10))]) {
            const query = EvaluationsQuery.parse({ ...asked, page });
            const list = await listEvaluations({ db, totals }, { branchId, isForDoctors: true }, query);
            expect([list.total, list.items.map(({ id }) => id)]).toEqual([
              rows.length,
              rows.slice((page - 1) * 10, page * 10),
            ]);
          }
      }
    },
  );
});
