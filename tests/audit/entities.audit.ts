import { NOTE_TYPES } from '#contract/vocabulary.ts';
import { expect, verify, test } from './fixtures.ts';
import { requireSuccess, randomRowCode, pdfFile, createPatientBody, pngFile } from './records.ts';
import { expectFields, expectRejection, LIST_FIELDS } from './shape.ts';

const PATIENT_KEYS = [
  'id',
  'identification_type',
  'identification_number',
  'first_name',
  'middle_name',
  'last_name',
  'second_last_name',
  'birth_date',
  'gender',
  'occupation_name',
  'occupation_id',
];
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
const LOWERCASE_UUID_PATTERN = /^[0-9a-f-]{36}$/;
const SENT_PATIENT_DETAILS = {
  middle_name: 'Ñandú',
  second_last_name: 'Xirgu',
  birth_date: '1990-02-28',
  gender: 'O',
  occupation_name: 'Domadora del repaso',
};

test(
  'the API returns a patient with the fields that the registration sent',
  { tag: '@short' },
  async ({ as, records }) => {
    const desk = await as('desk');
    const search = (who: { identification_type: string; identification_number: string }) =>
      desk.get('/patients/search', {
        identification_type: who.identification_type,
        identification_number: who.identification_number,
      });
    const full = createPatientBody(SENT_PATIENT_DETAILS);
    await records.evaluation({ patient: full });
    const found = await search(full);
    await verify('entities-1', () => expectFields(found.json, PATIENT_KEYS));
    await verify('entities-19', () => expect(found.json).toMatchObject(SENT_PATIENT_DETAILS));
    await verify('entities-4', async () => {
      expect(found.at('birth_date')).toBe('1990-02-28');
      const patient = createPatientBody({ birth_date: '28/02/1990' });
      expectRejection(await desk.post('/evaluations', await records.body({ patient })), 400);
    });
    await verify('entities-2', async () => {
      for (const identification_type of ['CC', 'TI', 'CE', 'PA'])
        expect(await records.evaluation({ patient: createPatientBody({ identification_type }) })).toMatch(
          LOWERCASE_UUID_PATTERN,
        );
      const patient = createPatientBody({ identification_type: 'NIT' });
      expectRejection(await desk.post('/evaluations', await records.body({ patient })), 400);
    });
    await verify('entities-3', async () => {
      for (const gender of ['F', 'M', 'O'])
        expect(await records.evaluation({ patient: createPatientBody({ gender }) })).toMatch(
          LOWERCASE_UUID_PATTERN,
        );
      const patient = createPatientBody({ gender: 'X' });
      expectRejection(await desk.post('/evaluations', await records.body({ patient })), 400);
    });
    await verify('entities-17', async () => {
      const id = await records.evaluation({ patient: undefined, patient_id: found.text('id') });
      expect((await records.read(id)).at('patient.id')).toBe(found.at('id'));
    });
    const bare = createPatientBody();
    await verify('entities-18', async () => {
      expect(await records.evaluation({ patient: bare })).toMatch(LOWERCASE_UUID_PATTERN);
      expect((await search(bare)).json).toMatchObject(bare);
    });
    const [occupation] = requireSuccess(await desk.get('/occupations', { q: 'Domadora del repaso' })).list();
    await verify('entities-5', () => expectFields(occupation, ['id', 'name']));
    await verify('entities-20', async () => {
      const patient = createPatientBody({ occupation_id: occupation?.['id'] });
      await records.evaluation({ patient });
      expect((await search(patient)).json).toMatchObject({ occupation_id: occupation?.['id'] });
    });
  },
);

test('the API returns an evaluation with its orders, notes and files', async ({ as, records }) => {
  const doctor = await as('doctor');
  const { contractor, exam, type, employer } = await records.ids;
  const bare = await records.evaluation();
  await verify('entities-22', () => expect(bare).toMatch(LOWERCASE_UUID_PATTERN));
  const id = await records.evaluation({ contractor_company_id: contractor, additional_info: 'Trae gafas.' });
  const order = await records.order(id);
  await doctor.upload(`/evaluations/${id}/attachments`, { exam_order_id: order, file: pdfFile() });
  await records.note(id);
  await records.picture(id, 'photo');
  await records.picture(id, 'signature');
  const read = await records.read(id);
  await verify('entities-10', () => {
    expectFields(read.json, ['id', 'status', 'started_at', 'closed_at', 'additional_info', 'patient']);
    expectFields(read.json, ['evaluation_type', 'employer_company', 'exam_orders', 'notes', 'media']);
    expectFields(read.at('patient'), PATIENT_KEYS);
    expect(read.json).toMatchObject({ evaluation_type: { id: type }, employer_company: { id: employer } });
  });
  await verify('entities-21', async () => {
    expect(read.json).toMatchObject({
      contractor_company: { id: contractor },
      additional_info: 'Trae gafas.',
    });
    expect((await records.read(bare)).at('additional_info')).toBeNull();
  });
  await verify('entities-11', async () =>
    expect((await records.read(bare)).at('contractor_company') ?? null).toBeNull(),
  );
  await verify('entities-30', async () => {
    const other = { employer_company_id: contractor, contractor_company_id: employer };
    const swapped = await records.read(await records.evaluation(other));
    expect(swapped.at('employer_company.id')).toBe(contractor);
  });
  await verify('entities-12', () => expect(read.at('doctor') ?? null).toBeNull());
  await verify('entities-23', () => {
    expectFields(read.at('exam_orders.0'), ['id', 'exam', 'updated_at', 'result_notes', 'attachments']);
    expectFields(read.at('exam_orders.0.exam'), ['id', 'name', 'code']);
    expect(read.at('exam_orders.0.exam.id')).toBe(exam);
  });
  await verify('entities-24', () =>
    expectFields(read.at('exam_orders.0.attachments.0'), ['id', 'original_name', 'storage_path']),
  );
  await verify('entities-25', () =>
    expect(read.at('notes.0')).toMatchObject({ note_type: 'concepto', content: 'Apto.' }),
  );
  await verify('entities-27', () => {
    for (const item of read.list('media')) expectFields(item, ['id', 'type', 'storage_path']);
    expect(read.list('media').map((item) => item['type'])).toEqual(
      expect.arrayContaining(['photo', 'signature']),
    );
  });
  await verify('entities-26', async () => {
    const notes = NOTE_TYPES.map((note_type) => ({ note_type, content: `Sobre ${note_type}.` }));
    expect((await doctor.put(`/evaluations/${id}/notes`, { notes })).status).toBe(200);
    expect((await records.read(id)).list('notes')).toHaveLength(8);
    expectRejection(
      await doctor.put(`/evaluations/${id}/notes`, { notes: [{ note_type: 'otra', content: 'x' }] }),
      400,
    );
  });
});

test(
  'the API returns the list of evaluations with its fields',
  { tag: '@short' },
  async ({ as, records }) => {
    const doctor = await as('doctor');
    const { contractor, employer } = await records.ids;
    await records.evaluation();
    await records.evaluation({ contractor_company_id: contractor });
    const list = await doctor.get('/evaluations', { employer_company_id: employer });
    await verify('entities-16', () => {
      expectFields(list.json, ['items', 'total']);
      expect(list.at('total')).toEqual(expect.any(Number));
    });
    await verify('entities-13', () => {
      expectFields(list.at('items.0'), ['id', 'status', 'started_at', 'patient']);
      expectFields(list.at('items.0.patient'), ['full_name', 'identification_type', 'identification_number']);
    });
    await verify('entities-14', () => {
      expectFields(list.at('items.0.evaluation_type'), ['name', 'code']);
      expectFields(list.at('items.0.employer_company'), ['name', 'code']);
    });
    await verify('entities-15', () => {
      const contractors = list.list().map((item) => item['contractor_company']);
      expect(contractors).toContain(null);
      expectFields(
        contractors.find((one) => one !== null),
        ['name', 'code'],
      );
    });
  },
);

test('the API returns the fields of the catalogue rows', async ({ as, records }) => {
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
  'the API returns the fields of options, users, session, statistics, totals and an error',
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
