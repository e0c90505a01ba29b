// @module-tag landing
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Doctor } from '#contract/catalogs/doctors.ts';
import { SIGNATURE_MAX_BYTES } from '#contract/limits.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { sweepOrphans } from '#server/sweep-files.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { rowMakers, signatureParts } from '../support/examples/catalog-examples.ts';
import {
  type ClinicalFixture,
  signedVersionsOf,
  seedReadyEvaluation,
  reopen,
  saveOrders,
  seedClinicalFixture,
  sign,
} from '../support/clinical.ts';
import { whitePicture, photo, pngBomb, getSignaturePng, createSvg } from '../support/files/pictures.ts';
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
let clinicalFixture: ClinicalFixture;
let admin: Caller;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('doctor_signatures');
  clinicalFixture = await seedClinicalFixture(server);
  admin = await server.as('admin');
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const uploadDoctorSignature = (id: string, file: Buffer): Promise<Reply> =>
  admin.post(`/doctors/${id}/signature`, { parts: signatureParts(file) });
const getDoctorSignature = (id: string) => admin.get(`/doctors/${id}/signature`);
describe('signature image of a doctor', () => {
  it('P3.11 P7.25 a doctor has no signature image before the upload; afterwards the server returns the stored file', async () => {
    const { id, signature_key } = await rowMakers.doctor(admin);
    expect([signature_key, errorCodeOf(await getDoctorSignature(id))]).toEqual([null, 'not_found']);
    const reply = await uploadDoctorSignature(id, await getSignaturePng());
    expect(reply.statusCode).toBe(200);
    expect(responseOf(Doctor, reply)).toMatchObject({
      id,
      signature_key: expect.stringMatching(/\.png$/),
      revision: 2,
    });
    const kept = await getDoctorSignature(id);
    expect(kept.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect((await sharp(kept.rawPayload).metadata()).format).toBe('png');
  });

  it('P10.17 the server accepts a JPEG as a doctor’s signature and removes its camera metadata', async () => {
    const { id } = await rowMakers.doctor(admin);
    expect(responseOf(Doctor, await uploadDoctorSignature(id, await photo())).signature_key).toMatch(
      /\.jpg$/,
    );
    const kept = await getDoctorSignature(id);
    expect(kept.headers['content-type']).toBe('image/jpeg');
    expect(kept.rawPayload.includes('NombreSecreto')).toBe(false);
  });

  it('P5.24 the server rejects a doctor’s signature that is no picture, empty, blank, or too large in pixels or bytes, and keeps the previous one', async () => {
    const { id } = await rowMakers.doctor(admin);
    const { signature_key } = responseOf(Doctor, await uploadDoctorSignature(id, await getSignaturePng()));
    for (const [file, status] of [
      [createSvg(''), 422],
      [Buffer.alloc(0), 422],
      [await whitePicture(3), 422],
      [pngBomb(8_000), 422],
      [Buffer.alloc(SIGNATURE_MAX_BYTES + 1), 413],
    ] as const) {
      const reply = await uploadDoctorSignature(id, file);
      expect([reply.statusCode, Object.keys(fieldProblemsOf(reply))]).toEqual([status, ['file']]);
    }
    const [row] = (await admin.get(`/doctors?include_inactive=1&page_size=100`))
      .json<{ items: Doctor[] }>()
      .items.filter((item) => item.id === id);
    expect(row).toMatchObject({ signature_key, revision: 2 });
  });

  it('P7.25 the server responds 404 for the signature of an unknown doctor', async () => {
    expect(errorCodeOf(await uploadDoctorSignature(randomUUID(), await getSignaturePng()))).toBe('not_found');
    expect(errorCodeOf(await getDoctorSignature(randomUUID()))).toBe('not_found');
  });

  it('P10.12 the server logs the upload of a doctor’s signature', async () => {
    const { id } = await rowMakers.doctor(admin);
    const file = await getSignaturePng();
    expect(await collectNewLogEntries(server, () => uploadDoctorSignature(id, file))).toEqual([
      ['catalog_changed', 'done', { resource: 'doctors', id, what: 'signature_set' }],
    ]);
  });
});

describe('P4 signature of a doctor in signed versions', () => {
  it('the next signed version has the doctor’s new signature; the earlier version keeps the old one, even after the sweep', async () => {
    const { id } = await rowMakers.doctor(admin);
    const keys: Doctor['signature_key'][] = [];
    const evaluation = await seedReadyEvaluation(server, clinicalFixture);
    for (const file of [await getSignaturePng(), await photo()]) {
      keys.push(responseOf(Doctor, await uploadDoctorSignature(id, file)).signature_key);
      expect((await sign(doctor, evaluation, id)).statusCode).toBe(200);
      await reopen(doctor, evaluation);
    }
    const files = createDiskFileStore(server.filesDir);
    await sweepOrphans(server.database.pool, files, new Date(Date.now() + 2 * 60 * 60_000));
    const closings = await signedVersionsOf(server, evaluation);
    expect(closings.map((closing) => closing['doctor_signature_path'])).toEqual(keys);
    for (const { doctor_signature_path: path, doctor_signature_sha256: digest } of closings)
      expect(await files.read(String(path), String(digest))).not.toHaveLength(0);
  });
});

describe('P10.9 exam that is not shown on the concept', () => {
  const words = async (id: string, call: string) =>
    pdfTextOf((await doctor.get(`/evaluations/${id}/${call}`)).rawPayload);

  it('only the clinical history prints an exam that was hidden from the concept at signing; a concept lists no exam when all are hidden', async () => {
    const hidden = await rowMakers.exam(admin, { name: 'Prueba reservada', shown_on_concept: false });
    const id = await seedReadyEvaluation(server, clinicalFixture);
    await saveOrders(doctor, id, [{ exam_id: hidden.id, result_notes: 'Negativo.' }]);
    await sign(doctor, id, clinicalFixture.doctors.signer);
    const put = { code: hidden.code, name: hidden.name, shown_on_concept: true };
    await admin.send('PUT', `/exams/${hidden.id}`, { json: put });
    expect(await words(id, 'clinical-history')).toContain('Prueba reservada');
    const concept = await words(id, 'concept-pdf');
    expect(concept).toContain('Audiometría');
    expect(concept).not.toContain('Prueba reservada');
    expect(
      (await signedVersionsOf(server, id))[0]?.content.exam_orders.map((order) => order.shown_on_concept),
    ).toEqual([true, false]);

    await reopen(doctor, id);
    for (const exam of [hidden.id, clinicalFixture.exams.hearing])
      await server.database.pool.query('update exams set shown_on_concept = false where id = $1', [exam]);
    await sign(doctor, id, clinicalFixture.doctors.signer);
    const without = await words(id, 'concept-pdf');
    expect(without).toContain('Sin valoraciones que informar');
    expect(without).not.toContain('Audiometría');
  });
});
