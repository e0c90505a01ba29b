import { expect, verify, test } from '../fixtures.ts';
import { jpegFile, pdfFile, createPatientBody, pngFile } from '../records.ts';
import { expectFields, expectRejection } from '../shape.ts';

const DAY_MS = 86_400_000;
const formatDayFromToday = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(Date.now() + days * DAY_MS);

test(
  'an API client creates and reads patients and evaluations through the calls of the base contract',
  { tag: '@short' },
  async ({ as, records }) => {
    const desk = await as('desk');
    const doctor = await as('doctor');
    const patient = createPatientBody();
    await verify('wire-17', async () => {
      const { identification_type, identification_number } = patient;
      const reply = await desk.get('/patients/search', { identification_type, identification_number });
      expect(reply.status).toBe(404);
    });
    const created = await desk.post('/evaluations', await records.body({ patient }));
    await verify('wire-1', () => expect(created.status).toBe(201));
    await verify('wire-18', () => expect(created.text('id')).toMatch(/^[0-9a-f-]{36}$/));
    const id = created.text('id');
    await verify('wire-16', async () => {
      const { identification_type, identification_number } = patient;
      const reply = await desk.get('/patients/search', { identification_type, identification_number });
      expect(reply.json).toMatchObject({ identification_number, first_name: patient.first_name });
      expectRejection(await desk.get('/patients/search', { identification_type }), 400);
      expectRejection(await desk.get('/patients/search', { identification_number }), 400);
    });
    await verify('wire-19', async () => {
      const photo = { type: 'photo', file: await jpegFile() };
      const signature = { type: 'signature', file: await pngFile() };
      for (const form of [photo, signature])
        expect((await desk.upload(`/evaluations/${id}/media`, form)).at('type')).toBe(form.type);
      expectRejection(
        await desk.upload(`/evaluations/${id}/media`, { type: 'selfie', file: await jpegFile() }),
        400,
      );
    });
    await verify('wire-2', async () => expect((await records.read(id)).type).toContain('application/json'));
    await verify('wire-27', async () => expect((await records.read(id)).at('id')).toBe(id));
    const patchOrders = (list: object[]) => doctor.patch(`/evaluations/${id}/exam-orders`, { orders: list });
    const added = await patchOrders([{ exam_id: (await records.ids).exam, result_notes: 'Primero.' }]);
    await verify('wire-29', () => expect(added.at('orders.0.exam.id')).toBeDefined());
    await verify('wire-30', () =>
      expectFields(added.at('orders.0'), ['id', 'exam', 'result_notes', 'attachments']),
    );
    const order_id = added.text('orders.0.id');
    await verify('wire-28', async () => {
      const saved = await patchOrders([{ order_id, result_notes: 'Segundo.' }]);
      expect(saved.at('orders.0')).toMatchObject({ id: order_id, result_notes: 'Segundo.' });
    });
    await verify('wire-31', async () => {
      const form = { exam_order_id: order_id, file: pdfFile() };
      const reply = await doctor.upload(`/evaluations/${id}/attachments`, form);
      expect([reply.status, reply.at('original_name')]).toEqual([201, 'informe.pdf']);
    });
    await verify('wire-32', async () => {
      const notes = [{ note_type: 'concepto', content: 'Apto.' }];
      expect((await doctor.put(`/evaluations/${id}/notes`, { notes })).status).toBe(200);
      expect((await records.read(id)).at('notes.0')).toMatchObject(notes[0] ?? {});
    });
    await verify('wire-5', async () =>
      expectRejection(await doctor.get(`/evaluations/${id}/concept-pdf`), 409),
    );
    await verify('wire-33', async () => {
      const { doctor: doctor_id } = await records.ids;
      expect((await doctor.post(`/evaluations/${id}/sign`, { doctor_id })).status).toBe(200);
    });
    for (const [statement, tail] of [
      ['wire-35', 'concept-pdf'],
      ['wire-36', 'clinical-history'],
    ] as const)
      await verify(statement, async () => {
        const pdf = await doctor.get(`/evaluations/${id}/${tail}`);
        expect(pdf.type).toContain('application/pdf');
        expect(pdf.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
      });
    await verify('wire-34', async () =>
      expect((await doctor.post(`/evaluations/${id}/reopen`)).status).toBe(200),
    );
  },
);

test('the API filters the list of evaluations by status, patient, company and day, and returns it in pages', async ({
  as,
  records,
}) => {
  const doctor = await as('doctor');
  const employer = await records.company();
  const contractor = await records.company();
  const of = { employer_company_id: employer };
  const patient = createPatientBody({ first_name: 'Íñigo', last_name: 'Yturralde' });
  const plain = await records.evaluation({ ...of, patient });
  const contracted = await records.evaluation({ ...of, contractor_company_id: contractor });
  const signed = await records.createReadyEvaluation(of);
  await records.sign(signed);
  const requestList = async (query: Record<string, string | number>) => {
    const reply = await doctor.get('/evaluations', { ...of, ...query });
    return { total: reply.at('total'), ids: reply.list().map(({ id }) => id) };
  };
  await verify('wire-22', async () => {
    const { total, ids } = await requestList({ status: 'pendiente,en_proceso,cerrada' });
    expect(total).toBe(3);
    expect(new Set(ids)).toEqual(new Set([plain, contracted, signed]));
  });
  await verify('wire-20', async () => {
    expect((await requestList({ status: 'cerrada' })).ids).toEqual([signed]);
    expect((await requestList({ status: 'pendiente,en_proceso' })).total).toBe(2);
  });
  await verify('wire-21', async () => {
    expect((await requestList({ search: patient.identification_number })).ids).toEqual([plain]);
    expect((await requestList({ search: 'Yturralde' })).ids).toEqual([plain]);
    expect((await requestList({ search: 'Íñigo' })).ids).toEqual([plain]);
  });
  await verify('wire-23', async () =>
    expect((await requestList({ contractor_company_id: contractor })).ids).toEqual([contracted]),
  );
  const every = { status: 'pendiente,en_proceso,cerrada' };
  await verify('wire-24', async () => {
    expect((await requestList({ ...every, from: formatDayFromToday(-1) })).total).toBe(3);
    expect((await requestList({ ...every, from: formatDayFromToday(1) })).total).toBe(0);
  });
  await verify('wire-25', async () => {
    expect((await requestList({ ...every, to: formatDayFromToday(1) })).total).toBe(3);
    expect((await requestList({ ...every, to: formatDayFromToday(-1) })).total).toBe(0);
  });
  await verify('wire-26', async () => {
    const first = await requestList({ ...every, page: 1, page_size: 2 });
    const second = await requestList({ ...every, page: 2, page_size: 2 });
    expect([first.ids.length, second.ids.length, first.total]).toEqual([2, 1, 3]);
    expect(new Set([...first.ids, ...second.ids]).size).toBe(3);
  });
});
