import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { PoolClient, PoolConfig } from 'pg';
import { buildApp } from '#server/app.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import type { S3Location } from '#server/platform/files/s3/attempt.ts';
import { createS3FileStore } from '#server/platform/files/s3/s3-files.ts';
import { createPool } from '#server/platform/database/connection/pool.ts';
import type { HoldPoint } from './hold-points.ts';

/**
 * Server process that stops at the point HOLD and notifies its parent process, which then kills it. Only the file system's
 * rename and the database connection's commit are replaced; all other server code is real.
 */
const { CONNECTION = '{}', FILES_DIR = '', S3, HOLD } = process.env;

function holdAtPoint(point: HoldPoint): Promise<void> {
  if (HOLD !== point) return Promise.resolve();
  process.send?.({ held: point });
  return new Promise(() => undefined);
}

function patchRenameToHold(): void {
  const { rename } = fsp;
  fsp.rename = async (from, to) => {
    await holdAtPoint('before rename');
    await rename(from, to);
  };
  syncBuiltinESMExports();
}

type RunQuery = (query: string | { text: string }, ...rest: unknown[]) => Promise<unknown>;

/**
 * Holds the commit of a transaction that has written rows. Read-only transactions, such as the check before a picture is
 * decoded, commit normally.
 */
function patchCommitToHold(client: PoolClient): void {
  const query = client.query.bind(client) as RunQuery;
  let hasWritten = false;
  const pausedQuery: RunQuery = async (statement, ...rest) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (text.startsWith('begin')) hasWritten = false;
    if (/^(insert|update|delete)\b/.test(text)) hasWritten = true;
    const isCommit = text === 'commit' && hasWritten;
    if (isCommit) await holdAtPoint('before commit');
    const result = await query(statement, ...rest);
    if (isCommit) await holdAtPoint('after commit');
    return result;
  };
  Object.assign(client, { query: pausedQuery });
}

patchRenameToHold();
const pool = createPool(JSON.parse(CONNECTION) as PoolConfig);
pool.on('connect', patchCommitToHold);
const openBucketFileStore = (place: string) => {
  const { endpoint, ...rest } = JSON.parse(place) as Omit<S3Location, 'endpoint'> & { endpoint: string };
  return createS3FileStore({ ...rest, endpoint: new URL(endpoint) });
};
const fileStore = S3 ? openBucketFileStore(S3) : createDiskFileStore(FILES_DIR);
const app = await buildApp({ pool, files: fileStore, staticDir: null, publicUrl: null, logger: false });
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (app.server.address() as AddressInfo).port });
