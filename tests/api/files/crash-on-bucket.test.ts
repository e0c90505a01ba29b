// @module-tag landing
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Media } from '#contract/records/evaluation/capture.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { createS3FileStore } from '#server/platform/files/s3/s3-files.ts';
import { sweepOrphans } from '#server/sweep-files.ts';
import { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { buildTestProgram } from '#tests/support/server/build-program.ts';
import { type FakeS3, startFakeS3 } from '#tests/support/s3/fake-s3.ts';
import { countRows, createEvaluation, idempotencyHeader } from '../support/capture.ts';
import { mediaParts, createMultipartBody } from '../support/files/multipart.ts';
import { photo } from '../support/files/pictures.ts';
import { type Caller, type Server, responseOf, startServer } from '../support/server.ts';

let programPath: string;
let fakeS3: FakeS3;
let proxy: FaultProxy;
let server: Server;
let receptionist: Caller;
beforeAll(async () => {
  programPath = await buildTestProgram('tests/api/crash/held-server.ts');
  fakeS3 = await startFakeS3();
  proxy = await FaultProxy.start(fakeS3.place.endpoint.origin);
  server = await startServer('crash_bucket', { files: createS3FileStore(fakeS3.place) });
  receptionist = await server.as('desk');
});
afterAll(async () => {
  await server.stop();
  await proxy.close();
  await fakeS3.stop();
});

async function receivePort(child: ChildProcess): Promise<number> {
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return port;
}

/**
 * Sends the request to a separate server process. Kills that process either when its upload arrives at the bucket or when the
 * upload has succeeded.
 */
async function sendAndKillServer(
  at: 'before' | 'after',
  url: string,
  request: { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> },
): Promise<void> {
  const S3 = JSON.stringify({ ...fakeS3.place, endpoint: proxy.origin });
  const env = { CONNECTION: JSON.stringify(server.database.connection), S3 };
  const child = fork(programPath, { env, execArgv: [] });
  const port = await receivePort(child);
  const held = proxy.hold({ method: 'PUT' }, at);
  const response = fetch(`http://127.0.0.1:${port}${API_BASE}${url}`, { method: 'POST', ...request }).then(
    ({ status }) => status,
    () => 'no answer',
  );
  await held.reached;
  child.kill('SIGKILL');
  await once(child, 'exit');
  held.release();
  expect(await response).toBe('no answer');
}

describe('P10.58 S7 server killed while it stores a picture in a bucket', () => {
  it.each(['before', 'after'] as const)(
    'when the server is killed %s the bucket stores a picture, a repeated request stores one picture, and the sweep removes an orphaned file',
    async (at) => {
      const url = `/evaluations/${await createEvaluation(server, receptionist)}/media`;
      const [parts, headers] = [mediaParts('photo', await photo()), idempotencyHeader()];
      const before = await countRows(server, 'media');
      const { body, type } = createMultipartBody(parts);
      await sendAndKillServer(at, url, {
        body: new Uint8Array(body),
        headers: { ...headers, cookie: receptionist.cookie, 'content-type': type },
      });
      expect(await countRows(server, 'media')).toBe(before);

      const { storage_path } = responseOf(Media, await receptionist.post(url, { parts, headers }));
      expect(await countRows(server, 'media')).toBe(before + 1);
      const inTwoHours = new Date(Date.now() + 2 * 60 * 60_000);
      const swept = await sweepOrphans(server.database.pool, createS3FileStore(fakeS3.place), inTwoHours);
      expect(swept).toBe(at === 'after' ? 1 : 0);
      expect((await receptionist.get(`/files/${storage_path}`)).statusCode).toBe(200);
    },
  );
});
