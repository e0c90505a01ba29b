import type { BaseContractClient } from '../client.ts';
import { expect, verify, test } from '../fixtures.ts';
import { requireSuccess, randomRowCode, randomEmail } from '../records.ts';
import { expectFields, LIST_FIELDS } from '../shape.ts';

type ListQueryValues = Record<string, string | number | boolean>;
const fetchListIds = async (client: BaseContractClient, path: string, query: ListQueryValues) => {
  const reply = requireSuccess(await client.get(path, query));
  return reply.list().map((item) => item['id'] ?? item['value']);
};

test('the API pages, sorts and filters the catalogue lists', { tag: '@short' }, async ({ as }) => {
  const admin = await as('admin');
  const word = `Zz${randomRowCode().slice(3)}`;
  const create = async (name: string) =>
    requireSuccess(await admin.post('/companies', { code: randomRowCode(), name: `${word} ${name}` })).text(
      'id',
    );
  const [b, a, c] = [await create('B'), await create('A'), await create('C')];
  await admin.patch(`/companies/${c}/status`, { is_active: false });
  const list = (query: ListQueryValues) => fetchListIds(admin, '/companies', query);
  await verify('wire-67', async () => {
    expect(await list({ query: word, page: 1, pageSize: 1 })).toEqual([a]);
    expect(await list({ query: word, page: 2, pageSize: 1 })).toEqual([b]);
  });
  await verify('wire-68', async () => {
    expect(await list({ query: word, includeInactive: true })).toEqual([a, b, c]);
    expect(await list({ query: word, includeInactive: false })).toEqual([a, b]);
    expect(await list({ query: word })).toEqual([a, b]);
  });
  await verify('wire-69', async () => {
    expect(await list({ query: word, sort: 'name', direction: 'desc' })).toEqual([b, a]);
    expect(await list({ query: word, sort: 'name', direction: 'asc' })).toEqual([a, b]);
  });
  await verify('wire-70', async () => {
    expect(await list({ q: word, page: 2, page_size: 2, include_inactive: 'true' })).toEqual([c]);
    expect(await list({ q: word, include_inactive: true })).toEqual([a, b, c]);
  });
  await verify('limits-3', async () => expect(await list({ query: word })).toEqual([a, b]));
});

test('the API returns the totals, options and recent choices of catalogues, and the occupations', async ({
  as,
  records,
}) => {
  const admin = await as('admin');
  const word = `Yy${randomRowCode().slice(3)}`;
  const company = async (name: string) =>
    requireSuccess(await admin.post('/companies', { code: randomRowCode(), name: `${word} ${name}` })).text(
      'id',
    );
  const [one, two] = [await company('Uno'), await company('Dos')];
  const branch = requireSuccess(
    await admin.post('/branches', { company_id: one, name: `${word} Sede` }),
  ).text('id');
  await verify('wire-71', async () => {
    const totals = await admin.get('/catalogs/overview', { q: word });
    expect([totals.at('companies.total'), totals.at('branches.total'), totals.at('exams.total')]).toEqual([
      2, 1, 0,
    ]);
  });
  await verify('wire-72', async () => {
    const totals = await admin.get('/catalogs/overview', { company_id: one });
    expect(totals.at('branches.total')).toBe(1);
    expect((await admin.get('/catalogs/overview', { company_id: two })).at('branches.total')).toBe(0);
  });
  const options = (resource: string, query: ListQueryValues) =>
    fetchListIds(admin, `/catalogs/${resource}/options`, query);
  await verify('wire-73', async () =>
    expect(new Set(await options('companies', { ids: `${one},${two}` }))).toEqual(new Set([one, two])),
  );
  await verify('wire-74', async () =>
    expect(await options('companies', { q: `${word} Uno` })).toEqual([one]),
  );
  await verify('wire-75', async () => {
    expect(await options('companies', { q: word, limit: 1 })).toHaveLength(1);
    for (let count = 0; count < 21; count += 1) await records.company();
    expect(await options('companies', {})).toHaveLength(20);
  });
  await verify('wire-76', async () => {
    await admin.patch(`/companies/${two}/status`, { is_active: false });
    expect(await options('companies', { q: word })).toEqual([one]);
    expect(await options('companies', { q: word, include_inactive: true })).toHaveLength(2);
  });
  await verify('wire-77', async () => {
    expect(await options('branches', { company_id: one })).toEqual([branch]);
    expect(await options('branches', { company_id: two })).toEqual([]);
  });
  await verify('wire-78', async () => {
    const employer = await records.company();
    await records.evaluation({ employer_company_id: employer });
    const desk = await as('desk');
    const fetchRecentIds = (query: ListQueryValues) =>
      fetchListIds(desk, '/catalogs/companies/recent', query);
    expect(await fetchRecentIds({ limit: 100 })).toContain(employer);
    expect(await fetchRecentIds({ limit: 1 })).toHaveLength(1);
    expect((await fetchListIds(desk, '/catalogs/evaluation-types/recent', {})).length).toBeGreaterThan(0);
  });
  await verify('wire-100', async () => {
    const employer = await records.company();
    await records.evaluation({ employer_company_id: employer });
    await admin.patch(`/companies/${employer}/status`, { is_active: false });
    const fetchRecentIds = (query: ListQueryValues) =>
      fetchListIds(admin, '/catalogs/companies/recent', { limit: 100, ...query });
    expect(await fetchRecentIds({})).not.toContain(employer);
    expect(await fetchRecentIds({ include_inactive: true })).toContain(employer);
  });
  await verify('wire-101', async () => {
    const fetchRecentIds = (query: ListQueryValues) =>
      fetchListIds(admin, '/catalogs/branches/recent', query);
    expect((await fetchRecentIds({})).length).toBeGreaterThan(0);
    expect(await fetchRecentIds({ company_id: one })).toEqual([]);
  });
  await verify('wire-79', async () => {
    for (const resource of ['evaluation-types', 'companies'])
      for (const tail of ['options', 'recent'])
        expect((await admin.get(`/catalogs/${resource}/${tail}`)).status).toBe(200);
  });
  await verify('wire-80', async () => {
    for (const resource of ['doctors', 'exams', 'branches'])
      expect((await admin.get(`/catalogs/${resource}/options`)).status).toBe(200);
  });
  await verify('wire-81', async () => {
    const patient = { ...(await records.body()).patient, occupation_name: `${word} de oficio` };
    await records.evaluation({ patient });
    const found = await admin.get('/occupations', { q: word });
    expect(found.list().map(({ name }) => name)).toEqual([`${word} de oficio`]);
  });
  await verify('wire-82', async () => {
    expect((await admin.get('/occupations', { limit: 2 })).list()).toHaveLength(2);
    expect((await admin.get('/occupations')).list()).toHaveLength(25);
  });
});

test('the API filters the statistics by employer and by contractor', async ({ as, records }) => {
  const admin = await as('admin');
  const [employer, contractor] = [await records.company(), await records.company()];
  const total = async (query: ListQueryValues) =>
    (await admin.get('/dashboard/summary', query)).at('periods.today.total');
  await records.evaluation({ employer_company_id: employer });
  await records.evaluation({ employer_company_id: employer, contractor_company_id: contractor });
  await verify('wire-83', async () => expect(await total({})).toBeGreaterThanOrEqual(2));
  await verify('wire-84', async () => {
    expect(await total({ employer_company_id: employer })).toBe(2);
    expect(await total({ employer_company_id: contractor })).toBe(0);
  });
  await verify('wire-85', async () => {
    expect(await total({ contractor_company_id: contractor })).toBe(1);
    expect(await total({ employer_company_id: employer, contractor_company_id: contractor })).toBe(1);
  });
});

test('the API pages, sorts and filters the list of users', async ({ as, records }) => {
  const manager = await as('manager');
  const word = `Ww${randomRowCode().slice(3)}`;
  const create = async (name: string, other: object = {}) =>
    requireSuccess(
      await manager.post('/admin/users', { email: randomEmail(), display_name: `${word} ${name}`, ...other }),
    );
  const branch_id = await records.branch();
  const sent = {
    email: randomEmail(),
    display_name: `${word} B`,
    status: 'active',
    send_invitation: false,
    actions: ['register_patients'],
    branch_id,
  };
  const global = await as('global');
  const full = await global.post('/admin/users', sent);
  await verify('wire-90', () => {
    const { send_invitation: _sent, ...kept } = sent;
    expect([full.status, full.json]).toEqual([201, expect.objectContaining(kept)]);
  });
  const invited = await create('A');
  await verify('wire-91', () => expect(invited.at('invite_token')).toMatch(/\S/));
  await verify('limits-21', () => expect(invited.at('status')).toBe('invited'));
  await verify('limits-22', () => expect(invited.at('invite_token')).toMatch(/\S/));
  const [a, b] = [invited.text('id'), full.text('id')];
  const list = (query: ListQueryValues) => fetchListIds(manager, '/admin/users', { query: word, ...query });
  await verify('wire-86', async () => expect(new Set(await list({}))).toEqual(new Set([a, b])));
  await verify('limits-4', async () => expect(await list({})).toEqual([a, b]));
  await verify('wire-87', async () => {
    expect(await list({ status: 'invited' })).toEqual([a]);
    expect(await list({ status: 'active' })).toEqual([b]);
  });
  await verify('wire-88', async () => {
    expect(await list({ page: 2, pageSize: 1 })).toEqual([b]);
    const page = await manager.get('/admin/users');
    expectFields(page.json, LIST_FIELDS);
    expect(page.json).toMatchObject({ page: 1, page_size: 20 });
  });
  await verify('wire-89', async () =>
    expect(await list({ sort: 'display_name', direction: 'desc' })).toEqual([b, a]),
  );
  await verify('wire-92', async () => {
    const reply = await manager.patch(`/admin/users/${b}/status`, { status: 'suspended', reason: 'Se fue.' });
    expect([reply.status, reply.at('status')]).toEqual([200, 'suspended']);
  });
  await verify('wire-93', async () => {
    const reply = await manager.put(`/admin/users/${b}/permissions`, { actions: ['view_dashboard'] });
    expect([reply.status, reply.at('actions')]).toEqual([200, ['view_dashboard']]);
  });
  await verify('wire-94', async () => {
    expect((await global.put(`/admin/users/${a}/branch`, { branch_id })).at('branch_id')).toBe(branch_id);
    expect((await global.put(`/admin/users/${a}/branch`, { branch_id: null })).at('branch_id')).toBeNull();
  });
});

test('the API filters the activity list by search text, status and actions, and returns it in pages', async ({
  as,
  records,
}) => {
  const admin = await as('admin');
  await records.evaluation();
  const requestActivity = (query: ListQueryValues) => admin.get('/activity', query);
  const actionsOf = async (query: ListQueryValues) =>
    new Set((await requestActivity({ page_size: 100, ...query })).list().map(({ action }) => action));
  await verify('wire-96', async () => {
    expect((await requestActivity({ q: 'nadie se llama así' })).list()).toEqual([]);
    expect((await requestActivity({ q: 'Rocío' })).list().length).toBeGreaterThan(0);
  });
  await verify('wire-97', async () => {
    const every = (await requestActivity({ page_size: 1 })).at('total_count');
    for (const status of ['all', 'ALL', ''])
      expect((await requestActivity({ status })).at('total_count')).toBeGreaterThanOrEqual(Number(every));
    expect(
      (await requestActivity({ status: 'refused' })).list().every(({ status }) => status === 'refused'),
    ).toBe(true);
  });
  await verify('wire-98', async () => {
    expect(await actionsOf({ actions: 'sign_in' })).toEqual(new Set(['sign_in']));
    expect(await actionsOf({ actions: ' SIGN_IN,, evaluation_created ,sign_in' })).toEqual(
      new Set(['evaluation_created', 'sign_in']),
    );
  });
  await verify('wire-99', async () => {
    const page = await requestActivity({ page: 2, page_size: 1 });
    expect(page.list()).toHaveLength(1);
    expect(page.json).toMatchObject({ page: 2, page_size: 1 });
  });
});
