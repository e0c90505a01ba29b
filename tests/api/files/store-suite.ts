import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  FileAltered,
  FileMissing,
  type FileStore,
  type ListedFile,
  newStoragePath,
  sha256Of,
} from '#server/platform/files/store.ts';

interface StoreUnderTest {
  readonly files: FileStore;
  readonly alter: (storagePath: string, bytes: Buffer) => Promise<void>;
}

async function collectStoragePaths(pages: AsyncIterable<readonly ListedFile[]>): Promise<string[]> {
  const names: string[] = [];
  for await (const page of pages) names.push(...page.map(({ storagePath }) => storagePath));
  return names.sort();
}

async function rejectionErrorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

export function storeSuite(open: () => Promise<StoreUnderTest>): void {
  it('a file store returns the written bytes, whatever the size', async () => {
    const { files } = await open();
    for (const length of [0, 1, 70_000, 1_500_000]) {
      const [storagePath, bytes] = [newStoragePath('pdf'), randomBytes(length)];
      await files.write(storagePath, bytes);
      expect((await files.read(storagePath)).equals(bytes)).toBe(true);
      expect((await files.read(storagePath, sha256Of(bytes))).equals(bytes)).toBe(true);
    }
  });

  it('a file store reports a missing file as missing, never as empty', async () => {
    const { files } = await open();
    expect(await rejectionErrorOf(files.read(newStoragePath('jpg')))).toBeInstanceOf(FileMissing);
  });

  it('a file store returns no file whose digest differs from that of its row', async () => {
    const { files, alter } = await open();
    const [storagePath, bytes] = [newStoragePath('png'), randomBytes(2_000)];
    await files.write(storagePath, bytes);
    await alter(storagePath, randomBytes(2_000));
    expect(await rejectionErrorOf(files.read(storagePath, sha256Of(bytes)))).toBeInstanceOf(FileAltered);
  });

  it('a file store lists each file once with its age, however often the file was written', async () => {
    const { files } = await open();
    const began = Date.now();
    const names = Array.from({ length: 5 }, () => newStoragePath('jpg'));
    for (const name of [...names, names[0] ?? '']) await files.write(name, randomBytes(10));
    expect(await collectStoragePaths(files.list())).toEqual([...names].sort());
    for await (const page of files.list())
      for (const { changedAt } of page) expect(Math.abs(changedAt.getTime() - began)).toBeLessThan(60_000);
  });

  it('a file store does not return a file in quarantine, and deletes it from quarantine on request', async () => {
    const { files } = await open();
    const [gone, stays] = [newStoragePath('jpg'), newStoragePath('jpg')];
    for (const name of [gone, stays]) await files.write(name, randomBytes(10));
    await files.quarantine(gone);
    await files.quarantine(gone);
    await files.quarantine(newStoragePath('jpg'));
    expect(await rejectionErrorOf(files.read(gone))).toBeInstanceOf(FileMissing);
    expect(await collectStoragePaths(files.list())).toEqual([stays]);
    expect(await collectStoragePaths(files.listQuarantine())).toEqual([gone]);
    for await (const page of files.listQuarantine())
      for (const { changedAt } of page)
        expect(Math.abs(changedAt.getTime() - Date.now())).toBeLessThan(60_000);
    await files.removeQuarantined(gone);
    await files.removeQuarantined(gone);
    expect(await collectStoragePaths(files.listQuarantine())).toEqual([]);
    expect(await collectStoragePaths(files.list())).toEqual([stays]);
    expect(await files.read(stays)).toHaveLength(10);
  });

  it('a file store restores a file from quarantine with all its bytes', async () => {
    const { files } = await open();
    const [storagePath, bytes] = [newStoragePath('jpg'), randomBytes(2_000)];
    await files.write(storagePath, bytes);
    await files.quarantine(storagePath);
    await files.takeBack(storagePath);
    await files.takeBack(storagePath);
    await files.takeBack(newStoragePath('jpg'));
    expect((await files.read(storagePath, sha256Of(bytes))).equals(bytes)).toBe(true);
    expect(await collectStoragePaths(files.list())).toEqual([storagePath]);
    expect(await collectStoragePaths(files.listQuarantine())).toEqual([]);
  });
}
