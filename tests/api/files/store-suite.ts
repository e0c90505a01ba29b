import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { FileAltered, FileMissing, type FileStore, newStoragePath, sha256Of } from '#server/files/store.ts';

/** A store that is opened anew for each test, and what a test does behind its back. */
interface Opened {
  readonly files: FileStore;
  /** Puts other bytes in a file's place. */
  readonly alter: (storagePath: string, bytes: Buffer) => Promise<void>;
}

const HOUR = 60 * 60_000;
const soon = () => new Date(Date.now() + HOUR);

async function listed(files: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const page of files.list()) names.push(...page.map(({ storagePath }) => storagePath));
  return names.sort();
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

/** What every store promises. */
export function promisesOfAStore(open: () => Promise<Opened>): void {
  it('gives back what was written, byte by byte, of any size', async () => {
    const { files } = await open();
    for (const length of [0, 1, 70_000, 1_500_000]) {
      const [storagePath, bytes] = [newStoragePath('pdf'), randomBytes(length)];
      await files.write(storagePath, bytes);
      expect((await files.read(storagePath)).equals(bytes)).toBe(true);
      expect((await files.read(storagePath, sha256Of(bytes))).equals(bytes)).toBe(true);
    }
  });

  it('says that a file is missing, and never that it is empty', async () => {
    const { files } = await open();
    expect(await refusal(files.read(newStoragePath('jpg')))).toBeInstanceOf(FileMissing);
  });

  it('gives out no file that is not what its row says', async () => {
    const { files, alter } = await open();
    const [storagePath, bytes] = [newStoragePath('png'), randomBytes(2_000)];
    await files.write(storagePath, bytes);
    await alter(storagePath, randomBytes(2_000));
    expect(await refusal(files.read(storagePath, sha256Of(bytes)))).toBeInstanceOf(FileAltered);
  });

  it('lists what there is with its age, as often as it is written', async () => {
    const { files } = await open();
    const began = Date.now();
    const names = Array.from({ length: 5 }, () => newStoragePath('jpg'));
    for (const name of [...names, names[0] ?? '']) await files.write(name, randomBytes(10));
    expect(await listed(files)).toEqual([...names].sort());
    for await (const page of files.list())
      for (const { changedAt } of page) expect(Math.abs(changedAt.getTime() - began)).toBeLessThan(60_000);
  });

  it('takes a file into quarantine, out of reach, and gives it up there after its time', async () => {
    const { files } = await open();
    const [gone, stays] = [newStoragePath('jpg'), newStoragePath('jpg')];
    for (const name of [gone, stays]) await files.write(name, randomBytes(10));
    await files.quarantine(gone);
    await files.quarantine(gone);
    await files.quarantine(newStoragePath('jpg'));
    expect(await refusal(files.read(gone))).toBeInstanceOf(FileMissing);
    expect(await listed(files)).toEqual([stays]);
    await files.clearQuarantine(new Date(Date.now() - HOUR));
    await files.clearQuarantine(soon());
    await files.clearQuarantine(soon());
    expect(await listed(files)).toEqual([stays]);
    expect(await files.read(stays)).toHaveLength(10);
  });
}
