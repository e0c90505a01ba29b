// @module-tag landing
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreatedEvaluation, Media } from '#contract/records/evaluation/capture.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { linkEntries } from '#server/audit/commands/link-entries.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { sweepOrphans } from '#server/sweep-files.ts';
import { problemsOfChain } from '#tests/fuzz/run.ts';
import { createTestDatabase } from '#tests/support/server/embedded-database.ts';
import { buildTestProgram } from '#tests/support/server/build-program.ts';
import { countRows, createEvaluation, evaluationBody, idempotencyHeader } from '../support/capture.ts';
import {
  type ClinicalFixture,
  signedVersionsOf,
  seedReadyEvaluation,
  seedClinicalFixture,
  sign,
} from '../support/clinical.ts';
import { mediaParts, createMultipartBody, sha256 } from '../support/files/multipart.ts';
import { photo } from '../support/files/pictures.ts';
import { type Caller, type Server, type Reply, responseOf, startServer } from '../support/server.ts';
import { HOLD_POINTS, type HoldPoint } from './hold-points.ts';

let programPath: string;
let server: Server;
let receptionist: Caller;
let clinicalFixture: ClinicalFixture;
beforeAll(async () => {
  programPath = await buildTestProgram('tests/api/crash/held-server.ts');
  // This server runs before and after each crash, with the same database and folder.
  server = await startServer('crash');
  receptionist = await server.as('desk');
  clinicalFixture = await seedClinicalFixture(server);
});
afterAll(() => server.stop());

async function receiveMessage(child: ChildProcess, key: 'port' | 'held'): Promise<unknown> {
  for (;;) {
    const [received] = (await once(child, 'message')) as [Record<string, unknown>];
    if (key in received) return received[key];
  }
}

/** Sends the request to a server that stops at the given point, and kills the server there. The client gets no response. */
async function sendAndKillServer(
  point: HoldPoint,
  url: string,
  request: { body: Uint8Array<ArrayBuffer> | string; headers: Record<string, string> },
): Promise<void> {
  const child = fork(programPath, {
    env: {
      CONNECTION: JSON.stringify(server.database.connection),
      FILES_DIR: server.filesDir,
      HOLD: point,
    },
    execArgv: [],
  });
  const port = await receiveMessage(child, 'port');
  const held = receiveMessage(child, 'held');
  const answer = fetch(`http://127.0.0.1:${String(port)}${API_BASE}${url}`, {
    method: 'POST',
    ...request,
  }).then(
    (response) => response.status,
    () => 'no answer',
  );
  expect(await Promise.race([held, answer])).toBe(point);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await answer).toBe('no answer');
}

/** Repeats the request, as the outbox does, until the transaction of the killed process is rolled back. */
async function sendUntilNoConflict(send: () => Promise<Reply>): Promise<Reply> {
  let reply = await send();
  await expect
    .poll(async () => (reply.statusCode === 409 ? (reply = await send()).statusCode : reply.statusCode))
    .not.toBe(409);
  return reply;
}

async function expectStoredFilesIntact(): Promise<void> {
  const { rows } = await server.database.pool.query<{ storage_path: string; stored_sha256: string }>(
    'select storage_path, stored_sha256 from media',
  );
  for (const row of rows)
    expect(sha256(await fs.readFile(path.join(server.filesDir, row.storage_path)))).toBe(row.stored_sha256);
}

describe('S7 server killed while it stores an evaluation', () => {
  it.each(['before commit', 'after commit'] as const)(
    'when the server is killed %s, a repeated request creates exactly one evaluation',
    async (point) => {
      const [body, headers] = [JSON.stringify(evaluationBody(server)), idempotencyHeader()];
      const before = await countRows(server, 'evaluations');
      await sendAndKillServer(point, '/evaluations', {
        body,
        headers: { ...headers, cookie: receptionist.cookie, 'content-type': 'application/json' },
      });
      const reply = await sendUntilNoConflict(() =>
        receptionist.post('/evaluations', { raw: body, headers }),
      );
      expect([reply.statusCode, reply.headers['idempotency-status']]).toEqual([
        201,
        point === 'after commit' ? 'replayed' : 'stored',
      ]);
      const { rows } = await server.database.pool.query<{ id: string }>(
        'select id from evaluations order by created_at desc limit 1',
      );
      expect(responseOf(CreatedEvaluation, reply).id).toBe(rows[0]?.id);
      expect(await countRows(server, 'evaluations')).toBe(before + 1);
    },
  );
});

describe('P10.8 P10.175 server killed while a doctor signs', () => {
  const lines = async (table: 'activity' | 'activity_unlinked', id: string) =>
    (
      await server.database.pool.query<{ n: number }>(
        `select count(*)::integer as n from ${table}
          where evaluation_id = $1 and action = 'evaluation_signed' and status = 'done'`,
        [id],
      )
    ).rows[0]?.n;

  it.each(['before commit', 'after commit'] as const)(
    'when the server is killed %s during a signing, the evaluation is unchanged or has a signed version whose log entry is linked exactly once',
    async (point) => {
      const doctor = await server.as('doctor');
      const id = await seedReadyEvaluation(server, clinicalFixture);
      await sendAndKillServer(point, `/evaluations/${id}/sign`, {
        body: JSON.stringify({ doctor_id: clinicalFixture.doctors.signer }),
        headers: { cookie: doctor.cookie, 'content-type': 'application/json' },
      });
      if (point === 'after commit') {
        expect([await lines('activity', id), await lines('activity_unlinked', id)]).toEqual([0, 1]);
        const db = toDatabase(server.database.pool);
        await Promise.all([linkEntries(db), linkEntries(db)]);
      }
      const again = await sign(doctor, id, clinicalFixture.doctors.signer);
      expect(again.statusCode).toBe(point === 'after commit' ? 409 : 200);
      expect(await signedVersionsOf(server, id)).toHaveLength(1);
      expect([await lines('activity', id), await lines('activity_unlinked', id)]).toEqual([1, 0]);
      expect(await problemsOfChain(server.database.pool)).toEqual([]);
    },
  );
});

describe('S7 server killed while it stores an image', () => {
  it.each(HOLD_POINTS)(
    'when the server is killed %s, every image row has its file, and a repeated request stores one image',
    async (point) => {
      const evaluation = await createEvaluation(server, receptionist);
      const [parts, headers] = [mediaParts('photo', await photo()), idempotencyHeader()];
      const before = await countRows(server, 'media');
      const { body, type } = createMultipartBody(parts);
      const url = `/evaluations/${evaluation}/media`;
      await sendAndKillServer(point, url, {
        body: new Uint8Array(body),
        headers: { ...headers, cookie: receptionist.cookie, 'content-type': type },
      });
      await expectStoredFilesIntact();
      expect(await countRows(server, 'media')).toBe(before + (point === 'after commit' ? 1 : 0));

      const reply = await sendUntilNoConflict(() => receptionist.post(url, { parts, headers }));
      expect([reply.statusCode, reply.headers['idempotency-status']]).toEqual([
        201,
        point === 'after commit' ? 'replayed' : 'stored',
      ]);
      expect(await countRows(server, 'media')).toBe(before + 1);

      const inTwoHours = new Date(Date.now() + 2 * 60 * 60_000);
      expect(await sweepOrphans(server.database.pool, createDiskFileStore(server.filesDir), new Date())).toBe(
        0,
      );
      expect(await sweepOrphans(server.database.pool, createDiskFileStore(server.filesDir), inTwoHours)).toBe(
        point === 'after commit' ? 0 : 1,
      );
      await expectStoredFilesIntact();
      expect((await receptionist.get(`/files/${responseOf(Media, reply).storage_path}`)).statusCode).toBe(
        200,
      );
    },
  );

  it('the sweep keeps files in quarantine for thirty days', async () => {
    const quarantine = path.join(server.filesDir, '.orphans');
    const { pool } = server.database;
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);
    expect(await fs.readdir(quarantine)).toHaveLength(2);
    await sweepOrphans(pool, createDiskFileStore(server.filesDir), inDays(29));
    expect(await fs.readdir(quarantine)).toHaveLength(2);
    await sweepOrphans(pool, createDiskFileStore(server.filesDir), inDays(31));
    expect(await fs.readdir(quarantine)).toEqual([]);
    await expectStoredFilesIntact();
  });

  it('the next sweep restores files that a sweep for another database moved to quarantine, even after more than thirty days', async () => {
    const files = createDiskFileStore(server.filesDir);
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);
    const wrong = await createTestDatabase('wrong');
    expect(await sweepOrphans(wrong.pool, files, inDays(1))).toBeGreaterThan(0);
    await wrong.drop();
    await sweepOrphans(server.database.pool, files, inDays(31));
    expect(await fs.readdir(path.join(server.filesDir, '.orphans'))).toEqual([]);
    await expectStoredFilesIntact();
  });
});
