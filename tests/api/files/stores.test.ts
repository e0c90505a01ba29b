// @module-tag landing
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { createS3FileStore } from '#server/platform/files/s3/s3-files.ts';
import { FilesUnavailable, newStoragePath } from '#server/platform/files/store.ts';
import { makeScratchFolder } from '#tests/support/base/scratch.ts';
import { type FakeS3, startFakeS3 } from '#tests/support/s3/fake-s3.ts';
import { bucketFaultSuite } from './bucket-suite.ts';
import { storeSuite } from './store-suite.ts';

describe('P10.58 file store on a disk', () => {
  const folders: string[] = [];
  afterEach(() => Promise.all(folders.splice(0).map((folder) => fs.rm(folder, { recursive: true }))));

  storeSuite(async () => {
    const folder = makeScratchFolder('store');
    folders.push(folder);
    return {
      files: createDiskFileStore(folder),
      alter: (storagePath, bytes) => fs.writeFile(path.join(folder, storagePath), bytes),
    };
  });
});

describe('P10.58 disk whose writes fail', () => {
  /**
   * Makes every file write fail with `code` after 10 bytes. To do so, it mocks the prototype of the handles that `open`
   * returns.
   */
  async function failWrites(folder: string, code: string): Promise<void> {
    const handle = await fs.open(path.join(folder, 'any'), 'w');
    await handle.close();
    await fs.unlink(path.join(folder, 'any'));
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    vi.spyOn(prototype, 'writeFile').mockImplementation(async function (this: FileHandle) {
      await this.write(Buffer.alloc(10));
      throw Object.assign(new Error(code), { code });
    });
  }
  afterEach(() => void vi.restoreAllMocks());

  it.each(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'ESTALE', 'ETIMEDOUT', 'EHOSTDOWN', 'ENOTCONN'])(
    'the file store on a disk reports itself as unavailable on %s, and leaves no partial file',
    async (code) => {
      const folder = makeScratchFolder('full');
      await failWrites(folder, code);
      const storagePath = newStoragePath('jpg');
      const refusal = await createDiskFileStore(folder)
        .write(storagePath, Buffer.alloc(1_000))
        .catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(FilesUnavailable);
      expect(refusal).toMatchObject({ cause: { code } });
      expect(await fs.readdir(path.join(folder, storagePath.slice(0, 2)))).toEqual([]);
      await fs.rm(folder, { recursive: true });
    },
  );
});

describe('S3 file store in the memory of this process', () => {
  let store: FakeS3;
  beforeAll(async () => {
    store = await startFakeS3();
  });
  afterEach(() => store.kept.clear());
  afterAll(() => store.stop());

  describe('P10.58 file store in a bucket', () => {
    storeSuite(async () => {
      const files = createS3FileStore(store.place);
      return { files, alter: (storagePath, bytes) => files.write(storagePath, bytes) };
    });
  });

  describe('P10.59 bucket that fails, hangs or alters files', () => {
    bucketFaultSuite(() => store);
  });
});
