import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REMEMBERED_TITLES_MAX } from '#server/expected-lists/commands/remember-columns.ts';
import { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { RememberedColumns, type RosterColumns } from '#contract/records/roster-columns.ts';
import { countRows, createEvaluation } from '../support/capture.ts';
import { rowMakers } from '../support/examples/catalog-examples.ts';
import { expectedListBody } from '../support/examples/expected-list-examples.ts';
import { createProposal, employedBy } from '../support/proposals.ts';
import {
  type Caller,
  type Server,
  fieldProblemsOf,
  rejectionOf,
  responseOf,
  startServer,
  statusesOf,
} from '../support/server.ts';

let server: Server;
let receptionist: Caller;
beforeAll(async () => {
  server = await startServer('remembered_columns');
  receptionist = await server.as('desk');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('truncate remembered_columns, expected_lists, attempts cascade'));

const TITLES = 'a'.repeat(64);
const OTHER_TITLES = 'b'.repeat(64);
const columnsOf = (...targets: string[]): RosterColumns => ({
  columns: targets.map((target, column) => ({ column, target })),
});
const COLUMNS = { ...columnsOf('identification_number', 'full_name'), name_order: 'given_first' as const };
const builder = () => server.clinic.companies.builder;
const bodyWith = (imported_columns: object | undefined, changes: object = {}) =>
  expectedListBody(server, { imported_columns, ...changes });
const importList = (imported_columns: object | undefined, changes: object = {}, caller = receptionist) =>
  caller.post('/expected-lists', { json: bodyWith(imported_columns, changes) });
const fetchColumns = (caller = receptionist, company = builder(), titles = TITLES) =>
  caller.get(`/remembered-columns?company_id=${company}&titles_sha256=${titles}`);
const readColumns = async (...asked: Parameters<typeof fetchColumns>) =>
  responseOf(RememberedColumns, await fetchColumns(...asked)).remembered;

describe('P11.78 remembered columns', () => {
  it('P11.78 are those of the last import of the company with the same titles, for users of every branch', async () => {
    expect(await readColumns()).toBeNull();
    await importList({ ...columnsOf('notes'), titles_sha256: TITLES });
    expect((await importList({ ...COLUMNS, titles_sha256: TITLES })).statusCode).toBe(201);
    expect(await readColumns()).toEqual(COLUMNS);
    expect(await readColumns(await server.as('deskMedellin'))).toEqual(COLUMNS);
    expect(await readColumns(await server.as('catalogs'))).toEqual(COLUMNS);
    expect(await readColumns(receptionist, builder().toUpperCase())).toEqual(COLUMNS);
    await importList(undefined);
    expect(await readColumns()).toEqual(COLUMNS);
  });

  it('P11.78 may have contents that this server does not know, and are null if it cannot read the stored ones', async () => {
    const newer = columnsOf('blood_group', 'additional:22222222-2222-4222-8222-222222222222');
    await importList({ ...newer, titles_sha256: TITLES });
    expect(await readColumns()).toEqual(newer);
    await server.database.pool.query(`update remembered_columns set content = '{"columns": [{"a": 1}]}'`);
    expect(await readColumns()).toBeNull();
  });

  it('P11.79 are not given for other titles or another company, nor to users who may not import', async () => {
    await importList({ ...COLUMNS, titles_sha256: TITLES });
    expect(await readColumns(receptionist, builder(), OTHER_TITLES)).toBeNull();
    expect(await readColumns(receptionist, server.clinic.companies.closed)).toBeNull();
    expect(rejectionOf(await fetchColumns(await server.as('doctor')))).toEqual([403, 'forbidden']);
    expect(rejectionOf(await fetchColumns(await server.as('nobody')))).toEqual([403, 'forbidden']);
  });

  it('P11.79 are not stored by a rejected import', async () => {
    const people = [{ identification_type: 'CC' }];
    const reply = await importList({ ...COLUMNS, titles_sha256: TITLES }, { people });
    expect(rejectionOf(reply)).toEqual([400, 'validation_failed']);
    expect(await countRows(server, 'remembered_columns')).toBe(0);
  });

  it.each<[string, object, string]>([
    ['titles', { ...COLUMNS, titles_sha256: 'Cédula;Nombre' }, 'imported_columns.titles_sha256'],
    [
      'a sentence as content',
      { ...columnsOf('Ana Gil'), titles_sha256: TITLES },
      'imported_columns.columns.0.target',
    ],
    [
      'a column beyond the limit',
      { columns: [{ column: 200, target: 'notes' }], titles_sha256: TITLES },
      'imported_columns.columns.0.column',
    ],
    [
      'too many columns',
      { ...columnsOf(...Array.from({ length: 201 }, () => 'notes')), titles_sha256: TITLES },
      'imported_columns.columns',
    ],
  ])('P11.79 with %s are rejected', async (_what, imported, field) => {
    expect(Object.keys(fieldProblemsOf(await importList(imported)))).toContain(field);
    expect(await countRows(server, 'remembered_columns')).toBe(0);
  });

  it('P11.79 are those of the latest titles of a company, at most fifty', async () => {
    const titlesOf = (nth: number) => String(nth).padStart(64, '0');
    for (let nth = 0; nth <= REMEMBERED_TITLES_MAX; nth += 1)
      await importList({ ...COLUMNS, titles_sha256: titlesOf(nth) }, { people: [] });
    expect(await countRows(server, 'remembered_columns')).toBe(REMEMBERED_TITLES_MAX);
    expect(await readColumns(receptionist, builder(), titlesOf(0))).toBeNull();
    expect(await readColumns(receptionist, builder(), titlesOf(REMEMBERED_TITLES_MAX))).toEqual(COLUMNS);
  });

  it('P11.78 are stored by concurrent imports for different days without a failure', async () => {
    const replies = await Promise.all(
      ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'].map((day) =>
        importList({ ...COLUMNS, titles_sha256: TITLES }, { day }),
      ),
    );
    expect(statusesOf(replies)).toEqual([201, 201, 201, 201]);
    expect(await countRows(server, 'remembered_columns')).toBe(1);
  });

  it('P11.3 do not distinguish a repeated request, which returns the list of the first one', async () => {
    const body = bodyWith(undefined);
    const first = await receptionist.post('/expected-lists', { json: body });
    const again = await receptionist.post('/expected-lists', {
      json: { ...body, imported_columns: { ...COLUMNS, titles_sha256: TITLES } },
    });
    expect(responseOf(ExpectedList, again).id).toBe(responseOf(ExpectedList, first).id);
  });

  it('P10.428 P11.78 move to the company into which their company is merged, unless it has some for the same titles', async () => {
    const admin = await server.as('admin');
    const [proposal, target] = [createProposal(), await rowMakers.company(admin)];
    await createEvaluation(server, receptionist, {}, employedBy(proposal));
    const importFor = (company_id: string, targets: string[], titles_sha256: string) =>
      importList({ ...columnsOf(...targets), titles_sha256 }, { company_id });
    await importFor(proposal.id, ['notes'], TITLES);
    await importFor(proposal.id, ['hour'], OTHER_TITLES);
    await importFor(target.id, ['phone'], TITLES);
    const merged = await admin.post(`/companies/${proposal.id}/merge`, { json: { into: target.id } });
    expect(merged.statusCode).toBe(200);
    expect(await readColumns(receptionist, target.id)).toEqual(columnsOf('phone'));
    expect(await readColumns(receptionist, target.id, OTHER_TITLES)).toEqual(columnsOf('hour'));
    expect(await countRows(server, 'remembered_columns')).toBe(2);
  });
});
