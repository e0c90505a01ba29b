import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { diskFiles } from '#server/files/disk-files.ts';
import { s3Files } from '#server/files/s3/s3-files.ts';
import { makeScratch } from '#tests/support/base/scratch.ts';
import { type FakeS3, startFakeS3 } from '#tests/support/s3/fake-s3.ts';
import { faultsOfABucket } from './bucket-suite.ts';
import { promisesOfAStore } from './store-suite.ts';

describe('P10.58 files on a disk', () => {
  const folders: string[] = [];
  afterEach(() => Promise.all(folders.splice(0).map((folder) => fs.rm(folder, { recursive: true }))));

  promisesOfAStore(async () => {
    const folder = makeScratch('store');
    folders.push(folder);
    return {
      files: diskFiles(folder),
      alter: (storagePath, bytes) => fs.writeFile(path.join(folder, storagePath), bytes),
    };
  });
});

describe('a store that speaks S3, in this process', () => {
  let store: FakeS3;
  beforeAll(async () => {
    store = await startFakeS3();
  });
  afterEach(() => store.kept.clear());
  afterAll(() => store.stop());

  describe('P10.58 files in a bucket', () => {
    promisesOfAStore(async () => {
      const files = s3Files(store.place);
      return { files, alter: (storagePath, bytes) => files.write(storagePath, bytes) };
    });
  });

  describe('P10.59 a bucket that fails, hangs or alters files', () => {
    faultsOfABucket(() => store);
  });
});
