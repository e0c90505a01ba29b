// @module-tag landing
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Branch } from '#contract/catalogs/branches.ts';
import { Doctor } from '#contract/catalogs/doctors.ts';
import { Media } from '#contract/records/evaluation/capture.ts';
import { S3_LIMITS } from '#server/platform/files/s3/client.ts';
import { createS3FileStore } from '#server/platform/files/s3/s3-files.ts';
import { type FileStore, newStoragePath } from '#server/platform/files/store.ts';
import { sweepOrphans } from '#server/sweep-files.ts';
import { createTestDatabase } from '#tests/support/server/embedded-database.ts';
import { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { type FakeS3, startFakeS3 } from '#tests/support/s3/fake-s3.ts';
import { countRows, createEvaluation, idempotencyHeader } from '../support/capture.ts';
import {
  type ClinicalFixture,
  signedVersionsOf,
  sendReceipt,
  seedReadyEvaluation,
  receiptParts,
  seedClinicalFixture,
  sign,
} from '../support/clinical.ts';
import { logoParts, signatureParts } from '../support/examples/catalog-examples.ts';
import { mediaParts } from '../support/files/multipart.ts';
import { discSvg, photo, getSignaturePng } from '../support/files/pictures.ts';
import { type Caller, type Server, responseOf, errorCodeOf, startServer } from '../support/server.ts';

const ONE_HOUR_MS = 60 * 60_000;
const TEST_S3_LIMITS = { ...S3_LIMITS, pauseMs: 1, idleMs: 60_000 };
const OBJECT_PATH_PATTERN = /^\/clinica\/files\//;

let fakeS3: FakeS3;
let proxy: FaultProxy;
let fileStore: FileStore;
let server: Server;
let receptionist: Caller;
let admin: Caller;
let doctor: Caller;
let clinicalFixture: ClinicalFixture;
const logLines: string[] = [];

beforeAll(async () => {
  fakeS3 = await startFakeS3();
  proxy = await FaultProxy.start(fakeS3.place.endpoint.origin);
  fileStore = createS3FileStore({ ...fakeS3.place, endpoint: new URL(proxy.origin) }, TEST_S3_LIMITS);
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      logLines.push(line.toString());
      done();
    },
  });
  server = await startServer('bucket', { files: fileStore, logger: { level: 'info', stream } });
  receptionist = await server.as('desk');
  admin = await server.as('admin');
  doctor = await server.as('doctor');
  clinicalFixture = await seedClinicalFixture(server);
});
beforeEach(() => void proxy.log.splice(0));
afterEach(() => proxy.heal());
afterAll(async () => {
  await server.stop();
  await proxy.close();
  await fakeS3.stop();
});

const uploadPhoto = async (id: string, headers = idempotencyHeader()) =>
  receptionist.post(`/evaluations/${id}/media`, { parts: mediaParts('photo', await photo()), headers });
const runWithoutBucket = async (work: () => Promise<void>) => {
  await proxy.rejectConnections();
  try {
    await work();
  } finally {
    await proxy.acceptConnections();
  }
};
const uploadSignatureOfDoctor = async () =>
  admin.post(`/doctors/${clinicalFixture.doctors.plain}/signature`, {
    parts: signatureParts(await getSignaturePng()),
  });
const countConnectionsInUse = () => server.database.pool.totalCount - server.database.pool.idleCount;

describe('P10.59 server whose bucket is unavailable', () => {
  it('P10.59 the server responds 503 to an upload while the bucket is unavailable, leaves no row, and accepts the same idempotency key afterwards', async () => {
    const [id, key] = [await createEvaluation(server, receptionist), idempotencyHeader()];
    const before = await countRows(server, 'media');
    await runWithoutBucket(async () => {
      const refused = await uploadPhoto(id, key);
      expect([refused.statusCode, errorCodeOf(refused)]).toEqual([503, 'unavailable']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(await countRows(server, 'media')).toBe(before);
      expect((await receptionist.get('/auth/me')).statusCode).toBe(200);
    });
    const media = responseOf(Media, await uploadPhoto(id, key));
    expect(await countRows(server, 'media')).toBe(before + 1);
    expect((await uploadPhoto(id, key)).headers['idempotency-status']).toBe('replayed');
    const path = `/files/${media.storage_path}`;
    expect((await receptionist.get(path)).statusCode).toBe(200);
    await runWithoutBucket(async () => expect(errorCodeOf(await receptionist.get(path))).toBe('unavailable'));
  });

  it('P10.150 the server stays ready for the load balancer when the bucket is unavailable, because all other servers use the same bucket', async () => {
    await runWithoutBucket(async () => expect((await server.anonymous.get('/ready')).statusCode).toBe(200));
  });

  it('the server logs a failure of the bucket without a key, a secret or a path', async () => {
    logLines.splice(0);
    const id = await createEvaluation(server, receptionist);
    await runWithoutBucket(async () => void (await uploadPhoto(id)));
    const said = logLines.join('');
    expect(said).toContain('FILES_UNAVAILABLE');
    expect(said).toContain('ECONNREFUSED');
    for (const secret of [fakeS3.place.secretAccessKey, fakeS3.place.accessKeyId, '.jpg'])
      expect(said).not.toContain(secret);
  });

  it('the server writes the row of a picture after its file is in the bucket', async () => {
    const id = await createEvaluation(server, receptionist);
    const before = await countRows(server, 'media');
    const held = proxy.hold({ method: 'PUT' }, 'after');
    const sending = uploadPhoto(id);
    await held.reached;
    expect(await countRows(server, 'media')).toBe(before);
    held.release();
    const { storage_path } = responseOf(Media, await sending);
    expect(fakeS3.kept.has(`files/${storage_path}`)).toBe(true);
  });

  it('while the bucket hangs, the server holds no database connection for uploads of a logo or a doctor’s signature, or for a signing', async () => {
    await uploadSignatureOfDoctor();
    const branch = server.clinic.branches.bogota;
    const id = await seedReadyEvaluation(server, clinicalFixture);
    proxy.log.splice(0);

    let release = () => undefined as void;
    const until = new Promise<void>((resolve) => (release = resolve));
    proxy.chooseFaults(() => ({ type: 'hold', at: 'before', until }));
    const calls = [
      admin.post(`/branches/${branch}/logo`, { parts: logoParts(discSvg('red')) }),
      uploadSignatureOfDoctor(),
      sign(doctor, id, clinicalFixture.doctors.plain),
    ];
    await expect.poll(() => proxy.log.filter(({ path }) => OBJECT_PATH_PATTERN.test(path)).length).toBe(3);
    await expect.poll(countConnectionsInUse).toBe(0);
    expect((await receptionist.get('/auth/me')).statusCode).toBe(200);
    release();
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const { logo_hash } = responseOf(Branch, await admin.get(`/branches/${branch}`));
    expect(logo_hash).not.toBeNull();
  });

  it('P10.8 the server signs with the doctor’s latest signature when the doctor uploads another one during the signing', async () => {
    await uploadSignatureOfDoctor();
    const id = await seedReadyEvaluation(server, clinicalFixture);
    const held = proxy.hold({ method: 'GET', path: OBJECT_PATH_PATTERN }, 'after');
    const signing = sign(doctor, id, clinicalFixture.doctors.plain);
    await held.reached;
    const latest = responseOf(Doctor, await uploadSignatureOfDoctor()).signature_key;
    held.release();
    expect((await signing).statusCode).toBe(200);
    expect((await signedVersionsOf(server, id))[0]?.['doctor_signature_path']).toBe(latest);
  });

  it('P10.58 the server does not return a file that was changed in the bucket', async () => {
    const id = await createEvaluation(server, receptionist);
    const { storage_path } = responseOf(Media, await uploadPhoto(id));
    await fileStore.write(storage_path, await photo(40));
    expect(errorCodeOf(await receptionist.get(`/files/${storage_path}`))).toBe('internal');
  });
});

describe('P10.58 sweep of a bucket', () => {
  it('the sweep moves unreferenced files to quarantine after an hour, deletes them after thirty days, and keeps objects of other programs', async () => {
    const { pool } = server.database;
    const { storage_path } = responseOf(
      Media,
      await uploadPhoto(await createEvaluation(server, receptionist)),
    );
    const orphan = newStoragePath('jpg');
    await fileStore.write(orphan, await photo());
    const foreign = { bytes: Buffer.from('x'), digest: undefined, changedAt: new Date(0) };
    for (const key of ['files/nota.txt', `otra/${randomUUID()}`]) fakeS3.kept.set(key, foreign);
    const inDays = (days: number) => new Date(Date.now() + days * 24 * ONE_HOUR_MS);
    const hasFile = (start: string, name: string) => fakeS3.kept.has(`${start}${name}`);
    const quarantined = orphan.slice(3);

    expect(await sweepOrphans(pool, fileStore, new Date())).toBe(0);
    expect(
      await sweepOrphans(pool, fileStore, new Date(Date.now() + 2 * ONE_HOUR_MS)),
    ).toBeGreaterThanOrEqual(1);
    expect([hasFile('files/', orphan), hasFile('orphans/', quarantined)]).toEqual([false, true]);
    await sweepOrphans(pool, fileStore, inDays(29));
    expect(hasFile('orphans/', quarantined)).toBe(true);
    await sweepOrphans(pool, fileStore, inDays(31));
    expect(hasFile('orphans/', quarantined)).toBe(false);
    expect([hasFile('files/', storage_path), hasFile('files/', 'nota.txt')]).toEqual([true, true]);
  });

  it('a sweep restores files that the sweep of another database removed, and deletes only unreferenced files', async () => {
    const { pool } = server.database;
    const { storage_path } = responseOf(
      Media,
      await uploadPhoto(await createEvaluation(server, receptionist)),
    );
    const before = await fileStore.read(storage_path);
    const [wrong, inDays] = [
      await createTestDatabase('wrong'),
      (days: number) => new Date(Date.now() + days * 24 * ONE_HOUR_MS),
    ];
    await sweepOrphans(wrong.pool, fileStore, new Date(Date.now() + 2 * ONE_HOUR_MS));
    await wrong.drop();
    expect(fakeS3.kept.has(`files/${storage_path}`)).toBe(false);
    await sweepOrphans(pool, fileStore, inDays(31));
    expect((await fileStore.read(storage_path)).equals(before)).toBe(true);
    expect(fakeS3.kept.has(`orphans/${storage_path.slice(3)}`)).toBe(false);
  });

  it('P10.165 the sweep does not remove the signature of a document receipt', async () => {
    const { pool } = server.database;
    const id = await seedReadyEvaluation(server, clinicalFixture);
    await sign(doctor, id, clinicalFixture.doctors.plain);
    expect((await sendReceipt(doctor, id, receiptParts(await getSignaturePng()))).statusCode).toBe(200);
    const { rows } = await pool.query<{ storage_path: string; stored_sha256: string }>(
      'select storage_path, stored_sha256 from receipts where evaluation_id = $1',
      [id],
    );
    const { storage_path = '', stored_sha256 = '' } = rows[0] ?? {};
    await sweepOrphans(pool, fileStore, new Date(Date.now() + 2 * ONE_HOUR_MS));
    expect((await fileStore.read(storage_path, stored_sha256)).length).toBeGreaterThan(0);
    expect(fakeS3.kept.has(`files/${storage_path}`)).toBe(true);
  });

  it('the next sweep continues a sweep that was killed between copy and removal', async () => {
    const { pool } = server.database;
    const orphan = newStoragePath('jpg');
    await fileStore.write(orphan, await photo());
    proxy.inject({ method: 'DELETE' }, { type: 'cut_before' }, 9);
    const later = new Date(Date.now() + 2 * ONE_HOUR_MS);
    await expect(sweepOrphans(pool, fileStore, later)).rejects.toThrow();
    expect(fakeS3.kept.has(`files/${orphan}`)).toBe(true);
    proxy.heal();
    await sweepOrphans(pool, fileStore, later);
    expect([fakeS3.kept.has(`files/${orphan}`), fakeS3.kept.has(`orphans/${orphan.slice(3)}`)]).toEqual([
      false,
      true,
    ]);
  });
});
