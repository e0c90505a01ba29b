import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTACHMENTS_PER_EXAM_MAX } from '#contract/limits.ts';
import { Attachment } from '#contract/records/evaluation/capture.ts';
import { countRows, createEvaluation, fetchEvaluationDetail, idempotencyHeader } from '../support/capture.ts';
import {
  type ClinicalFixture,
  postAttachment,
  attachmentParts,
  fetchFirstOrderId,
  pdf,
  seedReadyEvaluation,
  saveOrders,
  seedClinicalFixture,
  sign,
  fetchEvaluationEtag,
} from '../support/clinical.ts';
import { formatContentDigest, sha256 } from '../support/files/multipart.ts';
import { photo, getSignaturePng } from '../support/files/pictures.ts';
import {
  type Caller,
  type Server,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  rejectionOf,
  startServer,
} from '../support/server.ts';

const MAX_TEST_ATTACHMENT_BYTES = 2_000_000;
let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
let readyEvaluationId: string;
let orderId: string;
beforeAll(async () => {
  server = await startServer('attachments', { attachmentMaxBytes: MAX_TEST_ATTACHMENT_BYTES });
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
  readyEvaluationId = await seedReadyEvaluation(server, clinicalFixture);
  orderId = await fetchFirstOrderId(doctor, readyEvaluationId);
});
afterAll(() => server.stop());

const uploadAttachment = (file: Buffer, filename?: string, headers = {}) =>
  postAttachment(doctor, readyEvaluationId, attachmentParts(orderId, file, filename), headers);
const countFilesOnDisk = async () =>
  (await fs.readdir(server.filesDir, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

describe('P7.14 attached file of an exam', () => {
  it('M3 P5.12 P7.14 the server stores the PDF of an exam unchanged, and sends it only as a download, with a name without patient data', async () => {
    const bytes = pdf('uno');
    const attached = responseOf(
      Attachment,
      await uploadAttachment(bytes, 'C:\\citas\\Informe audiometría ñ.pdf'),
    );
    expect(attached.original_name).toBe('Informe audiometría ñ.pdf');
    const file = await doctor.get(`/files/${attached.storage_path}`);
    expect(file.rawPayload.equals(bytes)).toBe(true);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="adjunto_${attached.id.slice(0, 8)}.pdf"`,
    });
    expect(String(file.headers['content-security-policy'])).toContain('sandbox');
    const { exam_orders } = await fetchEvaluationDetail(doctor, readyEvaluationId);
    expect(exam_orders[0]?.attachments).toContainEqual(attached);
  });

  it('the server rejects a receptionist’s request for the attached file of an exam, and logs the rejection', async () => {
    const { storage_path: path } = responseOf(Attachment, await uploadAttachment(pdf('reservado')));
    const reply = await (await server.as('desk')).get(`/files/${path}`);
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([403, 'forbidden']);
    const { rows } = await server.database.pool.query(
      `select action, status, evaluation_id as id from activity order by sequence desc limit 1`,
    );
    expect(rows).toEqual([{ action: 'file_read', status: 'refused', id: readyEvaluationId }]);
  });

  it('the server decodes and re-encodes an attached image, like the images from reception', async () => {
    const sent = await photo();
    const attached = responseOf(Attachment, await uploadAttachment(sent, 'radiografía.jpeg'));
    const file = await doctor.get(`/files/${attached.storage_path}`);
    expect(file.headers['content-type']).toBe('image/jpeg');
    expect(file.headers['content-disposition']).toBeUndefined();
    expect([sent.includes('CamaraSecreta'), file.rawPayload.includes('CamaraSecreta')]).toEqual([
      true,
      false,
    ]);
    const { rows } = await server.database.pool.query(
      'select received_sha256, stored_sha256, bytes from attachments where id = $1',
      [attached.id],
    );
    expect(rows[0]).toEqual({
      received_sha256: sha256(sent),
      stored_sha256: sha256(file.rawPayload),
      bytes: file.rawPayload.length,
    });
  });

  it('attaching a file moves a pending evaluation to in process and changes its revision', async () => {
    const id = await createEvaluation(server, await server.as('desk'));
    await saveOrders(doctor, id, [{ exam_id: clinicalFixture.exams.sight }]);
    const tag = await fetchEvaluationEtag(doctor, id);
    await postAttachment(doctor, id, attachmentParts(await fetchFirstOrderId(doctor, id), pdf()));
    expect((await fetchEvaluationDetail(doctor, id)).status).toBe('en_proceso');
    expect(await fetchEvaluationEtag(doctor, id)).not.toBe(tag);
  });

  it('S7 the server stores an attached file once per idempotency key, and rejects other bytes under that key', async () => {
    const headers = idempotencyHeader();
    const [before, file] = [await countRows(server, 'attachments'), pdf('con clave')];
    const [first, again] = [
      await uploadAttachment(file, 'a.pdf', headers),
      await uploadAttachment(file, 'a.pdf', headers),
    ];
    expect([first.headers['idempotency-status'], again.headers['idempotency-status']]).toEqual([
      'stored',
      'replayed',
    ]);
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    expect(await countRows(server, 'attachments')).toBe(before + 1);
    const other = await uploadAttachment(pdf('otros'), 'a.pdf', headers);
    expect([other.statusCode, errorCodeOf(other)]).toEqual([422, 'idempotency_mismatch']);
  });

  it('S7 the server stores an attached file once when five requests send it at once under one idempotency key', async () => {
    const [headers, before] = [idempotencyHeader(), await countRows(server, 'attachments')];
    const file = pdf('a la vez');
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => uploadAttachment(file, 'a.pdf', headers)),
    );
    expect(replies.filter((reply) => reply.headers['idempotency-status'] === 'stored')).toHaveLength(1);
    expect(await countRows(server, 'attachments')).toBe(before + 1);
  });

  it('the server verifies the Content-Digest over the bytes of the attached file', async () => {
    const file = pdf('digest');
    const wrong = await uploadAttachment(file, 'a.pdf', { 'content-digest': formatContentDigest('otra') });
    expect([wrong.statusCode, errorCodeOf(wrong)]).toEqual([400, 'digest_mismatch']);
    expect(
      (await uploadAttachment(file, 'a.pdf', { 'content-digest': formatContentDigest(file) })).statusCode,
    ).toBe(201);
  });

  it('the server rejects an attached file that is no PDF, PNG or JPEG, reports the error at the field and stores nothing', async () => {
    const before = [await countRows(server, 'attachments'), await countFilesOnDisk()];
    const reply = await uploadAttachment(Buffer.concat([Buffer.from('MZ\x90\0'), pdf()]));
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([422, 'file_invalid']);
    expect(fieldProblemsOf(reply)).toEqual({ file: 'El archivo debe ser un PDF, PNG o JPEG.' });
    expect([await countRows(server, 'attachments'), await countFilesOnDisk()]).toEqual(before);
  });

  it.each([
    ['exam', { files: ATTACHMENTS_PER_EXAM_MAX, bytes: 1 }, 'Este examen ya tiene 20 archivos, el máximo.'],
    [
      'evaluation',
      { files: 2, bytes: 150_000_000 },
      'Los archivos de esta evaluación pasarían de 300 MB, el máximo.',
    ],
  ])(
    'P8.42 the server rejects another file when the %s already has the maximum, and accepts one after a file was removed',
    async (_, { files, bytes }, message) => {
      const id = await seedReadyEvaluation(server, clinicalFixture);
      const [examOrder, user] = [await fetchFirstOrderId(doctor, id), server.clinic.users.desk];
      await server.database.pool.query(
        `insert into attachments (id, exam_order_id, original_name, storage_path, mime, bytes, created_by, received_sha256, stored_sha256)
       select id, $1, 'a.pdf', id::text, 'application/pdf', $3, $4, repeat('0', 64), repeat('0', 64)
       from (select gen_random_uuid() as id from generate_series(1, $2)) as made`,
        [examOrder, files, bytes, user],
      );
      const before = await countFilesOnDisk();
      const refused = await postAttachment(doctor, id, attachmentParts(examOrder, pdf()));
      expect([refused.statusCode, fieldProblemsOf(refused)]).toEqual([400, { file: message }]);
      expect(await countFilesOnDisk()).toEqual(before);
      await server.database.pool.query(
        'delete from attachments where id = (select id from attachments where exam_order_id = $1 limit 1)',
        [examOrder],
      );
      const both = await Promise.all(
        [1, 2].map(() => postAttachment(doctor, id, attachmentParts(examOrder, pdf()))),
      );
      expect(both.filter(({ statusCode }) => statusCode === 201)).toHaveLength(files === 2 ? 2 : 1);
    },
  );

  it('P8.42 the server rejects a further upload with 429 and Retry-After when the user has attached 2 GB within a day', async () => {
    const [id, other] = [
      await seedReadyEvaluation(server, clinicalFixture),
      await seedReadyEvaluation(server, clinicalFixture),
    ];
    await server.database.pool.query(
      `insert into attachments (id, exam_order_id, original_name, storage_path, mime, bytes, created_by, received_sha256, stored_sha256)
       values (gen_random_uuid(), $1, 'a.pdf', 'day', 'application/pdf', 2000000000, $2, repeat('0', 64), repeat('0', 64))`,
      [await fetchFirstOrderId(doctor, other), server.clinic.users.doctor],
    );
    const refused = await postAttachment(
      doctor,
      id,
      attachmentParts(await fetchFirstOrderId(doctor, id), pdf()),
    );
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
    await server.database.pool.query(`delete from attachments where storage_path = 'day'`);
  });

  it('P9.12 the server returns 413 for an attached file above the configured limit, and accepts a file of exactly that size', async () => {
    const pdfOfSize = (bytes: number) => pdf('x'.repeat(bytes - pdf().length));
    const over = await uploadAttachment(pdfOfSize(MAX_TEST_ATTACHMENT_BYTES + 1));
    expect([over.statusCode, errorCodeOf(over)]).toEqual([413, 'file_too_large']);
    expect(fieldProblemsOf(over)).toEqual({ file: 'El archivo supera el límite de 2 MB.' });
    expect((await uploadAttachment(pdfOfSize(MAX_TEST_ATTACHMENT_BYTES))).statusCode).toBe(201);
    expect((await doctor.get('/auth/me')).json()).toMatchObject({
      attachment_max_bytes: MAX_TEST_ATTACHMENT_BYTES,
    });
  });

  it('the server limits the size of the whole upload request, not only of the file', async () => {
    const file = attachmentParts(orderId, pdf());
    const formOfSize = (bytes: number) => [...file, { name: 'relleno', value: 'x'.repeat(bytes) }];
    const over = await postAttachment(
      doctor,
      readyEvaluationId,
      formOfSize(MAX_TEST_ATTACHMENT_BYTES + 1_000_000),
    );
    expect([over.statusCode, errorCodeOf(over)]).toEqual([413, 'file_too_large']);
    expect(fieldProblemsOf(await postAttachment(doctor, readyEvaluationId, formOfSize(1_000)))).toEqual({
      relleno: 'Es demasiado largo.',
    });
  });

  it('the server cuts off an endless request body that states no length', async () => {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const request = http.request({
      port,
      path: `/api/v1/evaluations/${readyEvaluationId}/attachments`,
      method: 'POST',
      headers: { cookie: doctor.cookie, 'content-type': 'multipart/form-data; boundary=x' },
    });
    const cut = once(request, 'error');
    const junk = Buffer.alloc(64 * 1024, 'x');
    const sendJunk = () => {
      while (!request.destroyed && request.write(junk));
    };
    request.on('drain', sendJunk);
    sendJunk();
    const [error] = (await cut) as [NodeJS.ErrnoException];
    expect(['ECONNRESET', 'EPIPE']).toContain(error.code);
  });

  it('the server returns 404 for a file of an unknown exam, and 400 when exam or file is missing', async () => {
    const unknown = attachmentParts(server.clinic.users.desk, pdf());
    expect(rejectionOf(await postAttachment(doctor, readyEvaluationId, unknown))).toEqual([404, 'not_found']);
    const [field, file] = attachmentParts(orderId, pdf());
    expect(fieldProblemsOf(await postAttachment(doctor, readyEvaluationId, file ? [file] : []))).toEqual({
      exam_order_id: 'Indica el examen del archivo.',
    });
    expect(fieldProblemsOf(await postAttachment(doctor, readyEvaluationId, field ? [field] : []))).toEqual({
      file: 'Adjunta el archivo.',
    });
  });

  it('the server rejects a file for an exam of another evaluation or of a closed one; files attached before stay readable', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    const own = await fetchFirstOrderId(doctor, id);
    const foreign = await postAttachment(doctor, readyEvaluationId, attachmentParts(own, pdf()));
    expect(rejectionOf(foreign)).toEqual([404, 'not_found']);
    const parts = attachmentParts(own, await getSignaturePng(), 'x.png');
    const attached = responseOf(Attachment, await postAttachment(doctor, id, parts));
    await sign(doctor, id, clinicalFixture.doctors.signer);
    const reply = await postAttachment(doctor, id, parts, idempotencyHeader());
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([409, 'evaluation_closed']);
    expect((await doctor.get(`/files/${attached.storage_path}`)).headers['content-type']).toBe('image/png');
    const medellin = await server.as('doctorMedellin');
    expect((await medellin.get(`/files/${attached.storage_path}`)).statusCode).toBe(404);
  });
});
