import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Archiver } from '#server/platform/backup/archive/archiver.ts';
import { readIncarnation } from '#server/platform/backup/archive/incarnation.ts';
import { storeSegment } from '#server/platform/backup/archive/segments.ts';
import { createBackupKeyFile, requireBackupKey } from '#server/platform/backup/encryption/key.ts';
import { openFileStore } from '#server/open-files.ts';
import { createStorageMonitor } from '#server/monitoring/facts/places.ts';
import { makeScratchFolder } from '#tests/support/base/scratch.ts';
import { flipBitInFile } from '../backup/backup-clinic.ts';

let scratch: string;
beforeAll(() => {
  scratch = makeScratchFolder('places');
});
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

async function findClosedPort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const timeAtMinute = (minute: number): Date => new Date(Date.UTC(2026, 10, 25, 12, minute));

it('P10.212 the server checks a healthy file store every few minutes and an unavailable one in each round, and keeps the time when the fault began', async () => {
  const codes = [null, 'ECONNREFUSED', 'AccessDenied', null];
  let asked = 0;
  const places = createStorageMonitor('bucket', async () => codes[asked++] ?? null, null);
  const since: (number | null)[] = [];
  for (let minute = 0; minute <= 7; minute += 1) {
    await places.look(timeAtMinute(minute));
    since.push(places.state().files.fault?.since.getUTCMinutes() ?? null);
  }
  expect(asked).toBe(4);
  expect(since).toEqual([null, null, null, null, 4, 4, null, null]);
});

it('P10.212 a running server detects a deleted file folder and an unreachable bucket', async () => {
  const dataDir = path.join(scratch, 'data');
  const onDisk = await openFileStore({ dataDir, s3: null });
  expect(await onDisk.look()).toBeNull();
  fs.rmSync(path.join(dataDir, 'files'), { recursive: true });
  expect(await onDisk.look()).toBe('ENOENT');
  const inBucket = await openFileStore({
    dataDir,
    s3: {
      endpoint: new URL(`http://127.0.0.1:${await findClosedPort()}`),
      bucket: 'clinica',
      region: 'us-east-1',
      accessKeyId: 'llave',
      secretAccessKey: 'secreta',
    },
  });
  expect(await inBucket.look()).toBe('ECONNREFUSED');
});

function createArchiveFolders(label: string) {
  const folder = path.join(scratch, label);
  const [dataDir, archiveDir, keyFile] = [
    path.join(folder, 'data'),
    path.join(folder, 'archive'),
    path.join(folder, 'key'),
  ];
  createBackupKeyFile(keyFile);
  fs.mkdirSync(path.join(dataDir, 'postgres', 'pg_wal'), { recursive: true });
  return { dataDir, archiveDir, keyFile, spool: path.join(dataDir, 'postgres', 'pg_wal', 'to_archive') };
}

const SEGMENT_NAME = '000000010000000000000001';

it('P10.212 the server reports that the archive rejects segments, from the first rejected segment until one is stored', async () => {
  const { dataDir, archiveDir, keyFile, spool } = createArchiveFolders('away');
  const reported: string[] = [];
  const archiver = new Archiver({
    dataDir,
    archiveDir,
    key: requireBackupKey(keyFile),
    onBehind: ({ code }) => reported.push(code),
  });
  const life = path.join(archiveDir, readIncarnation(dataDir) ?? '');
  fs.rmdirSync(life);
  fs.writeFileSync(life, 'in the way');
  archiver.start();
  expect(archiver.behind).toBeNull();
  fs.writeFileSync(path.join(spool, SEGMENT_NAME), 'a segment');
  await expect.poll(() => archiver.behind?.code).toBe('altered');
  fs.rmSync(life);
  fs.mkdirSync(life);
  await archiver.stop();
  expect([archiver.behind, reported]).toEqual([null, ['altered']]);
});

it('P10.212 the server reports once why a segment cannot be archived, with the action to take', async () => {
  const { dataDir, archiveDir, keyFile, spool } = createArchiveFolders('in-the-way');
  const key = requireBackupKey(keyFile);
  const reported: (string | null)[] = [];
  const archiver = new Archiver({
    dataDir,
    archiveDir,
    key,
    onBehind: ({ sentence }) => reported.push(sentence),
  });
  const archive = { dir: archiveDir, life: readIncarnation(dataDir) ?? '' };
  const file = path.join(archiveDir, archive.life, SEGMENT_NAME);
  fs.mkdirSync(file);
  archiver.start();
  fs.writeFileSync(path.join(spool, SEGMENT_NAME), 'a segment');
  await archiver.stop();
  const damaged = `${file} está dañado: muévelo a otro lugar, y el proveedor archiva ese segmento de nuevo.`;
  expect(reported).toEqual([damaged]);
  fs.rmdirSync(file);
  await storeSegment(key, archive, SEGMENT_NAME, Buffer.from('of another database'));
  await archiver.stop();
  await archiver.stop();
  const another = `${file} es de otra base de datos: borra archive-life en esta carpeta de datos y reinicia el proveedor, que archiva entonces en otro lugar.`;
  expect(archiver.behind).toMatchObject({ code: 'altered', sentence: another });
  flipBitInFile(file);
  await archiver.stop();
  expect(reported).toEqual([damaged, another, damaged]);
  createBackupKeyFile(`${keyFile}-2`);
  fs.rmSync(file);
  await storeSegment(requireBackupKey(`${keyFile}-2`), archive, SEGMENT_NAME, Buffer.from('a segment'));
  await archiver.stop();
  expect(reported.at(-1)).toBe(
    `${file} se selló con otra llave: si es de esta clínica, muévelo a otro lugar, y el proveedor archiva ese segmento de nuevo.`,
  );
  fs.rmSync(file);
  await archiver.stop();
  expect(archiver.behind).toBeNull();
});
