// @module-tag landing
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Media } from '#contract/records/evaluation/capture.ts';
import { readConfig } from '#server/configuration/config.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { addFallbackRead } from '#server/platform/files/earlier-disk.ts';
import { copyFilesToBucket } from '#server/platform/files/s3/move.ts';
import { createS3FileStore } from '#server/platform/files/s3/s3-files.ts';
import { type FileStore, FilesUnavailable, newStoragePath } from '#server/platform/files/store.ts';
import { copyAllFilesToBucket } from '#server/move-files.ts';
import { openFileStore } from '#server/open-files.ts';
import { makeScratchFolder } from '#tests/support/base/scratch.ts';
import { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { type FakeS3, startFakeS3 } from '#tests/support/s3/fake-s3.ts';
import { s3EnvironmentOf } from '#tests/support/s3/store.ts';
import { createEvaluation, idempotencyHeader } from '../support/capture.ts';
import { mediaParts } from '../support/files/multipart.ts';
import { photo } from '../support/files/pictures.ts';
import { responseOf, startServer } from '../support/server.ts';

let fakeS3: FakeS3;
let proxy: FaultProxy;
let dataDir: string;
let diskStore: FileStore;
beforeEach(async () => {
  fakeS3 = await startFakeS3();
  proxy = await FaultProxy.start(fakeS3.place.endpoint.origin);
  dataDir = makeScratchFolder('move');
  diskStore = createDiskFileStore(path.join(dataDir, 'files'));
});
afterEach(async () => {
  await proxy.close();
  await fakeS3.stop();
  fs.rmSync(dataDir, { recursive: true });
});

const environmentForMove = () => ({ DATA_DIR: dataDir, ...s3EnvironmentOf(fakeS3, proxy.origin) });
async function moveFilesToBucket(env: Record<string, string> = environmentForMove()): Promise<string> {
  const said: string[] = [];
  await copyAllFilesToBucket(readConfig(env), (line) => said.push(line));
  return said.join('\n');
}
async function writeRandomFiles(count: number): Promise<Map<string, Buffer>> {
  const made = new Map(
    Array.from({ length: count }, () => [newStoragePath('jpg'), randomBytes(2_000)] as const),
  );
  for (const [name, bytes] of made) await diskStore.write(name, bytes);
  return made;
}
async function expectFilesInBucket(made: ReadonlyMap<string, Buffer>): Promise<void> {
  const bucket = createS3FileStore(fakeS3.place);
  for (const [name, bytes] of made) expect((await bucket.read(name)).equals(bytes)).toBe(true);
}

describe('P10.60 npm run files -- move (from disk to bucket)', () => {
  it('P10.254 the move copies every file to the bucket, reads it back, leaves the disk unchanged, and prints the settings to use', async () => {
    const made = await writeRandomFiles(9);
    fs.writeFileSync(path.join(dataDir, 'files', 'suelto.tmp'), 'x');
    const said = await moveFilesToBucket();
    await expectFilesInBucket(made);
    expect(said).toContain(
      'Los 9 archivos están en el bucket: 9 copiados ahora (0.0 MB) y releídos, 0 ya estaban.',
    );
    for (const name of Object.keys(environmentForMove()).slice(1)) expect(said).toContain(name);
    // The server prints the same text when it starts (startup-banner.test.ts).
    expect(said).toContain(
      `Lo que no está en el bucket se lee de ${path.join(dataDir, 'files')}: consérvala`,
    );
    expect(said).not.toContain(fakeS3.place.secretAccessKey);
    for (const [name, bytes] of made) expect((await diskStore.read(name)).equals(bytes)).toBe(true);
  });

  it('a second move of the files to the bucket copies only files that are missing there or differ', async () => {
    const made = await writeRandomFiles(5);
    await moveFilesToBucket();
    const [first = ''] = made.keys();
    await createS3FileStore(fakeS3.place).write(first, randomBytes(2_000));
    const more = await writeRandomFiles(2);
    expect(await moveFilesToBucket()).toContain('Los 7 archivos están en el bucket: 3 copiados ahora');
    await expectFilesInBucket(new Map([...made, ...more]));
    expect(await moveFilesToBucket()).toContain('0 copiados ahora (0.0 MB) y releídos, 7 ya estaban');
  });

  it('the move reports an interruption in one message, and the next move continues where the first one stopped', async () => {
    const made = await writeRandomFiles(12);
    let writes = 0;
    proxy.chooseFaults(({ method }) =>
      method === 'PUT' && (writes += 1) > 5 ? { type: 'cut_before' } : null,
    );
    await expect(moveFilesToBucket()).rejects.toThrow(
      /^El bucket dejó de responder después de 4 de 12 archivos \(\w+\)\. Repítelo: sigue donde quedó\.$/,
    );
    proxy.heal();
    expect(await moveFilesToBucket()).toMatch(/Los 12 archivos están en el bucket: 8 copiados ahora/);
    await expectFilesInBucket(made);
  });

  it('the move reports an unreadable disk with the error of the disk, not of the bucket', async () => {
    await writeRandomFiles(1);
    const fault = Object.assign(new Error('EIO'), { code: 'EIO' });
    const read = () => Promise.reject(new FilesUnavailable('away', { cause: fault }));
    const moving = copyFilesToBucket(
      { ...diskStore, read },
      createS3FileStore(fakeS3.place),
      () => undefined,
    );
    await expect(moving).rejects.toBe(fault);
  });

  it('the move fails with a message when no bucket is configured or the bucket is unavailable', async () => {
    await expect(moveFilesToBucket({ DATA_DIR: dataDir })).rejects.toThrow(
      /^files move necesita S3_ENDPOINT/,
    );
    await proxy.rejectConnections();
    await expect(moveFilesToBucket()).rejects.toThrow(
      /no responde \(ECONNREFUSED\): repítelo cuando responda\.$/,
    );
  });

  it('the server can read each file before, between and after two moves of the files to the bucket', async () => {
    const before = await startServer('move-before', { files: diskStore });
    const receptionist = await before.as('desk');
    const upload = async (tint: number) => {
      const parts = mediaParts('photo', await photo(tint));
      const id = await createEvaluation(before, receptionist);
      return responseOf(
        Media,
        await receptionist.post(`/evaluations/${id}/media`, { parts, headers: idempotencyHeader() }),
      ).storage_path;
    };
    const first = await upload(1);
    const [said, second] = await Promise.all([moveFilesToBucket(), upload(2)]);
    expect(said).toMatch(/Los [12] archivos están en el bucket/);

    // Server with the new settings. A file that arrived during the move is only on the disk, so the server reads it from there.
    const { files, place } = await openFileStore(readConfig(environmentForMove()));
    expect(place).toMatchObject({ kind: 's3', away: null, earlier: path.join(dataDir, 'files') });
    const third = newStoragePath('jpg');
    await files.write(third, await photo(3));
    expect(await files.read(second)).toEqual(await diskStore.read(second));
    await moveFilesToBucket();
    fs.rmSync(path.join(dataDir, 'files'), { recursive: true });
    for (const name of [first, second, third]) expect((await files.read(name)).length).toBeGreaterThan(0);
    expect((await openFileStore(readConfig(environmentForMove()))).place).toMatchObject({ earlier: null });
    await before.stop();
  });

  it('the file store that reads from bucket and disk reports a file that is in neither of them as missing', async () => {
    const both = addFallbackRead(createS3FileStore(fakeS3.place), diskStore);
    await expect(both.read(newStoragePath('jpg'))).rejects.toMatchObject({ code: 'FILE_MISSING' });
  });
});
