import { afterAll, beforeAll, describe } from 'vitest';
import { createS3FileStore } from '#server/platform/files/s3/s3-files.ts';
import type { S3TestStore } from '#tests/support/s3/store.ts';
import { isSwiftInstalled, startSwift } from '#tests/support/s3/swift.ts';
import { bucketFaultSuite } from './bucket-suite.ts';
import { emptyBucket } from './empty-bucket.ts';
import { storeSuite } from './store-suite.ts';

// `npm run test:s3` installs and requires Swift. Other runs skip these tests when Swift is not installed.
const isSwiftSkipped = process.env['REQUIRE_SWIFT'] !== '1' && !isSwiftInstalled();

describe.skipIf(isSwiftSkipped)('OpenStack Swift through its S3 interface (npm run test:s3)', () => {
  let store: S3TestStore;
  beforeAll(async () => {
    store = await startSwift();
  });
  afterAll(() => store.stop());

  describe('P10.58 file store in a Swift bucket', () => {
    storeSuite(async () => {
      await emptyBucket(store);
      const files = createS3FileStore(store.place);
      return { files, alter: (storagePath, bytes) => files.write(storagePath, bytes) };
    });
  });

  describe('P10.59 Swift bucket that fails, hangs or alters files', () => {
    bucketFaultSuite(() => store);
  });
});
