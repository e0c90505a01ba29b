import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompanyList } from '#contract/catalogs/companies.ts';
import { DoctorList } from '#contract/catalogs/doctors.ts';
import { EvaluationTypeList } from '#contract/catalogs/evaluation-types.ts';
import { ExamList } from '#contract/catalogs/exams.ts';
import { OccupationList } from '#contract/catalogs/occupations.ts';
import { CatalogOptions } from '#contract/catalogs/options.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import * as schema from '#tests/support/server/tables.ts';
import { catalogs } from '#server/catalogs/queries/catalogs.ts';
import { createEvaluation } from '../support/capture.ts';
import { type Caller, type Server, responseOf, startServer } from '../support/server.ts';

let server: Server;
let receptionist: Caller;
beforeAll(async () => {
  server = await startServer('catalogs');
  receptionist = await server.as('desk');
  const db = toDatabase(server.database.pool);
  const names = ['Zapata', 'Ñandú', 'Nube', 'Álamo', 'Oso', 'álamo', 'Nulo', '100% Real', 'Guion_bajo'];
  await db
    .insert(schema.companies)
    .values(names.map((name, index) => ({ id: randomUUID(), code: `X${index}`, name })));
  await db.insert(schema.exams).values({
    id: randomUUID(),
    code: 'AUD',
    name: 'Audiometría',
    sample_type: 'Ninguna',
    delivery_time: '24 horas',
  });
  await db.insert(schema.doctors).values({
    id: randomUUID(),
    name: 'Dra. Prueba',
    specialty: 'Medicina laboral',
    license_number: 'DEMO-1',
  });
});
afterAll(() => server.stop());

const fetchCompanies = async (query = '') =>
  responseOf(CompanyList, await receptionist.get(`/companies?${query}`));
const fetchCompanyNames = async (query = '') => (await fetchCompanies(query)).items.map((item) => item.name);
const findCompanyNames = (q: string) => fetchCompanyNames(`q=${encodeURIComponent(q)}`);

describe('catalogue list', () => {
  it('P9.2 a catalogue list is in Spanish order by default, and also when the sort is unknown', async () => {
    const order = await fetchCompanyNames();
    expect(order.filter((name) => /^[NÑOZ]/.test(name))).toEqual(['Nube', 'Nulo', 'Ñandú', 'Oso', 'Zapata']);
    expect(order.findIndex((name) => name.toLowerCase() === 'álamo')).toBeLessThan(
      order.indexOf('Andamios de Prueba (DEMO)'),
    );
    for (const unknown of ['salario;drop', '__proto__', 'constructor', 'toString'])
      expect(await fetchCompanyNames(`sort=${unknown}`)).toEqual(order);
    expect(await fetchCompanyNames('sort=name&direction=desc')).toEqual(order.toReversed());
    expect((await fetchCompanies('sort=code')).items.map((item) => item.code)).toEqual([
      'AND',
      'CPI',
      'IPS',
      'X0',
      'X1',
      'X2',
      'X3',
      'X4',
      'X5',
      'X6',
      'X7',
      'X8',
    ]);
  });

  it('R1 P7.33 the search of a catalogue matches each word of name, code or city, whatever case and accents, and treats ñ as n', async () => {
    for (const q of ['pena', 'PEÑA', 'alvarez peña', 'cpi', ' Bogota  penA '])
      expect([q, await findCompanyNames(q)]).toEqual([q, ['Constructora Peña Álvarez (DEMO)']]);
    expect(await findCompanyNames('nandu')).toEqual(['Ñandú']);
    expect(await findCompanyNames('100%')).toEqual(['100% Real']);
    expect(await findCompanyNames('%')).toEqual(['100% Real']);
    expect(await findCompanyNames('_')).toEqual(['Guion_bajo']);
    expect(await findCompanyNames('no existe')).toEqual([]);
  });

  it('R1 P3.16 the pages of a catalogue have no gap and no repeated row, and state the total of all rows', async () => {
    const { total_count } = await fetchCompanies('page_size=100');
    const crawled: string[] = [];
    for (let page = 1; page <= Math.ceil(total_count / 2); page += 1)
      crawled.push(...(await fetchCompanyNames(`page_size=2&page=${page}`)));
    expect(crawled).toEqual(await fetchCompanyNames('page_size=100'));
    expect(await fetchCompanies('page=999')).toMatchObject({
      items: [],
      total_count,
      page: 999,
      page_size: 20,
    });
  });

  it('P7.26 P3 every list accepts each spelling of its parameters for the search text and the page size', async () => {
    const admin = await server.as('admin');
    for (const path of [
      'evaluation-types',
      'companies',
      'branches',
      'exams',
      'doctors',
      'note-phrases',
      'additional-fields',
      'admin/users',
      'activity',
    ])
      for (const [text, size] of [
        ['q', 'page_size'],
        ['query', 'pageSize'],
        ['query', 'size'],
      ] as const) {
        const reply = await admin.get(`/${path}?${text}=zzz-nada&${size}=7`);
        expect([path, size, reply.json()]).toEqual([
          path,
          size,
          expect.objectContaining({ items: [], total_count: 0, page_size: 7 }),
        ]);
      }
  });

  it('P7.26 a catalogue includes inactive rows only on request, with either spelling of the parameter', async () => {
    expect(await fetchCompanyNames()).not.toContain('Cerrada de Prueba (DEMO)');
    for (const query of ['include_inactive=true', 'includeInactive=1'])
      expect(await fetchCompanyNames(query)).toContain('Cerrada de Prueba (DEMO)');
    expect(await fetchCompanyNames('query=oso&pageSize=1')).toEqual(['Oso']);
  });

  it('P3.9 the server returns each catalogue row with all fields of its catalogue', async () => {
    const firstItem = async <Item>(list: { parse(value: unknown): { items: Item[] } }, path: string) =>
      list.parse((await receptionist.get(path)).json()).items[0];
    expect(await firstItem(ExamList, '/exams')).toMatchObject({
      code: 'AUD',
      name: 'Audiometría',
      sample_type: 'Ninguna',
      delivery_time: '24 horas',
    });
    expect(await firstItem(DoctorList, '/doctors')).toMatchObject({
      name: 'Dra. Prueba',
      specialty: 'Medicina laboral',
      license_number: 'DEMO-1',
    });
    expect(await firstItem(EvaluationTypeList, '/evaluation-types')).toMatchObject({
      code: 'EGR',
      name: 'Egreso',
      is_active: true,
    });
    expect(await firstItem(OccupationList, '/occupations?limit=1&q=LINEA')).toMatchObject({
      name: 'Soldador de línea',
    });
  });
});

describe('R1 unchanged catalogue', () => {
  const tagOf = async (path: string) => String((await receptionist.get(path)).headers['etag']);
  const getIfChanged = (path: string, tag: string) => receptionist.get(path, { 'if-none-match': tag });

  it('an unchanged catalogue returns 304 with its ETag and no body when the client sends that ETag', async () => {
    const path = '/companies?page_size=100';
    const tag = await tagOf(path);
    for (const known of [tag, tag.replace('W/', ''), `"x", ${tag}`, '*']) {
      const reply = await getIfChanged(path, known);
      expect([reply.statusCode, reply.body, reply.headers['etag']]).toEqual([304, '', tag]);
      expect(reply.headers['cache-control']).toBe('private, no-cache');
    }
    for (const other of ['"x"', 'W/"', '']) expect((await getIfChanged(path, other)).statusCode).toBe(200);
  });

  it('a catalogue has another ETag for another query', async () => {
    const paths = [
      '/companies',
      '/companies?page=2',
      '/companies?q=a',
      '/companies?include_inactive=1',
      '/exams',
    ];
    expect(new Set(await Promise.all(paths.map(tagOf))).size).toBe(paths.length);
    expect(await tagOf('/companies?page=1&page_size=20')).toBe(await tagOf('/companies'));
  });

  it('a committed change gives its catalogue another ETag; other catalogues keep theirs', async () => {
    const { pool } = server.database;
    const [companiesTag, examsTag] = [await tagOf('/companies'), await tagOf('/exams')];
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`update companies set city = 'Cali' where code = 'X1'`);
    expect(await tagOf('/companies')).toBe(companiesTag);
    await client.query('commit');
    client.release();
    expect(await tagOf('/companies')).not.toBe(companiesTag);
    expect(await tagOf('/exams')).toBe(examsTag);
  });

  it('an SQL update of no row and a known occupation change no ETag; a new occupation changes the ETag of the occupations', async () => {
    const [companiesTag, occupationsTag] = [await tagOf('/companies'), await tagOf('/occupations')];
    await server.database.pool.query(`update companies set city = 'Cali' where code = 'no existe'`);
    await createEvaluation(server, receptionist, { occupation_name: 'Soldador de línea' });
    expect([await tagOf('/companies'), await tagOf('/occupations')]).toEqual([companiesTag, occupationsTag]);
    await createEvaluation(server, receptionist, { occupation_name: 'Catadora de café' });
    expect(await tagOf('/occupations')).not.toBe(occupationsTag);
  });
});

describe('combobox options', () => {
  const options = async (path: string, caller: Caller = receptionist) =>
    responseOf(CatalogOptions, await caller.get(`/catalogs/${path}`)).items;

  it('P3.3 each combobox option has a value, a label and the data that distinguish equal labels', async () => {
    expect(await options('companies/options?q=peña')).toEqual([
      {
        value: server.clinic.companies.builder,
        label: 'Constructora Peña Álvarez (DEMO)',
        meta: { code: 'CPI', city: 'Bogotá', specialty: null, is_proposed: false, proposed_nit: null },
      },
    ]);
    expect((await options('doctors/options'))[0]?.meta, 'P9 licence and specialty').toEqual({
      code: 'DEMO-1',
      city: null,
      specialty: 'Medicina laboral',
    });
    expect(await options('companies/options?limit=3')).toHaveLength(3);
  });

  it('P7.28 the server returns exactly the combobox options requested by id, including inactive rows', async () => {
    const { builder, closed } = server.clinic.companies;
    expect(
      (await options(`companies/options?ids=${builder},${closed}`)).map((option) => option.value).sort(),
    ).toEqual([builder, closed].sort());
    expect(await options(`companies/options?ids=${randomUUID()}`)).toEqual([]);
    expect(await options('companies/options?ids=')).toEqual([]);
  });

  it('P7.29 the recent options are the active rows, contractors included, that the branch used most in thirty days', async () => {
    const { builder, scaffolds } = server.clinic.companies;
    for (let count = 0; count < 2; count += 1) await createEvaluation(server, receptionist);
    await createEvaluation(
      server,
      receptionist,
      {},
      { contractor_company_id: scaffolds, evaluation_type_id: server.clinic.types.exit },
    );
    expect((await options('companies/recent')).map((option) => option.value)).toEqual([builder, scaffolds]);
    expect((await options('evaluation-types/recent')).map((option) => option.label)).toEqual([
      'Ingreso',
      'Egreso',
    ]);
    expect(await options('exams/recent')).toEqual([]);
    expect(await options('companies/recent', await server.as('deskMedellin'))).toEqual([]);
    expect(await options('companies/recent', await server.as('branchless'))).toEqual([]);
    const { pool } = server.database;
    await pool.query('update companies set is_active = false where id = $1', [builder]);
    expect((await options('companies/recent')).map((option) => option.value)).toEqual([scaffolds]);
    await pool.query('update companies set is_active = true where id = $1', [builder]);
    await pool.query(`update evaluations set started_at = now() - interval '31 days'`);
    expect(await options('companies/recent')).toEqual([]);
  });
});

describe('R1 catalogue tables', () => {
  it.each(Object.values(catalogs).map(({ resource }) => resource))(
    'the table %s has triggers that change the catalogue’s ETag and raise the row’s revision with each change of a row',
    async (resource) => {
      const { rows } = await server.database.pool.query<{ name: string }>(
        'select tgname as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal',
        [resource],
      );
      const expected = ['revision_on_insert', 'revision_on_update'];
      if (resource !== 'occupations') expected.push('row_revision'); // Occupations have no revision, because users never edit them.
      expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
    },
  );
});
