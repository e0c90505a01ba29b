import { PERMISSIONS } from '#contract/vocabulary.ts';
import { AdministrationScreens } from '#tests/support/reception/administration.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { RecordedRequests, isScreenRequest, type AppRequest } from '../app-requests.ts';
import { expect, verify, test as base } from '../fixtures.ts';
import { requireSuccess, randomRowCode } from '../records.ts';

const test = base.extend<{ admin: AdministrationScreens; asked: RecordedRequests }>({
  admin: async ({ page, line, clinic }, provide) => {
    const admin = new AdministrationScreens(page, line.origin);
    await admin.signIn(await createClinicUser(clinic, 'Bogotá', PERMISSIONS), '/home');
    await provide(admin);
  },
  asked: async ({ context }, provide) => provide(new RecordedRequests(context)),
});

async function waitForScreenRequest(
  asked: RecordedRequests,
  path: string,
  fits: (one: AppRequest) => boolean,
): Promise<AppRequest> {
  const matchingRequests = () => asked.requestsTo(path).filter((one) => isScreenRequest(one) && fits(one));
  await expect
    .poll(() => matchingRequests().length, {
      message: JSON.stringify(asked.requestsTo(path).map(({ query }) => query)),
    })
    .toBeGreaterThan(0);
  return matchingRequests().at(-1)!;
}

const CATALOG_STATEMENTS = [
  ['queries-7', 'evaluation-types'],
  ['queries-8', 'companies'],
  ['queries-9', 'branches'],
  ['queries-10', 'exams'],
  ['queries-11', 'doctors'],
] as const;

test('the catalogue screens send the list queries of the base contract', async ({ admin, asked, page }) => {
  for (const [id, name] of CATALOG_STATEMENTS) {
    asked.forget();
    await admin.desk.open(`/admin/catalogs/${name}`);
    const first = await waitForScreenRequest(asked, `/${name}`, ({ query }) => query['sort'] !== undefined);
    await verify('queries-12', () =>
      expect([name, first.query]).toEqual([name, expect.objectContaining({ pageSize: '20', sort: 'name' })]),
    );
    await verify('queries-13', () => expect([name, first.query['includeInactive']]).toEqual([name, 'true']));
    await verify('queries-4', () => {
      expect(first.query['includeInactive']).toBe('true');
    });
    await verify('queries-3', () => {
      expect(Number(first.query['page'])).toBe(1);
      expect(Number(first.query['pageSize'])).toBe(20);
    });
    await verify('queries-2', () => {
      expect(first.query).not.toHaveProperty('query');
      expect(first.query).not.toHaveProperty('q');
    });
    await verify('queries-5', () => expect(first.query['sort']).toMatch(/^\w+$/));
    await verify('queries-6', () => expect(['asc', 'desc', undefined]).toContain(first.query['direction']));
    await page.getByRole('textbox', { name: /^Buscar/ }).fill('  zzqx  ');
    await verify(id, async () => {
      const searched = await waitForScreenRequest(
        asked,
        `/${name}`,
        ({ query }) => query['query'] !== undefined,
      );
      expect(searched.query).toMatchObject({ query: 'zzqx', page: '1', pageSize: '20', sort: 'name' });
    });
    await verify('queries-1', () => {
      const searches = asked.requestsTo(`/${name}`).map(({ query }) => query['query'] ?? query['q']);
      expect(new Set(searches.filter((text) => text !== undefined))).toEqual(new Set(['zzqx']));
    });
    asked.forget();
    await page.getByRole('switch', { name: /^Mostrar inactiv[oa]s$/ }).click();
    await verify('queries-4', async () => {
      const active = await waitForScreenRequest(
        asked,
        `/${name}`,
        ({ query }) => query['sort'] !== undefined,
      );
      expect(active.query).not.toHaveProperty('includeInactive');
      expect(active.query).not.toHaveProperty('include_inactive');
    });
  }
});

test('the catalogue screens send the bodies of the base contract when a row is renamed or deactivated', async ({
  admin,
  as,
  asked,
  records,
  page,
}) => {
  const company_id = await records.company();
  const rows = [
    ['queries-14', 'companies', { code: randomRowCode() }],
    ['queries-15', 'branches', { company_id }],
  ] as const;
  for (const [id, name, body] of rows) {
    const read = `Repaso ${randomRowCode()}`;
    requireSuccess(await (await as('admin')).post(`/${name}`, { ...body, name: read }));
    await admin.desk.open(`/admin/catalogs/${name}`);
    await page.getByRole('textbox', { name: /^Buscar/ }).fill(read);
    await admin.row(read).first().click();
    const panel = admin.panel(read);
    await panel.getByRole('button', { name: 'Cambiar nombre' }).click();
    await admin.text('Nombre nuevo').fill(`${read} Dos`);
    await admin.button('Guardar').click();
    await verify(id, async () => {
      await expect.poll(() => asked.requestsTo(new RegExp(`^/${name}/[^/]+$`), 'PATCH').length).toBe(1);
      expect(asked.requestsTo(new RegExp(`^/${name}/[^/]+$`), 'PATCH')[0]?.body).toEqual({
        name: `${read} Dos`,
      });
    });
    await admin.panel(`${read} Dos`).getByRole('button', { name: 'Desactivar' }).click();
    // The app requests a confirmation before it deactivates a branch, because users may be working there.
    if (name === 'branches') await admin.dialog.getByRole('button', { name: /^Desactivar/ }).click();
    await verify('queries-29', async () => {
      await expect
        .poll(() => asked.requestsTo(new RegExp(`^/${name}/[^/]+/status$`), 'PATCH').length)
        .toBe(1);
      const [change] = asked.requestsTo(new RegExp(`^/${name}/[^/]+/status$`), 'PATCH');
      expect(change?.body).toEqual({ is_active: false });
    });
  }
});

test('the comboboxes and filters send the queries of the base contract', async ({ admin, asked, page }) => {
  const requestsOfHundred = (path: string, from = asked) =>
    from.requestsTo(path).filter(({ query }) => query['pageSize'] === '100' && query['sort'] === 'name');
  await admin.desk.open('/admin/users/new');
  await expect(page.getByRole('textbox', { name: 'Correo electrónico' })).toBeVisible();
  await verify('queries-16', async () => {
    await expect.poll(() => requestsOfHundred('/branches').length).toBeGreaterThan(0);
    expect(requestsOfHundred('/branches')[0]?.query).toMatchObject({
      page: '1',
      pageSize: '100',
      sort: 'name',
    });
  });
  await verify('queries-28', () => {
    for (const { query } of asked.requestsTo('/branches'))
      expect(['false', undefined]).toContain(query['includeInactive'] ?? query['include_inactive']);
  });
  await admin.desk.open('/admin/catalogs/branches/new');
  asked.forget();
  await page.reload();
  await verify('queries-17', async () => {
    await page.getByRole('combobox', { name: 'Empresa' }).click();
    await expect.poll(() => asked.requestsTo('/companies').length).toBeGreaterThan(0);
    const [first] = asked.requestsTo('/companies').filter(({ query }) => query['pageSize'] === '100');
    expect(first?.query).toMatchObject({ pageSize: '100' });
    expect(['false', undefined]).toContain(first?.query['includeInactive']);
  });
  await admin.desk.open('/evaluations');
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('button', { name: 'Más filtros' }).click();
  asked.forget();
  await page.getByRole('combobox', { name: 'Empresa empleadora' }).fill('zzqx');
  await verify('queries-18', async () => {
    const companyQueries = () =>
      asked.requestsTo('/companies').filter(({ query }) => query['query'] === 'zzqx');
    await expect.poll(() => companyQueries().length).toBeGreaterThan(0);
    const { query } = companyQueries()[0]!;
    expect({ ...query, size: query['size'] ?? query['pageSize'] }).toMatchObject({
      query: 'zzqx',
      page: '1',
      size: '20',
      sort: 'name',
    });
  });
});

test('the screens of users, evaluations and activity send the queries of the base contract', async ({
  admin,
  asked,
  page,
}) => {
  await admin.desk.open('/admin/users');
  await verify('queries-19', async () => {
    const { query } = await waitForScreenRequest(asked, '/admin/users', () => true);
    expect(query).toMatchObject({ page: '1', pageSize: '20', sort: 'display_name' });
  });
  await page.getByRole('textbox', { name: 'Buscar usuario' }).fill(' zzqx ');
  await page.getByRole('combobox', { name: 'Estado' }).click();
  await page.getByRole('option', { name: 'Suspendidos' }).click();
  await verify('queries-20', async () => {
    const asking = await waitForScreenRequest(
      asked,
      '/admin/users',
      ({ query }) => query['query'] !== undefined,
    );
    expect(asking.query).toMatchObject({ query: 'zzqx', page: '1', pageSize: '20', sort: 'display_name' });
    const narrow = await waitForScreenRequest(
      asked,
      '/admin/users',
      ({ query }) => query['status'] === 'suspended',
    );
    expect(['asc', 'desc', undefined]).toContain(narrow.query['direction']);
  });
  asked.forget();
  await admin.desk.open('/evaluations');
  const list = await waitForScreenRequest(asked, '/evaluations', ({ query }) => query['page_size'] === '10');
  await verify('queries-21', () => expect(list.query).toMatchObject({ page: '1', page_size: '10' }));
  await verify('queries-22', () =>
    expect(list.query['status']).toMatch(
      /^(pendiente|en_proceso|cerrada)(,(pendiente|en_proceso|cerrada))*$/,
    ),
  );
  await page.getByRole('textbox', { name: 'Buscar paciente' }).fill(' zzqx ');
  await page.getByRole('button', { name: 'Más filtros' }).click();
  await page.getByLabel('Desde').fill('2026-01-02');
  await page.getByLabel('Hasta').fill('2026-12-30');
  await verify('queries-23', async () => {
    const asking = await waitForScreenRequest(
      asked,
      '/evaluations',
      ({ query }) => query['to'] === '2026-12-30',
    );
    expect(asking.query).toMatchObject({ from: '2026-01-02', to: '2026-12-30' });
    await waitForScreenRequest(asked, '/evaluations', ({ query }) => query['search'] === 'zzqx');
  });
  asked.forget();
  await admin.desk.open('/admin/activity');
  await verify('queries-24', async () => {
    const { query } = await waitForScreenRequest(asked, '/activity', () => true);
    expect(query).not.toHaveProperty('status');
    expect(query).not.toHaveProperty('actions');
    expect(query).not.toHaveProperty('q');
  });
  const actions = page.getByRole('combobox', { name: 'Acciones' }).or(page.getByLabel('Acciones')).first();
  await actions.click();
  await page.getByRole('option').nth(0).click();
  await page.getByRole('option').nth(1).click();
  await verify('queries-25', async () => {
    const asking = await waitForScreenRequest(
      asked,
      '/activity',
      ({ query }) => query['actions']?.includes(',') === true,
    );
    expect(asking.query['actions']).toMatch(/^[a-z_]+(,[a-z_]+)+$/);
  });
});
