import path from 'node:path';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { createS3FileStore } from '#server/platform/files/s3/s3-files.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import type { Random } from '#tests/fuzz/random.ts';
import type { Fault } from '#tests/support/faults/fault.ts';
import { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { s3EnvironmentOf } from '#tests/support/s3/store.ts';
import { startSwift } from '#tests/support/s3/swift.ts';

/** File storage of the server under load: the disk or a bucket. */
export interface LoadStorage {
  readonly env: Readonly<Record<string, string>>;
  /** Returns the file store without injected faults, to verify its final content. */
  filesOf(dataDir: string): FileStore;
  readonly faults: () => number;
  stop(): Promise<void>;
}

export const DISK_STORAGE: LoadStorage = {
  env: {},
  filesOf: (dataDir) => createDiskFileStore(path.join(dataDir, 'files')),
  faults: () => 0,
  stop: () => Promise.resolve(),
};

const FILE_STORE_FAULTS: readonly Fault[] = [
  { type: 'cut_before' },
  { type: 'cut_after' },
  { type: 'cut_upload', afterBytes: 700 },
  { type: 'damage', at: 0.5 },
  { type: 'answer', status: 503, body: '<Error><Code>SlowDown</Code></Error>' },
  { type: 'answer', status: 507, body: '' },
];
/** Percentage of file requests that get a fault. Some whole uploads then fail, because the server makes three attempts each. */
const FAULT_PERCENT = 30;

/** Starts a Swift bucket behind a fault proxy. The seed determines the faults. */
export async function startFaultyBucketStorage(random: Random): Promise<LoadStorage> {
  const store = await startSwift();
  const proxy = await FaultProxy.start(store.place.endpoint.origin);
  let faults = 0;
  // Only requests for files get faults, because the server checks the bucket at its start.
  proxy.chooseFaults(({ path: key }) => {
    if (!key.includes('/files/') || random.int(100) >= FAULT_PERCENT) return null;
    faults += 1;
    return FILE_STORE_FAULTS[random.int(FILE_STORE_FAULTS.length)] ?? null;
  });
  return {
    env: s3EnvironmentOf(store, proxy.origin),
    filesOf: () => createS3FileStore(store.place),
    faults: () => faults,
    stop: async () => {
      await proxy.close();
      await store.stop();
    },
  };
}
