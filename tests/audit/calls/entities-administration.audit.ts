import { expect, verify, test } from '../fixtures.ts';
import { requireSuccess, randomRowCode, pngFile } from '../records.ts';
import { expectFields, LIST_FIELDS } from '../shape.ts';

const EXAM_KEYS = ['id', 'code', 'name', 'description', 'sample_type', 'delivery_time', 'is_active'];
const BRANCH_KEYS = [
  'id',
  'company_id',
  'name',
  'address',
  'contact_email',
  'contact_phone',
  'contact_website',
  'contact_address',
  'has_logo',
  'logo_hash',
  'branding_updated_at',
  'is_active',
];

test('the API returns each catalogue row with the fields of the base contract', async ({ as, records }) => {
  const admin = await as('admin');
  await verify('entities-28', async () => {
    const reply = await admin.post('/evaluation-types', { code: randomRowCode(), name: 'Retiro' });
    expectFields(reply.json, ['id', 'code', 'name', 'description', 'is_active']);
  });
  await verify('entities-29', async () => {
    const reply = await admin.post('/companies', { code: randomRowCode(), name: 'Sin más' });
    expectFields(reply.json, ['id', 'code', 'name', 'billing_name', 'city', 'is_active']);
  });
  const company_id = (await records.ids).employer;
  const branch = await admin.post('/branches', { company_id, name: `Sede ${randomRowCode()}` });
  await verify('entities-31', () => expectFields(branch.json, BRANCH_KEYS));
  await verify('entities-32', () =>
    expect(branch.json).toMatchObject({ address: null, contact_email: null, contact_phone: null }),
  );
  await verify('entities-33', async () =>
    expectFields((await admin.get('/me/branding')).json, [
      'branch_name',
      'company_name',
      'address',
      'contact_email',
      'contact_phone',
      'contact_website',
      'contact_address',
    ]),
  );
  const body = { code: randomRowCode(), name: 'Examen', sample_type: 'Sangre', delivery_time: '24 horas' };
  const exam = await admin.post('/exams', body);
  await verify('entities-34', () => expectFields(exam.json, EXAM_KEYS));
  await verify('entities-35', () => expect(exam.at('delivery_time')).toBe('24 horas'));
  const doctor = await admin.post('/doctors', { name: 'Dra. Sola', license_number: randomRowCode() });
  await verify('entities-36', () => {
    expectFields(doctor.json, ['id', 'name', 'specialty', 'license_number', 'registration_number']);
    expectFields(doctor.json, ['signature_key', 'is_active']);
  });
  await verify('entities-37', () =>
    expect(doctor.json).toMatchObject({ specialty: null, registration_number: null }),
  );
  await verify('entities-38', async () => {
    expect(doctor.at('signature_key') ?? null).toBeNull();
    await admin.upload(`/doctors/${doctor.text('id')}/signature`, { file: await pngFile() });
    const listed = await admin.get('/doctors', { query: doctor.text('license_number') });
    const again = await admin.get('/doctors', { q: 'Dra. Sola', page_size: 100 });
    const row = [...listed.list(), ...again.list()].find(({ id }) => id === doctor.at('id'));
    expect(row?.['signature_key']).toMatch(/\S/);
  });
});

test(
  'the API returns options, users, session, statistics, totals and an error with the fields of the base contract',
  { tag: '@short' },
  async ({ as, records }) => {
    const admin = await as('admin');
    const doctor = requireSuccess(
      await admin.post('/doctors', {
        name: 'Dr. Opción',
        license_number: randomRowCode(),
        specialty: 'Toxicología',
      }),
    );
    const company = requireSuccess(
      await admin.post('/companies', { code: randomRowCode(), name: 'Opción', city: 'Tunja' }),
    );
    const option = async (resource: string, ids: string) =>
      (await admin.get(`/catalogs/${resource}/options`, { ids })).at('items.0');
    await verify('entities-6', async () =>
      expectFields(await option('companies', company.text('id')), ['value', 'label', 'meta']),
    );
    await verify('entities-7', async () => {
      const meta = { code: company.at('code') };
      expect(await option('companies', company.text('id'))).toMatchObject({ value: company.at('id'), meta });
      const { type, exam } = await records.ids;
      expectFields(((await option('evaluation-types', type)) as { meta: unknown }).meta, ['code']);
      expectFields(((await option('exams', exam)) as { meta: unknown }).meta, ['code']);
    });
    await verify('entities-8', async () =>
      expect(await option('companies', company.text('id'))).toMatchObject({ meta: { city: 'Tunja' } }),
    );
    await verify('entities-9', async () =>
      expect(await option('doctors', doctor.text('id'))).toMatchObject({
        meta: { specialty: 'Toxicología' },
      }),
    );
    const users = await admin.get('/admin/users');
    await verify('entities-39', () => {
      expectFields(users.at('items.0'), ['id', 'email', 'display_name', 'status', 'branch_id', 'actions']);
      expectFields(users.at('items.0'), ['last_login_at', 'created_at', 'updated_at']);
    });
    await verify('entities-45', async () => {
      for (const path of [
        '/companies',
        '/evaluation-types',
        '/exams',
        '/doctors',
        '/branches',
        '/admin/users',
      ])
        expectFields((await admin.get(path)).json, LIST_FIELDS);
    });
    await verify('entities-40', async () =>
      expectFields((await admin.get('/auth/me')).json, ['branch_id', 'display_name', 'actions']),
    );
    const figures = await admin.get('/dashboard/summary');
    await verify('entities-41', () => expectFields(figures.json, ['generated_at', 'periods']));
    await verify('entities-42', () => {
      for (const period of ['today', 'this_week', 'this_month', 'this_year']) {
        expectFields(figures.at(`periods.${period}`), [
          'total',
          'previous_total',
          'statuses',
          'new_patients',
        ]);
        expectFields(figures.at(`periods.${period}`), ['returning_patients', 'average_completion_minutes']);
      }
    });
    await verify('entities-43', () =>
      expectFields(figures.at('periods.today.statuses'), ['pendiente', 'en_proceso', 'cerrada']),
    );
    await verify('entities-44', async () => {
      const totals = await admin.get('/catalogs/overview');
      for (const key of ['evaluation_types', 'companies', 'branches', 'exams', 'doctors'])
        expect(totals.at(key)).toEqual({ total: expect.any(Number), active: expect.any(Number) });
    });
    await verify('entities-46', async () => {
      const reply = await admin.post('/companies', {});
      expect(reply.json).toMatchObject({ message: expect.stringMatching(/\S/), details: expect.any(Array) });
      expectFields(reply.at('details.0'), ['field', 'message']);
    });
  },
);
