import { heavyPhoto, createSvg } from '#tests/api/support/files/pictures.ts';
import type { Upload } from '../client.ts';
import { expect, verify, test } from '../fixtures.ts';
import { jpegFile, randomRowCode, randomEmail, pdfFile, createPatientBody, pngFile } from '../records.ts';
import { expectRejection } from '../shape.ts';

/** Returns an upload whose content is plain text, with the given name and type. */
const createTextUpload = (name: string, type: string): Upload => ({
  bytes: Buffer.from('Hola, soy texto.'),
  name,
  type,
});
const padUpload = async (file: Promise<Upload>, length: number): Promise<Upload> => {
  const { bytes, ...rest } = await file;
  return { ...rest, bytes: Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]) };
};

test(
  'the server rejects registrations with missing or invalid fields',
  { tag: '@short' },
  async ({ as, records }) => {
    const desk = await as('desk');
    const body = await records.body();
    const expectRejected = async (other: object, message?: string) =>
      expectRejection(await desk.post('/evaluations', { ...body, ...other }), 400, message);
    const withoutField = (field: string, value?: string) => ({
      patient: { ...createPatientBody(), [field]: value },
    });
    await verify('validation-1', () =>
      expectRejected(withoutField('identification_type'), 'Seleccione un tipo de identificación'),
    );
    await verify('validation-2', () =>
      expectRejected(withoutField('identification_number', ' '), 'Ingrese el número de identificación'),
    );
    await verify('validation-3', () =>
      expectRejected(withoutField('first_name', ' '), 'Ingrese los nombres'),
    );
    await verify('validation-4', () => expectRejected(withoutField('last_name'), 'Ingrese los apellidos'));
    await verify('validation-5', () =>
      expectRejected({ evaluation_type_id: undefined }, 'Seleccione el tipo de evaluación'),
    );
    await verify('validation-6', () =>
      expectRejected({ employer_company_id: undefined }, 'Seleccione la empresa empleadora'),
    );
    await verify('validation-41', async () => {
      const reply = await desk.post('/evaluations', { ...body, ...withoutField('first_name', '') });
      expect(reply.list('details')).toContainEqual({
        field: 'patient.first_name',
        message: 'Ingrese los nombres',
      });
    });
    await verify('validation-7', async () => {
      const patient = createPatientBody({ middle_name: '', second_last_name: ' ', occupation_name: '' });
      const reply = await desk.post('/evaluations', { ...body, patient, additional_info: ' ' });
      expect(reply.status).toBe(201);
      expect((await records.read(reply.text('id'))).json).toMatchObject({
        additional_info: null,
        patient: { middle_name: null, second_last_name: null, occupation_name: null },
      });
    });
    await verify('validation-8', () =>
      expectRejected(withoutField('birth_date', '31/12/1990'), 'Formato esperado AAAA-MM-DD'),
    );
    await verify('validation-8', () =>
      expectRejected(withoutField('birth_date', '1990-02-30'), 'Formato esperado AAAA-MM-DD'),
    );
    await verify('validation-9', () => expectRejected(withoutField('occupation_id', 'cargo-1')));
    await verify('validation-10', () => expectRejected({ patient: undefined, patient_id: '17' }));
    await verify('validation-11', async () => {
      expectRejection(await desk.get('/patients/search', { identification_type: 'CC' }), 400);
      expectRejection(await desk.get('/patients/search', { identification_number: '9999000017' }), 400);
    });
  },
);

test('the server accepts and rejects files of an evaluation by type and size', async ({ as, records }) => {
  const desk = await as('desk');
  const doctor = await as('doctor');
  const media = async (type: string, file: Upload) =>
    desk.upload(`/evaluations/${await records.evaluation()}/media`, { type, file });
  await verify('validation-12', async () => {
    expect((await media('photo', await jpegFile())).status).toBe(201);
    expect((await media('photo', await pngFile('foto.png'))).status).toBe(201);
    expect((await media('photo', createTextUpload('foto.jpg', 'image/jpeg'))).status).toBeGreaterThanOrEqual(
      400,
    );
    expect((await media('photo', pdfFile())).status).toBeGreaterThanOrEqual(400);
  });
  await verify('validation-13', async () => {
    expect((await media('photo', await padUpload(jpegFile(), 1_000_000))).status).toBe(201);
    const over = await media('photo', await padUpload(jpegFile(), 1_000_001));
    expectRejection(over, 413, 'El archivo supera el límite de 1000 KB.');
  });
  await verify('validation-14', async () => {
    expect((await media('signature', await pngFile())).status).toBe(201);
    expect((await media('signature', await jpegFile())).status).toBe(201);
    expect(
      (await media('signature', createTextUpload('firma.png', 'image/png'))).status,
    ).toBeGreaterThanOrEqual(400);
  });
  await verify('validation-15', async () => {
    expect((await media('signature', await padUpload(jpegFile(), 500_000))).status).toBe(201);
    const over = await media('signature', await padUpload(jpegFile(), 500_001));
    expectRejection(over, 413, 'El archivo supera 500 KB.');
  });
  const id = await records.evaluation();
  const exam_order_id = await records.order(id);
  const add = (exam_id: string) => doctor.patch(`/evaluations/${id}/exam-orders`, { orders: [{ exam_id }] });
  await verify('validation-16', async () => {
    await add((await records.ids).exam);
    const exams = (await records.read(id)).list('exam_orders').map(({ exam }) => (exam as { id: string }).id);
    expect(exams).toEqual([(await records.ids).exam]);
  });
  await verify('validation-17', async () =>
    expect((await add('00000000-0000-4000-8000-000000000000')).status).toBeGreaterThanOrEqual(400),
  );
  await verify('validation-18', async () => {
    const attach = (file: Upload) => doctor.upload(`/evaluations/${id}/attachments`, { exam_order_id, file });
    for (const file of [pdfFile(), await pngFile('radio.png'), await jpegFile()])
      expect((await attach(file)).status).toBe(201);
    expect((await attach(createTextUpload('carta.pdf', 'application/pdf'))).status).toBeGreaterThanOrEqual(
      400,
    );
  });
});

test(
  'the server rejects catalogue rows with missing or invalid fields',
  { tag: '@short' },
  async ({ as, records }) => {
    const admin = await as('admin');
    const BOTH = 'El código y el nombre son obligatorios.';
    await verify('validation-24', async () => {
      expectRejection(await admin.post('/evaluation-types', { code: ' ', name: 'Con nombre' }), 400, BOTH);
      expectRejection(
        await admin.post('/evaluation-types', { code: randomRowCode(), name: '  ' }),
        400,
        BOTH,
      );
    });
    await verify('validation-25', async () => {
      const reply = await admin.post('/evaluation-types', {
        code: randomRowCode(),
        name: 'Sin más',
        description: '',
      });
      expect([reply.status, reply.at('description')]).toEqual([201, null]);
    });
    await verify('validation-26', async () => {
      expectRejection(await admin.post('/companies', { code: randomRowCode() }), 400, BOTH);
      expectRejection(await admin.post('/companies', { code: '', name: 'Con nombre' }), 400, BOTH);
    });
    const NAMELESS = 'El nombre no puede estar vacío.';
    await verify('validation-27', async () =>
      expectRejection(
        await admin.patch(`/companies/${await records.company()}`, { name: ' ' }),
        400,
        NAMELESS,
      ),
    );
    const INCOMPLETE = 'Debes seleccionar una empresa y asignar un nombre a la sede.';
    const company_id = (await records.ids).employer;
    await verify('validation-28', async () => {
      expectRejection(await admin.post('/branches', { name: 'Sin empresa' }), 400, INCOMPLETE);
      expectRejection(await admin.post('/branches', { company_id, name: ' ' }), 400, INCOMPLETE);
    });
    await verify('validation-29', async () => {
      const body = { company_id, name: `Sede ${randomRowCode()}`, address: '  Calle 1 ', contact_phone: ' ' };
      const reply = await admin.post('/branches', body);
      expect(reply.json).toMatchObject({ address: 'Calle 1', contact_phone: null });
    });
    await verify('validation-30', async () =>
      expectRejection(await admin.patch(`/branches/${await records.branch()}`, { name: '' }), 400, NAMELESS),
    );
    await verify('validation-33', async () => {
      const body = { company_id, name: `Sede ${randomRowCode()}` };
      expectRejection(await admin.post('/branches', { ...body, contact_website: 'ftp://sede.demo' }), 400);
      const reply = await admin.post('/branches', { ...body, contact_website: 'http://sede.demo' });
      expect(reply.status).toBe(201);
    });
    const EXAM = 'El código y el nombre del examen son obligatorios.';
    await verify('validation-34', async () => {
      expectRejection(await admin.post('/exams', { code: randomRowCode(), name: ' ' }), 400, EXAM);
      expectRejection(await admin.post('/exams', { name: 'Sin código' }), 400, EXAM);
    });
    await verify('validation-35', async () => {
      const reply = await admin.post('/exams', { code: randomRowCode(), name: 'Sin más' });
      expect(reply.json).toMatchObject({ description: null, sample_type: null, delivery_time: null });
    });
    const DOCTOR = 'El nombre y la licencia son obligatorios.';
    await verify('validation-36', async () => {
      expectRejection(await admin.post('/doctors', { name: 'Dra. Sin Licencia' }), 400, DOCTOR);
      expectRejection(
        await admin.post('/doctors', { name: ' ', license_number: randomRowCode() }),
        400,
        DOCTOR,
      );
    });
    await verify('validation-38', async () => {
      expectRejection(await admin.post('/admin/users', { display_name: 'Sin correo' }), 400);
      const nameless = await admin.post('/admin/users', { email: randomEmail(), display_name: ' ' });
      expectRejection(nameless, 400, 'Completa los campos obligatorios.');
    });
  },
);

test('the server accepts and rejects logos and a doctor’s signature by type and size', async ({
  as,
  fresh,
  records,
}) => {
  const admin = await as('admin');
  const branch = await records.branch();
  const vector = createSvg('<circle cx="100" cy="50" r="50" fill="#336699"/>');
  const files: readonly Upload[] = [
    await pngFile('logo.png'),
    await jpegFile(),
    { bytes: vector, name: 'logo.svg', type: 'image/svg+xml' },
  ];
  const heavy = { bytes: await heavyPhoto(300_000), name: 'logo.jpg', type: 'image/jpeg' };
  await verify('validation-31', async () => {
    for (const logo of files)
      expect((await admin.upload(`/branches/${branch}/logo`, { logo })).status).toBe(200);
    const wrong = await admin.upload(`/branches/${branch}/logo`, { logo: pdfFile() });
    expect(wrong.status).toBeGreaterThanOrEqual(400);
  });
  await verify('validation-32', async () =>
    expectRejection(await admin.upload(`/branches/${branch}/logo`, { logo: heavy }), 413),
  );
  await verify('validation-37', async () => {
    const path = `/doctors/${await records.doctor()}/signature`;
    for (const file of [await pngFile(), await jpegFile()])
      expect((await admin.upload(path, { file })).status).toBe(200);
    expect((await admin.upload(path, { file: pdfFile() })).status).toBeGreaterThanOrEqual(400);
  });
  const own = await fresh('admin');
  await own.put('/me/branch/active', { branch_id: branch });
  await verify('validation-39', async () => {
    const body = { address: '  Calle 2 ', contact_phone: '  ', contact_email: '' };
    const reply = await own.patch('/me/branch/branding', body);
    expect(reply.status).toBe(200);
    const kept = { address: 'Calle 2', contact_phone: null, contact_email: null };
    expect((await own.get('/me/branch')).json).toMatchObject(kept);
  });
  await verify('validation-40', async () => {
    for (const logo of files) expect((await own.upload('/me/branch/logo', { logo })).status).toBe(200);
    expectRejection(await own.upload('/me/branch/logo', { logo: heavy }), 413);
    expect((await own.upload('/me/branch/logo', { logo: pdfFile() })).status).toBeGreaterThanOrEqual(400);
  });
});
