// @module-tag landing
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EncodedCall } from '#tests/fuzz/call.ts';
import { makeFuzzFiles } from '#tests/fuzz/files.ts';
import { findResponseProblem } from '#tests/fuzz/judge.ts';
import { loadRegressionCall } from '#tests/fuzz/regressions.ts';
import { problemsOfChain, runFuzz } from '#tests/fuzz/run.ts';
import { type CallOutcome, sendCall } from '#tests/fuzz/wire.ts';
import { type FuzzWorld, makeWorld } from '#tests/fuzz/world.ts';
import { type ListeningServer, startListeningServer } from '../support/listening.ts';

const REGRESSIONS_FOLDER = fileURLToPath(new URL('../../fuzz/regressions', import.meta.url));

let targetServer: ListeningServer;
beforeAll(async () => {
  targetServer = await startListeningServer('fuzz');
});
afterAll(() => targetServer.stop());

describe('P10.18 robustness of every call', () => {
  it('300 random calls over every route get responses of the contract, never a 5xx, and leave no personal data in the log', async () => {
    const report = await runFuzz(targetServer, { calls: 300, seed: 20_261_121, concurrency: 8 });
    expect(report.problems).toEqual([]);
    expect(report.done).toBe(300);
  }, 240_000);
});

describe('fuzzer’s check of a response', () => {
  const call: EncodedCall = {
    route: 'health',
    who: 'anonymous',
    method: 'GET',
    target: '/api/v1/health',
    headers: [],
    body: Buffer.alloc(0),
    isHonest: true,
  };
  const response = (status: number, body: unknown, type = 'application/json'): CallOutcome => ({
    type: 'answer',
    status,
    headers: new Map([['content-type', type]]),
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });
  const error = { code: 'not_found', message: 'No está.', details: [] };

  it.each<[string, CallOutcome]>([
    ['a 5xx', response(500, error)],
    ['an error of another form', response(404, { ...error, stack: 'x' })],
    ['an error that is no JSON', response(404, '<html>', 'text/html')],
    ['a code with another status', response(400, error)],
    ['a stack trace', response(404, { ...error, message: 'x\n    at open (file.js:1:1)' })],
    ['a message of the database', response(404, { ...error, message: 'duplicate key value' })],
    ['a call that is hung up on', { type: 'closed', received: '' }],
    ['a call that is never answered', { type: 'hang' }],
  ])('the fuzzer’s check reports %s', (_what, outcome) => {
    expect(findResponseProblem(call, outcome)).not.toBeNull();
    expect(findResponseProblem(call, response(404, error))).toBeNull();
  });
});

const regressionFiles = fs.readdirSync(REGRESSIONS_FOLDER).filter((name) => name.endsWith('.json'));

describe('recorded calls on a fresh server', () => {
  let fresh: ListeningServer;
  let world: FuzzWorld;
  beforeAll(async () => {
    fresh = await startListeningServer('fuzz');
    world = await makeWorld(fresh, await makeFuzzFiles());
  });
  afterAll(() => fresh.stop());

  it('P10.18 every call that once made the server fail now gets a response of the contract', async () => {
    for (const name of regressionFiles) {
      const call = loadRegressionCall(path.join(REGRESSIONS_FOLDER, name), world);
      const outcome = await sendCall(fresh.port, call, world.cookie(call.who));
      expect([name, findResponseProblem(call, outcome)]).toEqual([name, null]);
    }
  });

  it('the fuzzer’s check reports a log entry that was deleted from the hash chain', async () => {
    expect(await problemsOfChain(fresh.pool)).toEqual([]);
    await fresh.pool.query('alter table activity disable trigger user');
    await fresh.pool.query('delete from activity where sequence = 2');
    expect(await problemsOfChain(fresh.pool)).toHaveLength(1);
  });
});
