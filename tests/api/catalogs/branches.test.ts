import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Session } from '#contract/records/people/auth.ts';
import { Branch, BranchList } from '#contract/catalogs/branches.ts';
import { Branding } from '#contract/records/branding.ts';
import { Company, CompanyList } from '#contract/catalogs/companies.ts';
import { CatalogOptions } from '#contract/catalogs/options.ts';
import { CatalogOverview } from '#contract/catalogs/overview.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { createEvaluation } from '../support/capture.ts';
import { branchBody, rowMakers } from '../support/examples/catalog-examples.ts';
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
  server = await startServer('branches');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const rejectionOf = (reply: Reply) => [reply.statusCode, errorCodeOf(reply)];
const createBranch = (other: object = {}) => rowMakers.branch(admin, server, other);
const postBranch = (other: object) => admin.post('/branches', { json: branchBody(server, other) });
const putBranch = (id: string, other: object) =>
  admin.send('PUT', `/branches/${id}`, { json: branchBody(server, other) });
const setRowActiveAtPath = (path: string, is_active: boolean) =>
  admin.send('PATCH', `${path}/status`, { json: { is_active } });
const fetchBranches = async (query = '') => responseOf(BranchList, await admin.get(`/branches?${query}`));
const listBranchNames = async (query = '') => (await fetchBranches(query)).items.map(({ name }) => name);

describe('P7.20 company of a branch', () => {
  it.each<[string, () => unknown, string]>([
    ['unknown', () => randomUUID(), 'La empresa no existe.'],
    ['inactive', () => server.clinic.companies.closed, 'La empresa está inactiva. Elige otra.'],
    ['not an id', () => 'x', 'Debes seleccionar una empresa y asignar un nombre a la sede.'],
  ])(
    'the server rejects a branch whose company is %s, and reports the error at the field',
    async (_name, company, message) => {
      const { id } = await createBranch();
      for (const reply of [
        await postBranch({ company_id: company() }),
        await putBranch(id, { company_id: company() }),
      ])
        expect([reply.statusCode, fieldProblemsOf(reply)]).toEqual([400, { company_id: message }]);
    },
  );

  it('a branch keeps its company after the company was deactivated; other branches cannot choose that company', async () => {
    const company = await rowMakers.company(admin);
    const { id } = await createBranch({ company_id: company.id });
    await setRowActiveAtPath(`/companies/${company.id}`, false);
    expect(
      (await putBranch(id, { company_id: company.id.toUpperCase(), name: 'Otra (DEMO)' })).statusCode,
    ).toBe(200);
    expect((await postBranch({ company_id: company.id })).statusCode).toBe(400);
  });

  it('an administrator can change the company of a branch, and the branch shows the company’s present name', async () => {
    const company = await rowMakers.company(admin);
    const branch = await createBranch();
    const moved = responseOf(Branch, await putBranch(branch.id, { company_id: company.id }));
    expect([moved.company_id, moved.company_name]).toEqual([company.id, company.name]);
    const tag = (await admin.get('/branches')).headers['etag'];
    await admin.send('PATCH', `/companies/${company.id}`, { json: { name: 'Renombrada (DEMO)' } });
    expect((await admin.get('/branches')).headers['etag']).not.toBe(tag);
    expect(responseOf(Branch, await admin.get(`/branches/${branch.id}`)).company_name).toBe(
      'Renombrada (DEMO)',
    );
  });

  it('an administrator can deactivate a company while another request creates a branch of it, whether or not the server accepts that branch', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { id } = await rowMakers.company(admin);
      const [off, made] = await Promise.all([
        setRowActiveAtPath(`/companies/${id}`, false),
        postBranch({ company_id: id }),
      ]);
      expect([off?.statusCode, [201, 400].includes(made?.statusCode ?? 0)]).toEqual([200, true]);
      expect(responseOf(Company, await admin.get(`/companies/${id}`)).is_active).toBe(false);
    }
  });
});

describe('contact data of a branch', () => {
  it.each([
    ['contact_email', 'sede', 'Escribe un correo válido, como sede@clinica.com.'],
    ['contact_website', 'prueba.demo', 'La página web debe empezar por http:// o https://.'],
    ['contact_website', 'javascript:alert(1)', 'La página web debe empezar por http:// o https://.'],
    ['contact_phone', '1'.repeat(201), 'Máximo 200 caracteres.'],
    ['address', 'á'.repeat(300), 'Máximo 200 caracteres.'],
  ])('P5.23 the server rejects the contact data of a branch when %s is %j', async (field, value, message) => {
    expect(fieldProblemsOf(await postBranch({ [field]: value }))).toEqual({ [field]: message });
    const own = await admin.send('PATCH', '/me/branch/branding', { json: { [field]: value } });
    expect(fieldProblemsOf(own)).toEqual({ [field]: message });
  });
});

describe('GET /branches', () => {
  it('P7.20 the list of branches can be searched, limited to a company, paged and sorted like the other catalogues', async () => {
    const company = await rowMakers.company(admin);
    const of = `company_id=${company.id}`;
    for (const [name, address] of [
      ['Ñame (DEMO)', 'Calle Perdida'],
      ['Nuez (DEMO)', null],
      ['Oca (DEMO)', null],
    ])
      await createBranch({ company_id: company.id, name, address });
    const { items } = await fetchBranches(`${of}&q=oca`);
    await setRowActiveAtPath(`/branches/${items[0]?.id}`, false);
    expect(await listBranchNames(of)).toEqual(['Nuez (DEMO)', 'Ñame (DEMO)']);
    expect(await listBranchNames(`${of}&include_inactive=true&direction=desc`)).toEqual([
      'Oca (DEMO)',
      'Ñame (DEMO)',
      'Nuez (DEMO)',
    ]);
    expect(await listBranchNames(`${of}&includeInactive=1&sort=created_at`)).toEqual([
      'Ñame (DEMO)',
      'Nuez (DEMO)',
      'Oca (DEMO)',
    ]);
    expect(await listBranchNames('q=PERDIDA')).toEqual(['Ñame (DEMO)']);
    expect(await fetchBranches(`${of}&pageSize=1&page=2`)).toMatchObject({
      items: [{ name: 'Ñame (DEMO)', company_name: company.name }],
      total_count: 2,
      page: 2,
      page_size: 1,
    });
    expect(await listBranchNames('sort=nada')).toEqual(await listBranchNames());
    expect(fieldProblemsOf(await admin.get('/branches?company_id=1'))).toEqual({
      company_id: 'El identificador no es válido.',
    });
  });
});

describe('deactivated branch', () => {
  const status = async (caller: Caller, path = '/me/branch') => {
    const reply = await caller.get(path);
    return reply.statusCode === 200 ? 200 : errorCodeOf(reply);
  };

  it('P7.20 the users of a deactivated branch, and users who have chosen it, have no branch until the branch is active again', async () => {
    const { medellin } = server.clinic.branches;
    const [receptionist, doctor] = [await server.as('deskMedellin'), await server.as('doctorMedellin')];
    const chooser = await server.signIn('global');
    await chooser.send('PUT', '/me/branch/active', { json: { branch_id: medellin } });
    const evaluation = await createEvaluation(server, receptionist);
    expect([await status(receptionist), await status(chooser), await status(doctor, '/evaluations')]).toEqual(
      [200, 200, 200],
    );

    expect((await setRowActiveAtPath(`/branches/${medellin}`, false)).statusCode).toBe(200);
    for (const caller of [receptionist, doctor, chooser]) {
      expect(await status(caller)).toBe('branch_not_resolved');
      expect(await status(caller, '/evaluations')).toBe('branch_not_resolved');
      expect(responseOf(Session, await caller.get('/auth/me')).branch_id).toBeNull();
    }
    expect(await status(doctor, `/evaluations/${evaluation}`)).toBe('branch_not_resolved');
    const back = await chooser.send('PUT', '/me/branch/active', { json: { branch_id: medellin } });
    expect([rejectionOf(back), back.json<{ message: string }>().message]).toEqual([
      [404, 'not_found'],
      'La sede seleccionada ya no está disponible.',
    ]);

    await setRowActiveAtPath(`/branches/${medellin}`, true);
    expect([await status(receptionist), await status(doctor, `/evaluations/${evaluation}`)]).toEqual([
      200, 200,
    ]);
  });
});

describe('own branch of the user', () => {
  const save = (json: object, headers = {}) => admin.send('PATCH', '/me/branch/branding', { json, headers });

  it('P7.22 every user of a branch can read its data; a user without a branch cannot', async () => {
    const { bogota } = server.clinic.branches;
    for (const person of ['desk', 'doctor', 'nobody'] as const)
      expect(responseOf(Branch, await (await server.as(person)).get('/me/branch'))).toMatchObject({
        id: bogota,
        name: 'Bogotá',
        company_name: 'IPS de Prueba (DEMO)',
        has_logo: false,
      });
    expect(rejectionOf(await (await server.as('branchless')).get('/me/branch'))).toEqual([
      403,
      'branch_not_resolved',
    ]);
  });

  it('P3.10 P7.22 a change of the user’s own branch sets only the given fields: null clears a field, and an empty name keeps the old one', async () => {
    const before = responseOf(Branch, await admin.get('/me/branch'));
    const contact = {
      address: ' Calle 2 ',
      contact_email: 'bogota@prueba.demo',
      contact_phone: '601 000 0001',
      contact_website: 'http://prueba.demo',
      contact_address: 'Piso 1',
    };
    const at = new Date('2026-03-12T12:00:00Z');
    server.clock.now = at;
    const reply = await save({ name: '  ', ...contact }, { 'if-match': `"r${before.revision}"` });
    server.clock.now = null;
    const saved = { ...contact, address: 'Calle 2', name: 'Bogotá' };
    expect(responseOf(Branch, reply)).toMatchObject({ ...saved, branding_updated_at: at.toISOString() });
    const receptionist = await server.as('desk');
    const { name, ...face } = saved;
    expect(responseOf(Branding, await receptionist.get('/me/branding'))).toMatchObject({
      ...face,
      branch_name: name,
    });
    const renamed = { ...face, name: 'Bogotá Norte (DEMO)' };
    expect(responseOf(Branch, await save({ name: 'Bogotá Norte (DEMO)' }))).toMatchObject(renamed);
    const cleared = { ...renamed, contact_website: null, contact_phone: null };
    const clearing = { contact_website: null, contact_phone: '' };
    expect(responseOf(Branch, await save(clearing))).toMatchObject(cleared);
    expect(responseOf(Branch, await save({}))).toMatchObject(cleared);
    await save({ name: 'Bogotá' });
  });

  it('P7.22 the server accepts only one of two simultaneous changes of a branch by its users', async () => {
    const { revision } = responseOf(Branch, await admin.get('/me/branch'));
    const tag = { 'if-match': `"r${revision}"` };
    const replies = await Promise.all([save({ address: 'A' }, tag), save({ address: 'B' }, tag)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
  });

  it('P10.12 the log entry for a change of the user’s own branch does not contain the values', async () => {
    const lines = await collectNewLogEntries(server, () => save({ address: 'Calle Secreta' }));
    const { bogota: id } = server.clinic.branches;
    expect(lines).toEqual([['branding_changed', 'done', { resource: 'branches', id, what: 'replaced' }]]);
  });

  it('P7.22 users can change their own branch with the permission user_management or manage_catalogs', async () => {
    const json = { address: 'Calle 3' };
    const patch = async (person: 'catalogs' | 'desk' | 'doctor') =>
      (await (await server.as(person)).send('PATCH', '/me/branch/branding', { json })).statusCode;
    expect([await patch('catalogs'), await patch('desk'), await patch('doctor')]).toEqual([200, 403, 403]);
  });
});

describe('branch options and catalogue totals', () => {
  it('P7.30 the branch options can be filtered by company and name, and include inactive branches only when requested by id', async () => {
    const company = await rowMakers.company(admin);
    const branch = await createBranch({ company_id: company.id, name: 'Única (DEMO)' });
    const options = async (query: string) =>
      responseOf(CatalogOptions, await admin.get(`/catalogs/branches/options?${query}`)).items;
    const own = [
      { value: branch.id, label: 'Única (DEMO)', meta: { code: null, city: null, specialty: null } },
    ];
    expect(await options(`company_id=${company.id}`)).toEqual(own);
    expect(await options(`q=unica&company_id=${server.clinic.companies.builder}`)).toEqual([]);
    await setRowActiveAtPath(`/branches/${branch.id}`, false);
    expect(await options(`company_id=${company.id}`)).toEqual([]);
    expect(await options(`ids=${branch.id}`)).toEqual(own);
    await createEvaluation(server, await server.as('desk'));
    const recent = await admin.get('/catalogs/branches/recent');
    expect(responseOf(CatalogOptions, recent).items.map(({ label }) => label)).toEqual(['Bogotá']);
  });

  it('P2.45 P3.15 P7.27 P10.242 GET /catalogs/overview counts the matching rows, and how many of them are active', async () => {
    const overview = async (query = '') =>
      responseOf(CatalogOverview, await admin.get(`/catalogs/overview?${query}`));
    const all = await overview();
    expect(all.companies.total).toBe((await companies('include_inactive=1')).total_count);
    expect(all.companies.active).toBe((await companies()).total_count);
    expect(all.evaluation_types).toEqual({ total: 3, active: 2 });
    expect(all.note_phrases).toEqual({ total: 0, active: 0 });
    await rowMakers.notePhrase(admin);
    expect((await overview()).note_phrases).toEqual({ total: 1, active: 1 });
    expect(await overview('q=medellín')).toMatchObject({
      companies: { total: 1, active: 1 },
      branches: { total: 1, active: 1 },
      exams: { total: 0, active: 0 },
    });
    const none = await overview(`company_id=${server.clinic.companies.builder}`);
    expect([none.branches, none.companies]).toEqual([{ total: 0, active: 0 }, all.companies]);
  });

  const companies = async (query = '') =>
    responseOf(CompanyList, await admin.get(`/companies?page_size=100&${query}`));
});

describe('GET /companies with an employer or a contractor', () => {
  it('P7.19 GET /companies with an employer returns its contractors, and vice versa; another evaluation with both changes the ETag', async () => {
    const { builder, scaffolds } = server.clinic.companies;
    const receptionist = await server.as('desk');
    const searchBranches = async (query: string) =>
      responseOf(CompanyList, await receptionist.get(`/companies?${query}`)).items.map(({ id }) => id);
    const path = `/companies?employer_company_id=${builder}`;
    const empty = await receptionist.get(path);
    expect(responseOf(CompanyList, empty).items).toEqual([]);
    const tag = { 'if-none-match': String(empty.headers['etag']) };
    expect((await receptionist.get(path, tag)).statusCode).toBe(304);

    await createEvaluation(server, receptionist, {}, { contractor_company_id: scaffolds });
    expect((await receptionist.get(path, tag)).statusCode).toBe(200);
    expect(await searchBranches(`employer_company_id=${builder}`)).toEqual([scaffolds]);
    expect(await searchBranches(`contractor_company_id=${scaffolds}`)).toEqual([builder]);
    expect(await searchBranches(`employer_company_id=${scaffolds}`)).toEqual([]);
    expect(await searchBranches(`employer_company_id=${builder}&contractor_company_id=${scaffolds}`)).toEqual(
      [],
    );
    expect(await searchBranches(`employer_company_id=${builder}&q=constructora`)).toEqual([]);
    expect(fieldProblemsOf(await receptionist.get('/companies?employer_company_id=x'))).toEqual({
      employer_company_id: 'El identificador no es válido.',
    });
  });
});
