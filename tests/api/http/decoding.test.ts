import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DECODE_CONCURRENCY, decodingQueue } from '#server/platform/files/decoding.ts';
import { countRows, createEvaluation, idempotencyHeader } from '../support/capture.ts';
import {
  postAttachment,
  attachmentParts,
  fetchFirstOrderId,
  pdf,
  seedReadyEvaluation,
  seedClinicalFixture,
  sign,
} from '../support/clinical.ts';
import { mediaParts } from '../support/files/multipart.ts';
import { photo, getSignaturePng } from '../support/files/pictures.ts';
import { type Caller, type Server, rejectionOf, startServer, statusesOf } from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let picture: Buffer;
beforeAll(async () => {
  server = await startServer('decoding');
  receptionist = await server.as('desk');
  picture = await photo();
});
afterAll(() => server.stop());

// The function is async because Fastify sends an injected request only when it is awaited.
const uploadPicture = async (
  evaluation: string,
  headers = {},
  { type = 'photo', caller = receptionist, bytes = picture } = {},
) => caller.post(`/evaluations/${evaluation}/media`, { parts: mediaParts(type, bytes), headers });
const newEvaluation = () => createEvaluation(server, receptionist);
const expectWaitingDecodings = (count: number) => expect.poll(() => decodingQueue.waiting()).toBe(count);

/** Occupies every decoding slot with pictures of other users. The returned function frees the slots. */
function occupyDecodingSlots(): () => Promise<unknown> {
  let resolveHeld: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (resolveHeld = resolve));
  const blocked = Promise.all(
    Array.from({ length: DECODE_CONCURRENCY }, (_, index) =>
      decodingQueue.run(`blocker ${index}`, () => held),
    ),
  );
  return () => {
    resolveHeld();
    return blocked;
  };
}

describe('H4 upload while other pictures are decoded', () => {
  it('the server responds 409 to a repeated upload during decoding, and replays the first response afterwards', async () => {
    const [evaluation, headers] = [await newEvaluation(), idempotencyHeader()];
    const release = occupyDecodingSlots();
    const first = uploadPicture(evaluation, headers);
    await expectWaitingDecodings(1);
    expect(rejectionOf(await uploadPicture(evaluation, headers))).toEqual([409, 'idempotency_in_progress']);
    await release();
    const stored = await first;
    expect([stored.statusCode, stored.headers['idempotency-status']]).toEqual([201, 'stored']);
    const again = await uploadPicture(evaluation, headers);
    expect([again.headers['idempotency-status'], again.json()]).toEqual(['replayed', stored.json()]);
  });

  it('uploads that wait for decoding hold no database connection; a user with eight waiting uploads gets a 429 for the next one, but other users do not', async () => {
    const evaluations = await Promise.all(Array.from({ length: 8 }, newEvaluation));
    const [late, headers] = [await newEvaluation(), idempotencyHeader()];
    const medellin = await server.as('deskMedellin');
    const theirs = await createEvaluation(server, medellin);
    const release = occupyDecodingSlots();
    const sent = evaluations.map((id) => uploadPicture(id, idempotencyHeader()));
    await expectWaitingDecodings(8);
    const { pool } = server.database;
    expect(pool.totalCount - pool.idleCount).toBe(0);
    const refused = await uploadPicture(late, headers);
    expect(rejectionOf(refused)).toEqual([429, 'rate_limited']);
    expect(refused.headers['retry-after']).toBe('2');
    sent.push(uploadPicture(theirs, {}, { caller: medellin }));
    await expectWaitingDecodings(9);
    await release();
    expect(statusesOf(await Promise.all(sent))).toEqual(Array.from({ length: 9 }, () => 201));
    expect((await uploadPicture(late, headers)).headers['idempotency-status']).toBe('stored');
  });
});

describe('H4 upload that needs no decoding', () => {
  it('the server responds without decoding to a stored picture, a reused idempotency key, a file that is no picture and a picture for another branch', async () => {
    const [evaluation, headers] = [await newEvaluation(), idempotencyHeader()];
    const stored = await uploadPicture(evaluation, headers);
    const medellin = await server.as('deskMedellin');
    const release = occupyDecodingSlots();
    const replayed = await uploadPicture(evaluation, headers);
    expect([replayed.headers['idempotency-status'], replayed.json()]).toEqual(['replayed', stored.json()]);
    const another = await uploadPicture(evaluation, headers, { type: 'signature' });
    expect(rejectionOf(another)).toEqual([422, 'idempotency_mismatch']);
    expect((await uploadPicture(evaluation, idempotencyHeader())).json()).toEqual(stored.json());
    const other = await uploadPicture(evaluation, idempotencyHeader(), { bytes: await getSignaturePng() });
    expect(rejectionOf(other)).toEqual([409, 'media_exists']);
    const text = await uploadPicture(evaluation, {}, { type: 'signature', bytes: Buffer.from('hola') });
    expect(rejectionOf(text)).toEqual([422, 'file_invalid']);
    const foreign = await uploadPicture(evaluation, {}, { type: 'signature', caller: medellin });
    expect(rejectionOf(foreign)).toEqual([404, 'not_found']);
    await release();
  });

  it('the server stores a PDF without decoding, and rejects a waiting picture when its evaluation is signed first', async () => {
    const medicine = await seedClinicalFixture(server);
    const doctor = await server.as('doctor');
    const id = await seedReadyEvaluation(server, medicine);
    const order = await fetchFirstOrderId(doctor, id);
    const sendFile = async (file: Buffer, name: string) =>
      postAttachment(doctor, id, attachmentParts(order, file, name), idempotencyHeader());
    const release = occupyDecodingSlots();
    expect((await sendFile(pdf('uno'), 'uno.pdf')).statusCode).toBe(201);
    const rows = await countRows(server, 'attachments');
    const late = sendFile(picture, 'foto.jpg');
    await expectWaitingDecodings(1);
    expect((await sign(doctor, id, medicine.doctors.signer)).statusCode).toBe(200);
    await release();
    expect(rejectionOf(await late)).toEqual([409, 'evaluation_closed']);
    expect(await countRows(server, 'attachments')).toBe(rows);
  });
});
