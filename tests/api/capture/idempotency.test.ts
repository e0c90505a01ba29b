import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { countRows, createEvaluation, evaluationBody, idempotencyHeader } from '../support/capture.ts';
import { holdLocks, countStatementsWaitingForLock } from '../support/locks.ts';
import { mediaParts } from '../support/files/multipart.ts';
import { photo } from '../support/files/pictures.ts';
import {
  type Caller,
  type Server,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let receptionist: Caller;
beforeAll(async () => {
  server = await startServer('idempotency');
  receptionist = await server.as('desk');
});
afterAll(() => server.stop());

describe('S7 evaluation under an idempotency key', () => {
  it('the server creates an evaluation once under an idempotency key; a repetition gets the same response, marked as replayed', async () => {
    const [json, headers] = [evaluationBody(server), idempotencyHeader()];
    const before = await countRows(server, 'evaluations');
    const first = await receptionist.post('/evaluations', { json, headers });
    const again = await receptionist.post('/evaluations', { json, headers });
    expect([first.statusCode, first.headers['idempotency-status']]).toEqual([201, 'stored']);
    expect([again.statusCode, again.headers['idempotency-status']]).toEqual([201, 'replayed']);
    expect(again.json()).toEqual(first.json());
    expect(await countRows(server, 'evaluations')).toBe(before + 1);
  });

  it('a repeated request gets the first response even if its company was deactivated and its user lost the branch in the meantime', async () => {
    const { companies, branches, users } = server.clinic;
    const { pool } = server.database;
    const json = evaluationBody(server, {}, { employer_company_id: companies.scaffolds });
    const headers = { ...idempotencyHeader(), 'x-branch-id': branches.medellin };
    const medellin = await server.as('deskMedellin');
    const first = await medellin.post('/evaluations', { json, headers });
    await pool.query('update companies set is_active = false where id = $1', [companies.scaffolds]);
    await pool.query('update users set branch_id = null where id = $1', [users.deskMedellin]);
    const again = await medellin.post('/evaluations', { json, headers });
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    await pool.query('update companies set is_active = true where id = $1', [companies.scaffolds]);
    await pool.query('update users set branch_id = $2 where id = $1', [
      users.deskMedellin,
      branches.medellin,
    ]);
  });

  it('the server rejects another body under a used idempotency key, and changes nothing', async () => {
    const headers = idempotencyHeader();
    await receptionist.post('/evaluations', { json: evaluationBody(server), headers });
    const before = await countRows(server, 'evaluations');
    const other = await receptionist.post('/evaluations', { json: evaluationBody(server), headers });
    expect([other.statusCode, errorCodeOf(other)]).toEqual([422, 'idempotency_mismatch']);
    expect(await countRows(server, 'evaluations')).toBe(before);
  });

  it('the same idempotency key from another user creates another evaluation', async () => {
    const [json, headers] = [evaluationBody(server), idempotencyHeader()];
    const mine = await receptionist.post('/evaluations', { json, headers });
    const theirs = await (await server.as('deskMedellin')).post('/evaluations', { json, headers });
    expect(theirs.headers['idempotency-status']).toBe('stored');
    expect(theirs.json()).not.toEqual(mine.json());
  });

  it('twenty simultaneous requests under one idempotency key create one evaluation; the others get 409 or the first response', async () => {
    const [json, headers] = [evaluationBody(server), idempotencyHeader()];
    const before = await countRows(server, 'evaluations');
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => receptionist.post('/evaluations', { json, headers })),
    );
    const stored = replies.filter((reply) => reply.headers['idempotency-status'] === 'stored');
    expect(stored).toHaveLength(1);
    for (const reply of replies)
      if (reply.statusCode === 409)
        expect([errorCodeOf(reply), reply.headers['retry-after']]).toEqual(['idempotency_in_progress', '1']);
      else expect(reply.json()).toEqual(stored[0]?.json());
    expect(await countRows(server, 'evaluations')).toBe(before + 1);
  });

  it('a repeated request gets 409 while the first request is running, and the first response afterwards', async () => {
    const [json, headers] = [evaluationBody(server), idempotencyHeader()];
    // The lock stops the command, which must find the patient by document number in this table.
    const release = await holdLocks(server, 'lock table patients in exclusive mode');
    const running = receptionist.post('/evaluations', { json, headers });
    await expect.poll(() => countStatementsWaitingForLock(server)).toBe(1);
    const second = await receptionist.post('/evaluations', { json, headers });
    await release();
    expect([second.statusCode, errorCodeOf(second), second.headers['retry-after']]).toEqual([
      409,
      'idempotency_in_progress',
      '1',
    ]);
    const first = await running;
    expect(first.statusCode).toBe(201);
    expect((await receptionist.post('/evaluations', { json, headers })).json()).toEqual(first.json());
  });

  it('a rejection leaves the idempotency key free, so that the corrected request may use it', async () => {
    const headers = idempotencyHeader();
    const bad = evaluationBody(server, {}, { employer_company_id: server.clinic.companies.closed });
    const refused = await receptionist.post('/evaluations', { json: bad, headers });
    expect(fieldProblemsOf(refused)).toEqual({
      employer_company_id: 'La empresa está inactiva. Elige otra.',
    });
    const accepted = await receptionist.post('/evaluations', { json: evaluationBody(server), headers });
    expect([accepted.statusCode, accepted.headers['idempotency-status']]).toEqual([201, 'stored']);
  });

  it.each(['', 'con espacio', 'ñ', 'x'.repeat(129), 'a\tb'])(
    'the server rejects the malformed idempotency key %j',
    async (key) => {
      const reply = await receptionist.post('/evaluations', {
        json: evaluationBody(server),
        headers: idempotencyHeader(key),
      });
      expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'malformed_request']);
    },
  );

  it('P7.9 the server requires no idempotency key: without a key each request creates an evaluation, as in the base contract', async () => {
    const json = evaluationBody(server);
    const [first, second] = [
      await receptionist.post('/evaluations', { json }),
      await receptionist.post('/evaluations', { json }),
    ];
    expect(responseOf(CreatedEvaluation, first).id).not.toBe(responseOf(CreatedEvaluation, second).id);
    expect(first.headers['idempotency-status']).toBeUndefined();
  });
});

describe('S7 picture under an idempotency key', () => {
  it('the server stores a picture once under an idempotency key, and rejects other bytes, another type or another evaluation under it', async () => {
    const [first, second] = [
      await createEvaluation(server, receptionist),
      await createEvaluation(server, receptionist),
    ];
    const headers = idempotencyHeader();
    const send = async (evaluation: string, type: string, tint: number) =>
      receptionist.post(`/evaluations/${evaluation}/media`, {
        parts: mediaParts(type, await photo(tint)),
        headers,
      });
    const stored = await send(first, 'photo', 1);
    const again = await send(first, 'photo', 1);
    expect([stored.headers['idempotency-status'], again.headers['idempotency-status']]).toEqual([
      'stored',
      'replayed',
    ]);
    expect(again.json()).toEqual(stored.json());
    for (const other of [
      await send(first, 'photo', 2),
      await send(first, 'signature', 1),
      await send(second, 'photo', 1),
    ])
      expect([other.statusCode, errorCodeOf(other)]).toEqual([422, 'idempotency_mismatch']);
  });

  it('under another idempotency key, the server returns the stored picture for equal bytes, and rejects another picture of that type', async () => {
    const evaluation = await createEvaluation(server, receptionist);
    const send = async (tint: number) =>
      receptionist.post(`/evaluations/${evaluation}/media`, {
        parts: mediaParts('photo', await photo(tint)),
        headers: idempotencyHeader(),
      });
    const stored = await send(1);
    const equal = await send(1);
    expect([equal.statusCode, equal.json()]).toEqual([201, stored.json()]);
    const other = await send(2);
    expect([other.statusCode, errorCodeOf(other)]).toEqual([409, 'media_exists']);
  });

  it('the server stores a picture once when simultaneous requests send it under different idempotency keys', async () => {
    const evaluation = await createEvaluation(server, receptionist);
    const parts = mediaParts('photo', await photo());
    const replies = await Promise.all(
      [randomUUID(), randomUUID(), randomUUID()].map((key) =>
        receptionist.post(`/evaluations/${evaluation}/media`, { parts, headers: idempotencyHeader(key) }),
      ),
    );
    expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`)).size).toBe(1);
    expect(replies[0]?.statusCode).toBe(201);
  });
});
