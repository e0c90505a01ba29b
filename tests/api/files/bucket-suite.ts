import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkBucketAtStart } from '#server/open-files.ts';
import { S3_LIMITS, type S3Limits } from '#server/platform/files/s3/client.ts';
import { type S3Files, createS3FileStore } from '#server/platform/files/s3/s3-files.ts';
import { FileAltered, FilesUnavailable, newStoragePath } from '#server/platform/files/store.ts';
import type { Fault } from '#tests/support/faults/fault.ts';
import { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import type { S3TestStore } from '#tests/support/s3/store.ts';

// Long limits in ms, because a working store is slow on a busy machine. Only the tests of a hanging store set short limits.
const LONG_S3_LIMITS: S3Limits = { ...S3_LIMITS, pauseMs: 1, idleMs: 60_000, withinMs: 60_000 };
const errorFault = (status: number, code: string): Fault => ({
  type: 'answer',
  status,
  body: `<Error><Code>${code}</Code></Error>`,
});
const TRANSIENT_FAULTS: readonly [string, Fault][] = [
  ['a connection that breaks before', { type: 'cut_before' }],
  ['a connection that breaks with the answer on its way', { type: 'cut_after' }],
  ['a 500', errorFault(500, 'InternalError')],
  ['a 503 that asks for less', errorFault(503, 'SlowDown')],
  ['a 429', errorFault(429, 'TooManyRequests')],
  ['a store without room', errorFault(507, 'InsufficientStorage')],
];
const WRITE_FAULTS: readonly [string, Fault][] = [
  ...TRANSIENT_FAULTS,
  ['an upload that is cut', { type: 'cut_upload', afterBytes: 900 }],
  ['an upload that is damaged', { type: 'damage', at: 0.5 }],
];
const READ_FAULTS: readonly [string, Fault][] = [
  ...TRANSIENT_FAULTS,
  ['an answer that is cut', { type: 'cut_answer', share: 0.5 }],
  ['an answer that is damaged', { type: 'damage_answer', at: 0.5 }],
];

async function rejectionErrorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

/** Returns the code of an error's cause, or null if the cause has none. Never returns a message. */
const causeCodeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? error.cause.code : null;

export function bucketFaultSuite(storeOf: () => S3TestStore): void {
  let proxy: FaultProxy;
  let bucket: S3Files;
  beforeEach(async () => {
    proxy = await FaultProxy.start(storeOf().place.endpoint.origin);
    bucket = openBucket();
  });
  afterEach(() => proxy.close());

  const s3Place = (rest: Partial<S3TestStore['place']> = {}) => ({
    ...storeOf().place,
    endpoint: new URL(proxy.origin),
    ...rest,
  });
  const openBucket = (limits: Partial<S3Limits> = {}) =>
    createS3FileStore(s3Place(), { ...LONG_S3_LIMITS, ...limits });

  it.each(WRITE_FAULTS)('the file store writes a file to the bucket in spite of %s', async (_name, fault) => {
    const [storagePath, bytes] = [newStoragePath('jpg'), randomBytes(5_000)];
    proxy.inject({ method: 'PUT' }, fault, 2);
    await bucket.write(storagePath, bytes);
    expect(proxy.log.map((exchange) => exchange.fault)).toEqual([fault.type, fault.type, null]);
    expect((await bucket.read(storagePath)).equals(bytes)).toBe(true);
  });

  it.each(READ_FAULTS)('the file store reads a file from the bucket in spite of %s', async (_name, fault) => {
    const [storagePath, bytes] = [newStoragePath('jpg'), randomBytes(5_000)];
    await bucket.write(storagePath, bytes);
    proxy.inject({ method: 'GET' }, fault, 2);
    expect((await bucket.read(storagePath)).equals(bytes)).toBe(true);
  });

  it('the file store retries a request when the bucket does not respond', async () => {
    const [storagePath, bytes] = [newStoragePath('jpg'), randomBytes(5_000)];
    await bucket.write(storagePath, bytes);
    const held = proxy.hold({ method: 'GET' }, 'before');
    expect((await openBucket({ idleMs: 3_000 }).read(storagePath)).equals(bytes)).toBe(true);
    held.release();
  });

  it('the file store reports a permanent fault after three attempts, and leaves no part of an interrupted upload in the bucket', async () => {
    const storagePath = newStoragePath('jpg');
    proxy.inject({ method: 'PUT' }, { type: 'cut_upload', afterBytes: 900 }, 9);
    expect(await rejectionErrorOf(bucket.write(storagePath, randomBytes(5_000)))).toBeInstanceOf(
      FilesUnavailable,
    );
    expect(proxy.log).toHaveLength(3);
    expect(await bucket.holds(storagePath, randomBytes(5_000))).toBe(false);
  });

  it('the file store reports a file as altered, and does not return it, when every response is damaged', async () => {
    const storagePath = newStoragePath('jpg');
    await bucket.write(storagePath, randomBytes(5_000));
    proxy.inject({ method: 'GET' }, { type: 'damage_answer', at: 0.9 }, 9);
    expect(await rejectionErrorOf(bucket.read(storagePath))).toBeInstanceOf(FileAltered);
  });

  it('when the bucket hangs, all requests fail within their time limit, including queued ones', async () => {
    let release = () => undefined as void;
    const until = new Promise<void>((resolve) => (release = resolve));
    proxy.chooseFaults(() => ({ type: 'hold', at: 'before', until }));
    const few = openBucket({ atOnce: 1, waiting: 2, attempts: 2, withinMs: 400 });
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => rejectionErrorOf(few.write(newStoragePath('jpg'), randomBytes(10)))),
    );
    release();
    // The first request is in flight, two wait, and the fourth finds the queue full.
    const codes = outcomes.map((error) => (error instanceof Error && 'code' in error ? error.code : null));
    expect(codes.filter((code) => code === 'FILES_UNAVAILABLE')).toHaveLength(3);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(1);
    // The queued requests timed out before the store could send them.
    expect(proxy.log.length).toBeLessThanOrEqual(2);
  });

  it('the file store reports an address without a listener as an unavailable store', async () => {
    await proxy.rejectConnections();
    const error = await rejectionErrorOf(bucket.write(newStoragePath('jpg'), randomBytes(10)));
    expect([error instanceof FilesUnavailable, causeCodeOf(error)]).toEqual([true, 'ECONNREFUSED']);
    expect(await checkBucketAtStart(s3Place())).toBe('ECONNREFUSED');
  });

  it('when the bucket rejects the server’s keys, the check at the start fails, and requests to the bucket report an unavailable store', async () => {
    const wrong = s3Place({ secretAccessKey: 'otra' });
    await expect(checkBucketAtStart(wrong)).rejects.toThrow(
      /^S3 niega .* \(SignatureDoesNotMatch\): revisa S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY/,
    );
    const error = await rejectionErrorOf(
      createS3FileStore(wrong, LONG_S3_LIMITS).write(newStoragePath('jpg'), randomBytes(10)),
    );
    expect([error instanceof FilesUnavailable, causeCodeOf(error)]).toEqual([true, 'SignatureDoesNotMatch']);
  });

  it('the server does not start, and prints one message, when the bucket does not exist or is in another region', async () => {
    await expect(checkBucketAtStart(s3Place({ bucket: 'no-existe' }))).rejects.toThrow(
      /^No hay un bucket no-existe en http/,
    );
    await expect(checkBucketAtStart(s3Place({ region: 'eu-west-9' }))).rejects.toThrow(/S3_REGION/);
    expect(await checkBucketAtStart(s3Place())).toBeNull();
  });

  it('when the server’s clock is twenty minutes wrong, the check at the start fails, and requests to the bucket report an unavailable store', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 });
    try {
      await expect(checkBucketAtStart(s3Place())).rejects.toThrow(
        /^El reloj de este equipo no coincide .* \(RequestTimeTooSkewed\)/,
      );
      const error = await rejectionErrorOf(bucket.write(newStoragePath('jpg'), randomBytes(10)));
      expect([error instanceof FilesUnavailable, causeCodeOf(error)]).toEqual([true, 'RequestTimeTooSkewed']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('a bucket error contains no key, secret or file path', async () => {
    proxy.inject({}, errorFault(403, 'AccessDenied'), 9);
    const storagePath = newStoragePath('jpg');
    const error = await rejectionErrorOf(bucket.read(storagePath));
    const said = JSON.stringify([
      String(error),
      error instanceof Error && [error.stack, String(error.cause), error.cause],
    ]);
    const { accessKeyId, secretAccessKey } = storeOf().place;
    for (const secret of [accessKeyId, secretAccessKey, storagePath]) expect(said).not.toContain(secret);
  });

  it('the file store lists all pages of a bucket, and no file twice', async () => {
    const names = Array.from({ length: 7 }, () => newStoragePath('jpg'));
    await Promise.all(names.map((name) => bucket.write(name, randomBytes(10))));
    const found: string[] = [];
    for await (const page of openBucket({ pageSize: 3 }).list())
      found.push(...page.map(({ storagePath }) => storagePath));
    expect(found).toEqual(expect.arrayContaining(names));
    expect(new Set(found).size).toBe(found.length);
  });
}
