// @module-tag landing
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Attendance } from '#contract/records/evaluation/attendance.ts';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import type { ExpectedListPeople } from '#contract/records/evaluation/expected-lists.ts';
import { cellText } from '#domain/roster/table.ts';
import { readSource } from '#features/expected-lists/import/read-source.ts';
import { ATTENDANCE_FILES_PER_HOUR_MAX } from '#server/attendance/routes/routes.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { collectNewLogEntries, readActivityLog } from '../support/activity.ts';
import { countRows, evaluationBody } from '../support/capture.ts';
import { makeEvaluationSignable, seedClinicalFixture, sign } from '../support/clinical.ts';
import { closeExpectedList, createCopiedNotice } from '../support/examples/attendance-examples.ts';
import { createExpectedList, expectedPersonBody } from '../support/examples/expected-list-examples.ts';
import { type Caller, type Server, rejectionOf, responseOf, startServer } from '../support/server.ts';

let server: Server;
let receptionist: Caller;
/** List of five people: registered with a closed and an open evaluation, arrived, absent and cancelled. */
let first: ExpectedListPeople;
/** List of another company and the next day, with one person who is still expected. */
let second: ExpectedListPeople;
let closedEvaluationId = '';
const DAY = '2026-12-01';
const ARRIVED_AT = '2026-12-01T12:10:00.000Z';

async function register(id: string | undefined): Promise<string> {
  const json = evaluationBody(server, {}, { expected_person_id: id });
  const headers = { 'x-captured-at': ARRIVED_AT };
  return responseOf(CreatedEvaluation, await receptionist.post('/evaluations', { json, headers })).id;
}

beforeAll(async () => {
  server = await startServer('attendance');
  receptionist = await server.as('desk');
  server.clock.now = new Date('2026-12-01T13:00:00.000Z');
  const medicine = await seedClinicalFixture(server);
  const people = ['06:40', '07:00', '07:20', '07:40', '08:00'].map((hour, nth) =>
    expectedPersonBody({ hour, first_name: ['ana', 'Berta', '=Carla', 'Dora', 'Eva'][nth] }),
  );
  first = await createExpectedList(server, receptionist, { day: DAY, brigade: 'Planta Norte', people });
  const [closed, open, arrived, , cancelled] = first.items;
  closedEvaluationId = await register(closed?.id);
  await makeEvaluationSignable(server, medicine, closedEvaluationId);
  await sign(await server.as('doctor'), closedEvaluationId, medicine.doctors.signer);
  await register(open?.id);
  for (const [person, state] of [
    [arrived, 'arrived'],
    [cancelled, 'cancelled'],
  ] as const)
    await receptionist.post(`/expected-people/${person?.id}/state`, { json: { state } });
  await closeExpectedList(receptionist, first.list.id);
  second = await createExpectedList(server, receptionist, {
    company_id: server.clinic.companies.scaffolds,
    day: '2026-12-02',
  });
});
afterAll(() => server.stop());

const fetchAttendance = async (query = '', caller = receptionist) =>
  responseOf(Attendance, await caller.get(`/attendance?${query}`));
const download = (query: string, caller = receptionist) => caller.get(`/attendance/file?${query}`);

describe('P11.53 attendance', () => {
  it('P11.53 people come by day, list and hour with outcome, time, evaluation and pending result; cancelled ones are left out', async () => {
    const { items, lists, total_count } = await fetchAttendance();
    expect(total_count).toBe(5);
    expect(lists.map(({ id }) => id)).toEqual([second.list.id, first.list.id]);
    expect(items.map(({ list_id }) => list_id)).toEqual([
      second.list.id,
      ...[1, 2, 3, 4].map(() => first.list.id),
    ]);
    expect(items[0]).toMatchObject({ outcome: 'expected', at: null, evaluation_id: null });
    const registered = { outcome: 'came', at: ARRIVED_AT };
    expect(items.slice(1)).toMatchObject([
      {
        ...registered,
        full_name: 'Ana Gil',
        hour: '06:40',
        evaluation_id: closedEvaluationId,
        is_result_pending: false,
      },
      { ...registered, full_name: 'Berta Gil', is_result_pending: true },
      { outcome: 'arrived', evaluation_id: null, is_result_pending: false },
      { outcome: 'no_show', full_name: 'Dora Gil', evaluation_id: null, is_result_pending: false },
    ]);
  });

  it('P11.53 counts are those of each list and of all matching lists, whatever the page and the outcome are', async () => {
    const counts = { came: 2, arrived: 1, no_show: 1, expected: 0, results_pending: 1 };
    const page = await fetchAttendance('page_size=1&page=2&outcome=came');
    expect(page).toMatchObject({
      total_count: 2,
      items: [{ full_name: 'Berta Gil' }],
      lists: [
        { company: { id: first.list.company.id }, brigade: 'Planta Norte', day: DAY, attendance: counts },
      ],
      attendance: { ...counts, expected: 1 },
    });
    expect(page.lists[0]?.status.state).toBe('closed');
  });

  it.each([
    ['outcome=no_show', ['Dora Gil']],
    ['outcome=results_pending', ['Berta Gil']],
    ['outcome=expected', ['Ana Gil']],
    ['outcome=expected&to=2026-12-01', []],
    ['from=2026-12-02', ['Ana Gil']],
    ['from=2026-12-03', []],
  ])('P11.53 finds the people of %s', async (query, names) => {
    const { items, total_count } = await fetchAttendance(query);
    expect(items.map(({ full_name }) => full_name)).toEqual(names);
    expect(total_count).toBe(names.length);
  });

  it('P11.53 a person with several evaluations has the one that a user did not settle as a repetition', async () => {
    const { list, items } = await createExpectedList(server, receptionist, { day: '2026-11-15' });
    const id = items[0]?.id;
    const [firstId, otherId] = [await register(id), await register(id)];
    const shown = async () => (await fetchAttendance(`list_id=${list.id}`)).items;
    expect(await shown()).toMatchObject([{ evaluation_id: firstId }]);
    const json = { evaluation_id: firstId, decision: 'repeats' };
    await receptionist.post(`/expected-people/${id}/settlement`, { json });
    expect(await shown()).toMatchObject([{ evaluation_id: otherId, is_result_pending: true }]);
    await server.database.pool.query('delete from expected_registrations where person_id = $1', [id]);
    await server.database.pool.query('delete from expected_people where id = $1', [id]);
  });

  it('P11.53 finds the people of a company or list, of the active branch only', async () => {
    const totalOf = async (query: string, caller = receptionist) =>
      (await fetchAttendance(query, caller)).total_count;
    expect(await totalOf(`company_id=${first.list.company.id}`)).toBe(4);
    expect(await totalOf(`list_id=${second.list.id.toUpperCase()}`)).toBe(1);
    expect(await totalOf('', await server.as('deskMedellin'))).toBe(0);
    expect(rejectionOf(await receptionist.get('/attendance?outcome=cancelled'))).toEqual([
      400,
      'validation_failed',
    ]);
  });
});

/** Returns the cells of a downloaded spreadsheet as texts, with the titles. */
async function readSpreadsheet(query: string): Promise<string[][]> {
  const response = await download(query);
  expect(response.statusCode, response.body).toBe(200);
  const file = new Blob([Uint8Array.from(response.rawPayload)]);
  const { table } = await readSource({ type: 'file', file, sheet: null }, () => {});
  return table.rows.map(({ cells }) => cells.map((cell) => cellText(cell)));
}

describe('P11.54 attendance as a document', () => {
  it.each(['xlsx', 'csv'])('P11.54 a file in %s has a row for each person', async (format) => {
    const rows = await readSpreadsheet(`format=${format}&list_id=${first.list.id}`);
    expect(rows).toHaveLength(5);
    expect(rows[0]).toContain('Asistencia');
    expect(rows[1]).toEqual(expect.arrayContaining(['Planta Norte', 'Ana Gil', 'Asistió', 'Listo']));
    expect(rows[2]).toEqual(expect.arrayContaining(['Berta Gil', 'Asistió', 'Pendiente']));
    expect(rows[4]).toEqual(expect.arrayContaining(['Dora Gil', 'No asistió']));
  });

  it('P11.54 the PDF has the counts and a row for each person, and is named by the day', async () => {
    const reply = await download(`format=pdf&company_id=${first.list.company.id}&from=${DAY}`);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="asistencia_20261201.pdf"',
      'cache-control': 'private, no-store',
    });
    const text = await pdfTextOf(reply.rawPayload);
    for (const part of [
      '01/12/2026 · ',
      'Planta Norte',
      '2 asistieron · 1 llegó sin registro · 1 no asistió · 1 resultado pendiente',
      'Ana Gil Asistió 07:10 Listo',
      'Dora Gil No asistió',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Eva');
  });

  it('P11.54 the PDF has the day of an arrival that is not the day of the list', async () => {
    const { list, items } = await createExpectedList(server, receptionist, { day: '2026-11-29' });
    const json = { state: 'arrived', at: '2026-11-30T12:05:00Z' };
    await receptionist.post(`/expected-people/${items[0]?.id}/state`, { json });
    const text = await pdfTextOf((await download(`format=pdf&list_id=${list.id}`)).rawPayload);
    expect(text).toContain('30/11/2026');
    expect(text).toContain('07:05');
  });

  it('P11.54 a document names one company or list', async () => {
    expect(rejectionOf(await download('format=pdf&from=2026-12-01'))).toEqual([400, 'validation_failed']);
    expect(rejectionOf(await download(`list_id=${first.list.id}&format=doc`))).toEqual([
      400,
      'validation_failed',
    ]);
    const other = await download(
      `format=csv&company_id=${first.list.company.id}`,
      await server.as('deskMedellin'),
    );
    expect(other.body.trim().split('\r\n')).toHaveLength(1);
  });

  it('P11.54 a PDF with more than 5,000 people is rejected; a spreadsheet has up to 10,000', async () => {
    const big = await createExpectedList(server, receptionist, { day: '2027-01-05' });
    await server.database.pool.query(
      `insert into expected_people (branch_id, id, list_id, position, identification_type, identification_number,
         normalized_number, person, additional_fields, state, search_text)
       select branch_id, gen_random_uuid(), list_id, n, identification_type, 'X' || n, 'X' || n, person,
         additional_fields, state, search_text
       from expected_people, generate_series(1, 5000) n where list_id = $1`,
      [big.list.id],
    );
    const query = `list_id=${big.list.id}`;
    await server.database.pool.query('delete from attempts');
    expect(rejectionOf(await download(`format=pdf&${query}`))).toEqual([422, 'too_many_rows']);
    expect(await countRows(server, 'attempts')).toBe(0);
    expect((await download(`format=csv&${query}`)).body.trim().split('\r\n')).toHaveLength(5002);
  });

  it('P11.54 the downloads of a user are limited', async () => {
    await server.database.pool.query('delete from attempts');
    const caller = await server.as('admin');
    const query = `format=csv&list_id=${second.list.id}`;
    for (let count = 0; count < ATTENDANCE_FILES_PER_HOUR_MAX; count += 1)
      expect((await download(query, caller)).statusCode).toBe(200);
    expect(rejectionOf(await download(query, caller))).toEqual([429, 'rate_limited']);
    const notice = await createCopiedNotice(receptionist, first.list.id);
    const proof = await caller.get(`/expected-lists/${first.list.id}/notices/${notice.id}/file`);
    expect(rejectionOf(proof)).toEqual([429, 'rate_limited']);
  });
});

describe('P11.55 log of the attendance', () => {
  it('P11.55 accesses and downloads are logged by ids and counts, an access once in ten minutes', async () => {
    const query = `list_id=${first.list.id}&outcome=came`;
    const log = await collectNewLogEntries(server, async () => {
      await fetchAttendance(query);
      await fetchAttendance(query);
      await download(`format=csv&${query}`);
    });
    const filters = ['list_id', 'outcome'];
    expect(log).toMatchObject([
      ['expected_people_listed', 'done', { shown: 2, total: 2, filters }],
      ['attendance_downloaded', 'done', { format: 'csv', rows: 2, filters }],
    ]);
    const text = JSON.stringify(await readActivityLog(server));
    for (const { identification_number } of first.items) expect(text).not.toContain(identification_number);
    expect(text).not.toMatch(/Berta|Dora/);
  });

  it('P11.55 files and responses contain nothing clinical', async () => {
    const query = `list_id=${first.list.id}`;
    const bodies = [
      (await receptionist.get(`/attendance?${query}`)).body,
      (await download(`format=csv&${query}`)).body,
      await pdfTextOf((await download(`format=pdf&${query}`)).rawPayload),
    ];
    for (const body of bodies) expect(body).not.toMatch(/Apto|Normal\.|concepto/i);
  });
});
