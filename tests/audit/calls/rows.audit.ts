import type { BaseContractClient } from '../client.ts';
import { expect, verify, test } from '../fixtures.ts';
import { randomRowCode, pngFile } from '../records.ts';
import { expectFields, LIST_FIELDS } from '../shape.ts';

async function checkRename(admin: BaseContractClient, path: string): Promise<void> {
  const before = await admin.get(path);
  const reply = await admin.patch(path, { name: 'Otro nombre' });
  expect([reply.status, reply.at('name')]).toEqual([200, 'Otro nombre']);
  const {
    name: _old,
    revision: _one,
    branding_updated_at: _then,
    ...kept
  } = before.json as Record<string, unknown>;
  expect(reply.json).toMatchObject(kept);
}

async function checkActivation(admin: BaseContractClient, path: string): Promise<void> {
  for (const is_active of [false, true]) {
    const reply = await admin.patch(`${path}/status`, { is_active });
    expect([reply.status, reply.at('is_active')]).toEqual([200, is_active]);
  }
}

type CatalogRowBody = Record<string, unknown>;
async function checkCreateAndChange(
  admin: BaseContractClient,
  path: string,
  [first, second]: readonly [CatalogRowBody, CatalogRowBody],
): Promise<string> {
  const created = await admin.post(path, first);
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject(first);
  const changed = await admin.put(`${path}/${created.text('id')}`, second);
  expect(changed.status).toBe(200);
  expect(changed.json).toMatchObject(second);
  return `${path}/${created.text('id')}`;
}

const createRowPair = (fields: CatalogRowBody) =>
  [
    { ...fields, code: randomRowCode(), name: 'Uno' },
    { ...fields, code: randomRowCode(), name: 'Dos' },
  ] as const;

test(
  'a client creates, changes, renames and deactivates companies through the API',
  { tag: '@short' },
  async ({ as, records }) => {
    const admin = await as('admin');
    await verify('wire-40', async () => {
      await checkCreateAndChange(
        admin,
        '/companies',
        createRowPair({ billing_name: 'Factura S. A. S.', city: 'Tunja' }),
      );
    });
    const path = `/companies/${await records.company()}`;
    await verify('wire-39', async () =>
      expectFields((await admin.get(path)).json, ['id', 'code', 'name', 'billing_name', 'city', 'is_active']),
    );
    await verify('wire-41', () => checkRename(admin, path));
    await verify('wire-42', () => checkActivation(admin, path));
    await verify('wire-37', async () => {
      const list = await admin.get('/companies');
      expectFields(list.json, LIST_FIELDS);
      expect(list.json).toMatchObject({ page: 1, page_size: 20 });
    });
    await verify('wire-38', async () => {
      const [employer, contractor] = [await records.company(), await records.company()];
      await records.evaluation({ employer_company_id: employer, contractor_company_id: contractor });
      const idsOf = async (query: Record<string, string>) =>
        (await admin.get('/companies', query)).list().map(({ id }) => id);
      expect(await idsOf({ employer_company_id: employer })).toEqual([contractor]);
      expect(await idsOf({ contractor_company_id: contractor })).toEqual([employer]);
    });
  },
);

test('a client creates and changes branches and their logos through the API', async ({ as, records }) => {
  const admin = await as('admin');
  const company_id = await records.company();
  const body = (name: string) => ({
    company_id,
    name,
    address: 'Calle 00',
    contact_email: 'sede@prueba.demo',
    contact_phone: '601 000 0000',
    contact_website: 'https://prueba.demo',
    contact_address: 'Carrera 00',
  });
  let path = '';
  await verify('wire-46', async () => {
    path = await checkCreateAndChange(admin, '/branches', [
      body(`Sede ${randomRowCode()}`),
      body(`Sede ${randomRowCode()}`),
    ]);
  });
  await verify('wire-45', async () => expect((await admin.get(path)).json).toMatchObject({ company_id }));
  await verify('wire-47', () => checkRename(admin, path));
  await verify('wire-48', () => checkActivation(admin, path));
  await verify('wire-43', async () => {
    const list = await admin.get('/branches');
    expectFields(list.json, LIST_FIELDS);
    expect(list.json).toMatchObject({ page: 1, page_size: 20 });
  });
  await verify('wire-44', async () => {
    const ids = (await admin.get('/branches', { company_id })).list().map((one) => one['company_id']);
    expect(ids).toEqual([company_id]);
  });
  const logo = await pngFile('logo.png');
  await verify('wire-49', async () =>
    expect((await admin.upload(`${path}/logo`, { logo })).at('has_logo')).toBe(true),
  );
  await verify('wire-50', async () => {
    const picture = await admin.get(`${path}/logo`);
    expect([picture.status, picture.type]).toEqual([200, 'image/png']);
  });
  await verify('wire-51', async () => {
    expect((await admin.remove(`${path}/logo`)).status).toBeLessThan(300);
    expect((await admin.get(`${path}/logo`)).status).toBe(404);
  });
});

test('a client changes its user’s branch through the API', async ({ fresh, records }) => {
  const admin = await fresh('admin');
  const branch_id = await records.branch();
  await admin.put('/me/branch/active', { branch_id });
  await verify('wire-52', async () => expect((await admin.get('/me/branch')).at('id')).toBe(branch_id));
  const fields = {
    name: `Propia ${randomRowCode()}`,
    address: 'Calle 01',
    contact_email: 'propia@prueba.demo',
    contact_phone: '601 000 0001',
    contact_website: 'https://propia.demo',
    contact_address: 'Carrera 01',
  };
  await verify('wire-54', async () => {
    expect((await admin.patch('/me/branch/branding', fields)).status).toBe(200);
    expect((await admin.get('/me/branch')).json).toMatchObject(fields);
  });
  await verify('wire-53', async () => {
    const { name, ...contact } = fields;
    expect((await admin.get('/me/branding')).json).toMatchObject({ branch_name: name, ...contact });
  });
  await verify('wire-55', async () => {
    await admin.patch('/me/branch/branding', { contact_phone: '601 000 0002' });
    expect((await admin.get('/me/branch')).json).toMatchObject({ ...fields, contact_phone: '601 000 0002' });
  });
  await verify('wire-56', async () => {
    expect((await admin.upload('/me/branch/logo', { logo: await pngFile('logo.png') })).status).toBe(200);
    const picture = await admin.get('/me/branch/logo');
    expect([picture.status, picture.type]).toEqual([200, 'image/png']);
    expect((await admin.get('/me/branch')).at('has_logo')).toBe(true);
    expect((await admin.remove('/me/branch/logo')).status).toBeLessThan(300);
    expect((await admin.get('/me/branch/logo')).status).toBe(404);
  });
});

test('a client creates and changes evaluation types, exams and doctors through the API', async ({ as }) => {
  const admin = await as('admin');
  let path = '';
  await verify('wire-58', async () => {
    path = await checkCreateAndChange(
      admin,
      '/evaluation-types',
      createRowPair({ description: 'Con detalle.' }),
    );
  });
  await verify('wire-59', () => checkActivation(admin, path));
  await verify('wire-57', async () => expectFields((await admin.get('/evaluation-types')).json, LIST_FIELDS));
  await verify('wire-61', async () => {
    const fields = { description: 'Con detalle.', sample_type: 'Sangre', delivery_time: '24 horas' };
    path = await checkCreateAndChange(admin, '/exams', createRowPair(fields));
  });
  await verify('wire-62', () => checkActivation(admin, path));
  const doctor = {
    specialty: 'Salud ocupacional',
    license_number: randomRowCode(),
    registration_number: 'RM-1',
  };
  await verify('wire-64', async () => {
    path = await checkCreateAndChange(admin, '/doctors', [
      { ...doctor, name: 'Dra. Una' },
      { ...doctor, name: 'Dra. Otra' },
    ]);
  });
  await verify('wire-65', () => checkActivation(admin, path));
  await verify('wire-66', async () => {
    const reply = await admin.upload(`${path}/signature`, { file: await pngFile() });
    expect(reply.status).toBe(200);
    expect(reply.at('signature_key')).toMatch(/\S/);
  });
  for (const [statement, list] of [
    ['wire-60', '/exams'],
    ['wire-63', '/doctors'],
  ] as const)
    await verify(statement, async () => {
      expect((await admin.get(list)).json).toMatchObject({ page: 1, page_size: 20 });
      const page = await admin.get(list, { page: 2, pageSize: 1 });
      expect(page.json).toMatchObject({ page: 2, page_size: 1 });
      expect(page.list()).toHaveLength(1);
    });
});
