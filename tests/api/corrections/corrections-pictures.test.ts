// @module-tag landing
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaKind } from '#contract/vocabulary.ts';
import {
  createEvaluation,
  fetchEvaluationDetail,
  evaluationBody,
  idempotencyHeader,
} from '../support/capture.ts';
import {
  type ClinicalFixture,
  signedVersionsOf,
  seedReadyEvaluation,
  reopen,
  seedClinicalFixture,
  sign,
} from '../support/clinical.ts';
import { correctRegistration } from '../support/corrections.ts';
import { mediaParts } from '../support/files/multipart.ts';
import { photo, getSignaturePng } from '../support/files/pictures.ts';
import {
  type Caller,
  type Server,
  type Reply,
  fieldProblemsOf,
  rejectionOf,
  startServer,
  statusesOf,
} from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let doctor: Caller;
let clinicalFixture: ClinicalFixture;
const pictures: Buffer[] = [];
beforeAll(async () => {
  server = await startServer('corrections_pictures');
  clinicalFixture = await seedClinicalFixture(server);
  receptionist = await server.as('desk');
  doctor = await server.as('doctor');
  for (const tint of [0, 40, 80]) pictures.push(await photo(tint));
});
afterAll(() => server.stop());

const pictureAt = (nth: number): Buffer => pictures[nth] ?? Buffer.alloc(0);
const uploadPicture = (
  id: string,
  file: Buffer,
  captureId?: string,
  type: MediaKind = 'photo',
): Promise<Reply> =>
  receptionist.post(`/evaluations/${id}/media`, {
    parts: mediaParts(type, file),
    headers: { ...idempotencyHeader(), ...(captureId !== undefined && { 'x-capture-id': captureId }) },
  });
async function announcePictures(
  id: string,
  types: readonly MediaKind[],
  capturedAt?: string,
): Promise<string> {
  const captureId = randomUUID();
  const headers = {
    ...idempotencyHeader(),
    'x-capture-id': captureId,
    ...(capturedAt !== undefined && { 'x-captured-at': capturedAt }),
  };
  await correctRegistration(receptionist, id, { pictures: types }, headers);
  return captureId;
}
const findCurrentPhoto = async (id: string) =>
  (await fetchEvaluationDetail(doctor, id)).media.find(({ type }) => type === 'photo');
const readMediaRows = async (id: string, type: MediaKind = 'photo') =>
  (
    await server.database.pool.query<{ id: string; replaced_by: string | null; correction: number | null }>(
      'select id, replaced_by, correction from media where evaluation_id = $1 and type = $2 order by received_at',
      [id, type],
    )
  ).rows;

describe('P10.291 images taken again in a correction', () => {
  it('P10.291 when a doctor signs before the announced photo of a correction arrives, the signed version states that the photo is missing', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    const captureId = await announcePictures(id, ['photo']);
    await sign(doctor, id, clinicalFixture.doctors.signer);
    await reopen(doctor, id);
    await uploadPicture(id, pictureAt(1), captureId);
    await sign(doctor, id, clinicalFixture.doctors.signer);
    const [early, later] = await signedVersionsOf(server, id);
    expect(early?.content.corrections?.[0]).toMatchObject({ awaited: ['photo'] });
    expect(later?.content.corrections?.[0]).not.toHaveProperty('awaited');
    expect(early?.content.corrections?.[0], 'the id of the author').not.toHaveProperty('by_id');
  });

  it('P10.291 the server rejects signing until the signature that a correction announced has arrived', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    const captureId = await announcePictures(id, ['photo', 'signature']);
    const reply = await sign(doctor, id, clinicalFixture.doctors.signer);
    expect(rejectionOf(reply)).toEqual([409, 'requirements_missing']);
    expect(fieldProblemsOf(reply)).toEqual({ signature: 'Falta la firma que se anunció en la corrección.' });
    await uploadPicture(id, await getSignaturePng(), captureId, 'signature');
    expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
  });

  it('P10.291 the announced image of a correction replaces the present image once; the server keeps the file of the replaced image', async () => {
    const id = await createEvaluation(server, receptionist);
    await uploadPicture(id, pictureAt(0));
    const before = await findCurrentPhoto(id);
    const captureId = await announcePictures(id, ['photo']);
    expect((await fetchEvaluationDetail(doctor, id)).pending_media).toEqual(['photo']);
    const first = await uploadPicture(id, pictureAt(1), captureId);
    const again = await uploadPicture(id, pictureAt(1), captureId.toUpperCase());
    expect([first.statusCode, again.json()]).toEqual([201, first.json()]);
    const now = await fetchEvaluationDetail(doctor, id);
    expect(now.media).toHaveLength(1);
    expect(now.media[0]?.id).toBe(first.json<{ id: string }>().id);
    expect(now.pending_media).toEqual([]);
    expect(await readMediaRows(id)).toEqual([
      { id: before?.id, replaced_by: now.media[0]?.id, correction: null },
      { id: now.media[0]?.id, replaced_by: null, correction: 1 },
    ]);
    expect((await doctor.get(`/files/${before?.storage_path}`)).statusCode).toBe(200);
  });

  it('P10.291 the server rejects a correction’s image that was not announced, has another type, is sent twice or belongs to another evaluation', async () => {
    const id = await createEvaluation(server, receptionist);
    await uploadPicture(id, pictureAt(0));
    await uploadPicture(id, await getSignaturePng(), undefined, 'signature');
    const stranger = await announcePictures(await createEvaluation(server, receptionist), ['photo']);
    const captureId = await announcePictures(id, ['photo']);
    const exists = [409, 'media_exists'];
    expect(rejectionOf(await uploadPicture(id, pictureAt(1)))).toEqual(exists);
    expect(rejectionOf(await uploadPicture(id, pictureAt(1), randomUUID()))).toEqual(exists);
    expect(rejectionOf(await uploadPicture(id, pictureAt(1), stranger))).toEqual(exists);
    expect(rejectionOf(await uploadPicture(id, pictureAt(1), captureId, 'signature'))).toEqual(exists);
    expect((await uploadPicture(id, pictureAt(1), captureId)).statusCode).toBe(201);
    expect(rejectionOf(await uploadPicture(id, pictureAt(2), captureId))).toEqual(exists);
    expect(await readMediaRows(id)).toHaveLength(2);
  });

  it('P10.291 the evaluation shows the image of the correction captured last, whichever image arrives first', async () => {
    const id = await createEvaluation(server, receptionist);
    await uploadPicture(id, pictureAt(0));
    const hour = Date.now() + 60_000;
    server.clock.now = new Date(hour + 60_000);
    const early = await announcePictures(id, ['photo'], new Date(hour).toISOString());
    const late = await announcePictures(id, ['photo'], new Date(hour + 30_000).toISOString());
    const held = await uploadPicture(id, pictureAt(2), late);
    await uploadPicture(id, pictureAt(1), early);
    server.clock.now = null;
    expect((await findCurrentPhoto(id))?.id).toBe(held.json<{ id: string }>().id);
    expect((await fetchEvaluationDetail(doctor, id)).pending_media).toEqual([]);
    expect((await readMediaRows(id)).filter(({ replaced_by }) => replaced_by === null)).toHaveLength(1);
  });

  it('P10.291 when the registration’s own image arrives after the image of a correction, the server stores the registration’s image as replaced', async () => {
    const captureId = randomUUID();
    const created = await receptionist.post('/evaluations', {
      json: evaluationBody(server),
      headers: { ...idempotencyHeader(), 'x-capture-id': captureId },
    });
    const { id } = created.json<{ id: string }>();
    const again = await uploadPicture(id, pictureAt(1), await announcePictures(id, ['photo']));
    expect((await uploadPicture(id, pictureAt(0), captureId)).statusCode).toBe(201);
    expect((await uploadPicture(id, pictureAt(0), captureId)).statusCode).toBe(201);
    expect((await findCurrentPhoto(id))?.id).toBe(again.json<{ id: string }>().id);
    expect(await readMediaRows(id)).toHaveLength(2);
    expect(rejectionOf(await uploadPicture(id, pictureAt(2), captureId))).toEqual([409, 'media_exists']);
  });

  it('P10.291 the server accepts an image from a doctor only for a type that a correction announced', async () => {
    const id = await createEvaluation(server, receptionist);
    await uploadPicture(id, pictureAt(0));
    const captureId = randomUUID();
    const uploadAsDoctor = async (type: MediaKind, file: Buffer, headers: Record<string, string>) =>
      doctor.post(`/evaluations/${id}/media`, { parts: mediaParts(type, file), headers });
    const capture = { 'x-capture-id': captureId };
    expect(rejectionOf(await uploadAsDoctor('photo', pictureAt(1), capture))).toEqual([403, 'forbidden']);
    await correctRegistration(doctor, id, { pictures: ['photo'] }, capture);
    expect(rejectionOf(await uploadAsDoctor('photo', pictureAt(1), {}))).toEqual([403, 'forbidden']);
    expect(rejectionOf(await uploadAsDoctor('signature', await getSignaturePng(), capture))).toEqual([
      403,
      'forbidden',
    ]);
    expect((await uploadAsDoctor('photo', pictureAt(1), capture)).statusCode).toBe(201);
  });

  it('P10.291 the evaluation has one present image when several images arrive at once', async () => {
    const id = await createEvaluation(server, receptionist);
    await uploadPicture(id, pictureAt(0));
    const [one, two] = [await announcePictures(id, ['photo']), await announcePictures(id, ['photo'])];
    const replies = await Promise.all([
      uploadPicture(id, pictureAt(1), one),
      uploadPicture(id, pictureAt(1), one),
      uploadPicture(id, pictureAt(2), two),
      uploadPicture(id, pictureAt(2), two),
    ]);
    expect(statusesOf(replies)).toEqual([201, 201, 201, 201]);
    const rows = await readMediaRows(id);
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ replaced_by }) => replaced_by === null)).toEqual([
      expect.objectContaining({ correction: 2 }),
    ]);
  });

  it('P10.291 the server rejects a correction’s image when the evaluation is closed while the image is stored', async () => {
    const id = await createEvaluation(server, receptionist);
    await uploadPicture(id, pictureAt(0));
    const captureId = await announcePictures(id, ['photo']);
    const { pool } = server.database;
    const closing = await pool.connect();
    await closing.query('begin');
    await closing.query(`update evaluations set status = 'cerrada', closed_at = now() where id = $1`, [id]);
    const sent = uploadPicture(id, pictureAt(1), captureId);
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1);
    await closing.query('commit');
    closing.release();
    expect(rejectionOf(await sent)).toEqual([409, 'evaluation_closed']);
    expect(await readMediaRows(id)).toHaveLength(1);
  });

  it('P10.291 the server rejects images for a closed evaluation, whose signed versions keep their images', async () => {
    const id = await seedReadyEvaluation(server, clinicalFixture);
    await uploadPicture(id, pictureAt(0));
    const captureId = await announcePictures(id, ['photo']);
    expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
    expect(rejectionOf(await uploadPicture(id, Buffer.from('no picture'), captureId))).toEqual([
      409,
      'evaluation_closed',
    ]);
    const concept = await doctor.get(`/evaluations/${id}/concept-pdf`);
    await reopen(doctor, id);
    expect((await uploadPicture(id, pictureAt(1), captureId)).statusCode).toBe(201);
    expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
    const [first, second] = await signedVersionsOf(server, id);
    const photoOf = (closing: typeof first) =>
      closing?.content.media.find(({ type }) => type === 'photo')?.sha256;
    expect(photoOf(first)).not.toBe(photoOf(second));
    const earlier = await doctor.get(`/evaluations/${id}/closings/1/concept-pdf`);
    expect([earlier.statusCode, earlier.rawPayload.equals(concept.rawPayload)]).toEqual([200, true]);
  });
});
