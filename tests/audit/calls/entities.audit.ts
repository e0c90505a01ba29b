import { NOTE_TYPES } from '#contract/vocabulary.ts';
import { expect, verify, test } from '../fixtures.ts';
import { requireSuccess, pdfFile, createPatientBody } from '../records.ts';
import { expectFields, expectRejection } from '../shape.ts';

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
  'the API returns each row of the list of evaluations with the fields of the base contract',
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
