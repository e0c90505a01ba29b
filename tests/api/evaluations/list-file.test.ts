// @module-tag landing
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVALUATIONS_FILE_MAX, EvaluationList } from '#contract/records/evaluation/evaluations.ts';
import { cellText } from '#domain/roster/table.ts';
import { readSource } from '#features/expected-lists/import/read-source.ts';
import { EVALUATION_FILES_PER_HOUR_MAX } from '#server/evaluations/routes/list-file.ts';
import { readActivityLog, lastLogSequence } from '../support/activity.ts';
import { countRows, createEvaluation } from '../support/capture.ts';
import { createExpectedPerson } from '../support/examples/expected-list-examples.ts';
import { seedClinicalFixture, seedSignedEvaluation } from '../support/clinical.ts';
import { type Caller, type Server, errorCodeOf, responseOf, startServer } from '../support/server.ts';

let server: Server;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('listfile');
  const receptionist = await server.as('desk');
  for (const [nth, first_name] of ['Zoraida', '=cmd()', 'Ana', 'Zoraida'].entries())
    await createEvaluation(server, receptionist, { first_name, identification_number: `99995550${nth}` });
  await seedSignedEvaluation(server, await seedClinicalFixture(server));
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

/** Returns the rows of a downloaded list as texts, without the titles. */
async function downloadRows(query: string, caller = doctor) {
  const response = await caller.get(`/evaluations/file?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  const file = new Blob([Uint8Array.from(response.rawPayload)]);
  const { table } = await readSource({ type: 'file', file, sheet: null }, () => {});
  return table.rows.slice(1).map(({ cells }) => cells.map((cell) => cellText(cell)));
}
const COPIES_PER_STATEMENT = 5_000;
const DOCUMENT_COLUMN = 4;
const REPEATS_COLUMN = 9;
const listedNumbers = async (query: string) =>
  responseOf(EvaluationList, await doctor.get(`/evaluations?${query}&page_size=100`)).items.map(
    ({ patient }) => patient.identification_number,
  );

describe('P11.62 list of evaluations as a file', () => {
  it.each([
    'status=pendiente,en_proceso,cerrada',
    'direction=asc',
    'search=Zoraida',
    'search=Zoraida&direction=asc',
    'search=nadie',
    'status=cerrada',
    'from=2020-01-01&to=2020-01-02',
  ])('it contains the people of the list in its order: %s', async (query) => {
    const expected = await listedNumbers(query);
    for (const format of ['xlsx', 'csv'] as const) {
      const rows = await downloadRows(`format=${format}&${query}`);
      expect(rows.map((cells) => cells[DOCUMENT_COLUMN])).toEqual(expected);
    }
  });

  it('it finds an evaluation by its id, as the list does', async () => {
    const [first] = responseOf(EvaluationList, await doctor.get('/evaluations')).items;
    const rows = await downloadRows(`format=csv&search=${first?.id}`);
    expect(rows.map((cells) => cells[DOCUMENT_COLUMN])).toEqual([first?.patient.identification_number]);
  });

  it('it has the columns of the list without the aptitude, as a named file that no cache stores', async () => {
    const response = await doctor.get('/evaluations/file?format=csv&status=cerrada');
    const [titles, row = ''] = response.body.split('\r\n');
    expect(titles).toBe(
      '\uFEFFInicio;Turno;Estado;Tipo doc.;Documento;Paciente;Tipo de evaluación;Empresa empleadora;Empresa contratista;Repite otra;Cierre',
    );
    expect(row).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d;;Cerrada;CC;/);
    expect(row).not.toMatch(/apt/i);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="evaluaciones_\d{8}\.csv"$/),
    });
  });

  it('an evaluation that repeats another one is marked', async () => {
    const receptionist = await server.as('desk');
    const { id, identification_number } = await createExpectedPerson(server, receptionist);
    const register = () =>
      createEvaluation(server, receptionist, { identification_number }, { expected_person_id: id });
    await register();
    const again = await register();
    const json = { evaluation_id: again, decision: 'repeats' };
    expect((await receptionist.post(`/expected-people/${id}/settlement`, { json })).statusCode).toBe(200);
    const rows = await downloadRows(`format=csv&search=${identification_number}`);
    expect(rows.map((cells) => cells[REPEATS_COLUMN])).toEqual(['Sí', undefined]);
  });

  it('a name that begins like a formula is a text', async () => {
    const { body } = await doctor.get('/evaluations/file?format=csv&search=cmd');
    expect(body).toContain(`"'=`);
  });

  it('the log names format, rows and filters, and no value of a filter', async () => {
    const since = await lastLogSequence(server);
    await downloadRows('format=xlsx&search=Zoraida&from=2020-01-01');
    expect(await readActivityLog(server, since)).toMatchObject([
      {
        action: 'evaluations_downloaded',
        status: 'done',
        evaluation_id: null,
        detail: { format: 'xlsx', rows: 2, filters: ['search', 'from'] },
      },
    ]);
  });

  it.each(['', 'format=pdf', 'format=csv&status=otro', 'format=csv&search=' + 'x'.repeat(201)])(
    'a query outside the contract is rejected: %s',
    async (query) => {
      expect(errorCodeOf(await doctor.get(`/evaluations/file?${query}`))).toBe('validation_failed');
    },
  );

  it('a user downloads a limited number of lists in an hour', async () => {
    const other = await server.as('doctorMedellin');
    for (let nth = 0; nth < EVALUATION_FILES_PER_HOUR_MAX; nth += 1)
      expect((await other.get('/evaluations/file?format=csv&search=nadie')).statusCode).toBe(200);
    const response = await other.get('/evaluations/file?format=csv&search=nadie');
    expect(errorCodeOf(response)).toBe('rate_limited');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('a list of the greatest length is downloaded whole, and a longer one is rejected', async () => {
    const admin = await server.as('admin');
    const countOpen = async () =>
      responseOf(EvaluationList, await admin.get('/evaluations?page_size=1')).total;
    const { pool } = server.database;
    const { rows } = await pool.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ',') as columns from information_schema.columns
        where table_name = 'evaluations' and is_generated = 'NEVER' and column_name not in ('id', 'capture_id')`,
    );
    const columns = rows[0]?.columns ?? '';
    // In portions, because the server's connections cancel a statement that takes long.
    const insertCopies = async (count: number) => {
      for (let left = count; left > 0; left -= COPIES_PER_STATEMENT)
        await pool.query(
          `insert into evaluations (id, ${columns}) select gen_random_uuid(), ${columns}
            from (select * from evaluations where status = 'pendiente' limit 1) one, generate_series(1, $1::integer)`,
          [Math.min(left, COPIES_PER_STATEMENT)],
        );
    };
    await insertCopies(EVALUATIONS_FILE_MAX - (await countOpen()));
    const { body } = await admin.get('/evaluations/file?format=csv');
    expect(body.match(/\r\n/g)).toHaveLength(EVALUATIONS_FILE_MAX + 1);
    await insertCopies(1);
    await pool.query('delete from attempts');
    const response = await admin.get('/evaluations/file?format=csv');
    expect([response.statusCode, errorCodeOf(response)]).toEqual([422, 'too_many_rows']);
    expect(response.json()).toMatchObject({ message: expect.stringContaining('50.000') });
    expect(await countRows(server, 'attempts')).toBe(0);
  });
});
