import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Branch } from '#contract/catalogs/branches.ts';
import { Company } from '#contract/catalogs/companies.ts';
import { ExamList } from '#contract/catalogs/exams.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { branchBody, codedRowBody, rowMakers } from '../support/examples/catalog-examples.ts';
import {
  type Caller,
  type Server,
  type Reply,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('catalog_names');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const putCatalogRow = (path: string, json: unknown) => admin.send('PUT', path, { json });
const patchCatalogRow = (path: string, json: unknown, headers = {}) =>
  admin.send('PATCH', path, { json, headers });
const rejectionOf = (reply: Reply) => [reply.statusCode, errorCodeOf(reply)];

describe.each([
  ['companies', () => rowMakers.company(admin)],
  ['branches', () => rowMakers.branch(admin, server)],
] as const)('PATCH /%s/:id', (resource, make) => {
  it('P7.18 PATCH changes only the name of a catalogue row, trimmed, if the sent revision is the present one', async () => {
    const row = await make();
    const path = `/${resource}/${row.id}`;
    const reply = await patchCatalogRow(
      path,
      { name: '  Renombrada (DEMO) ', city: 'X', address: 'X' },
      { 'if-match': '"r1"' },
    );
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['etag']).toBe('"r2"');
    const { branding_updated_at, ...renamed } = reply.json<Branch>();
    const { branding_updated_at: _before, ...before } = { branding_updated_at: null, ...row };
    expect(renamed).toEqual({ ...before, name: 'Renombrada (DEMO)', revision: 2 });
    expect(typeof branding_updated_at).toBe(resource === 'branches' ? 'string' : 'undefined');
    expect((await patchCatalogRow(path, { name: 'Tarde (DEMO)' }, { 'if-match': '"r1"' })).statusCode).toBe(
      412,
    );
  });

  it('P5.19 PATCH rejects a missing name, and a name of only blanks or invisible characters', async () => {
    const path = `/${resource}/${(await make()).id}`;
    for (const name of ['  ', undefined, '\u200b', '\u{e0041}'])
      expect(fieldProblemsOf(await patchCatalogRow(path, { name }))).toEqual({
        name: 'El nombre no puede estar vacío.',
      });
  });

  it('P5.17 PATCH joins a name of several lines into one line', async () => {
    const reply = await patchCatalogRow(`/${resource}/${(await make()).id}`, {
      name: 'Una\r\nBcc: x@prueba.demo\u2028(DEMO)',
    });
    expect(reply.json<Branch>().name).toBe('Una Bcc: x@prueba.demo (DEMO)');
  });

  it('P10.12 a change of a catalogue row’s name leaves a log entry', async () => {
    const { id } = await make();
    const lines = await collectNewLogEntries(server, () =>
      patchCatalogRow(`/${resource}/${id}`, { name: 'Otra (DEMO)' }),
    );
    expect(lines).toEqual([['catalog_changed', 'done', { resource, id, what: 'renamed' }]]);
  });
});

describe('GET /companies/:id', () => {
  it('P7.18 GET /companies/:id returns a company whether it is active or not', async () => {
    const { builder, closed } = server.clinic.companies;
    const receptionist = await server.as('desk');
    expect(responseOf(Company, await receptionist.get(`/companies/${builder}`))).toMatchObject({
      id: builder,
      code: 'CPI',
      city: 'Bogotá',
      revision: 1,
    });
    expect(responseOf(Company, await receptionist.get(`/companies/${closed.toUpperCase()}`)).is_active).toBe(
      false,
    );
    expect(rejectionOf(await receptionist.get(`/companies/${randomUUID()}`))).toEqual([404, 'not_found']);
  });
});

describe('exam of the catalogue', () => {
  const fetchByCode = async (code: string) =>
    responseOf(ExamList, await admin.get(`/exams?q=${code}`)).items.map((exam) => exam.shown_on_concept);

  it('P10.9 an exam is shown on the concept by default, and hidden only when an administrator sets `shown_on_concept` to false', async () => {
    const { code } = await rowMakers.exam(admin);
    const hidden = await rowMakers.exam(admin, { shown_on_concept: false });
    expect([await fetchByCode(code), await fetchByCode(hidden.code)]).toEqual([[true], [false]]);
    await putCatalogRow(`/exams/${hidden.id}`, { code: hidden.code, name: hidden.name });
    expect(await fetchByCode(hidden.code)).toEqual([true]);
    expect(
      fieldProblemsOf(await admin.post('/exams', { json: codedRowBody({ shown_on_concept: 'no' }) })),
    ).toEqual({
      shown_on_concept: 'Debe ser verdadero o falso.',
    });
  });
});

describe('permissions for catalogues', () => {
  it('P6.4 a user with manage_catalogs but without user_management can change all catalogues except branches', async () => {
    const catalogs = await server.as('catalogs');
    expect((await catalogs.post('/companies', { json: codedRowBody() })).statusCode).toBe(201);
    expect(rejectionOf(await catalogs.post('/branches', { json: branchBody(server) }))).toEqual([
      403,
      'forbidden',
    ]);
    expect((await catalogs.get('/branches')).statusCode).toBe(200);
    expect(rejectionOf(await catalogs.get(`/branches/${server.clinic.branches.bogota}`))).toEqual([
      403,
      'forbidden',
    ]);
    const global = await server.as('global');
    expect(rejectionOf(await global.post('/companies', { json: codedRowBody() }))).toEqual([
      403,
      'forbidden',
    ]);
    expect((await global.post('/branches', { json: branchBody(server) })).statusCode).toBe(201);
  });
});
