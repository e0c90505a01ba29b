import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBackupKeyFile, readBackupKey } from '../encryption/key.ts';
import { deleteUnusedPoolFiles, copyFilesToPool, runInParallel, isPoolFileIntact } from './pool.ts';

const injectedFault = vi.hoisted(() => ({ code: '' }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const failingStream = () =>
    Readable.from([]).destroy(Object.assign(new Error('a bad sector'), { code: injectedFault.code }));
  return {
    ...real,
    createReadStream: (...args: Parameters<typeof real.createReadStream>) =>
      injectedFault.code === '' ? real.createReadStream(...args) : failingStream(),
  };
});

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'pool-'));
});
afterEach(() => {
  injectedFault.code = '';
  fs.rmSync(dir, { recursive: true });
});

const storagePath = '17/17e2aaaa-0000-4000-8000-000000000000.jpg';
const source = {
  list: () => Promise.resolve([storagePath]),
  read: () => Promise.resolve(Readable.from([Buffer.from('a picture')]) as AsyncIterable<Buffer>),
};

it('P10.250 the check of a file in the backup counts an unreadable sector as damage, and throws any other read error', async () => {
  const file = path.join(dir, 'key');
  createBackupKeyFile(file);
  const key = readBackupKey(file);
  const work = { dir, key, source, known: new Map(), suspects: new Set<string>(), onFile: () => undefined };
  const { files } = await copyFilesToPool(work);
  expect(await isPoolFileIntact(dir, key, files[0]!)).toBe(true);
  injectedFault.code = 'EIO';
  expect(await isPoolFileIntact(dir, key, files[0]!)).toBe(false);
  injectedFault.code = 'EACCES';
  await expect(isPoolFileIntact(dir, key, files[0]!)).rejects.toThrow('a bad sector');
});

describe('P8.40 symbolic links in the backup folder', () => {
  const picture = path.basename(storagePath);
  async function fillPool() {
    const keyFile = path.join(dir, 'key');
    createBackupKeyFile(keyFile);
    const key = readBackupKey(keyFile);
    const live = path.join(dir, 'live');
    fs.mkdirSync(path.join(live, '17'), { recursive: true });
    fs.writeFileSync(path.join(live, '17', picture), 'live');
    const work = {
      dir: path.join(dir, 'copies'),
      key,
      source,
      known: new Map(),
      suspects: new Set([storagePath]),
      onFile: () => undefined,
    };
    await copyFilesToPool(work);
    return { work, live, pool: path.join(work.dir, `files-${key.id}`) };
  }
  const replace = (place: string, target: string) => {
    fs.rmSync(place, { recursive: true });
    fs.symlinkSync(target, place);
  };
  it.each([
    ['the shared files', (pool: string, live: string) => replace(pool, live)],
    [
      'a folder of them',
      (pool: string, live: string) => replace(path.join(pool, '17'), path.join(live, '17')),
    ],
    [
      'a file',
      (pool: string, live: string) => replace(path.join(pool, storagePath), path.join(live, storagePath)),
    ],
    [
      'a half-written file',
      (pool: string, live: string) =>
        fs.symlinkSync(path.join(live, storagePath), path.join(pool, `${storagePath}.part`)),
    ],
  ])(
    "P8.40 the backup fails and leaves the link's target unchanged when a symbolic link replaces %s",
    async (_, plant) => {
      const { work, live, pool } = await fillPool();
      plant(pool, live);
      await expect(copyFilesToPool(work)).rejects.toThrow('no es una carpeta ni un archivo común');
      await deleteUnusedPoolFiles(work.dir, work.key, new Set()).catch(() => undefined);
      expect(fs.readdirSync(path.join(live, '17'))).toEqual([picture]);
      expect(fs.readFileSync(path.join(live, storagePath), 'utf8')).toBe('live');
    },
  );
});

it('P10.67 `runInParallel` starts no further item after one has failed, and rejects only when all running items have ended', async () => {
  const begun: number[] = [];
  let writing = 0;
  const works = runInParallel([0, 1, 2, 3, 4, 5, 6, 7], async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('a full disk');
    writing += 1;
    await pause(50);
    writing -= 1;
  });
  await expect(works).rejects.toThrow('a full disk');
  expect(writing).toBe(0);
  expect(begun).toEqual([0, 1, 2, 3]);
});
