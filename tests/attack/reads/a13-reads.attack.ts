import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { API_BASE } from '#contract/routes/routes.ts';
import { RESPONSE_LIMITS } from '#server/platform/http/responses/response-budget.ts';
import type { AttackResponse, Attack, AttackWorld, AttackScale } from '../attack.ts';
import { measureSlowestMsWhile } from '../probe.ts';

const MB = 1_000_000;
const READ_COUNTS: Record<AttackScale, number> = { short: 60, whole: 400 };
const ROUNDS: Record<AttackScale, number> = { short: 1, whole: 3 };
const EXAM_COUNT = 50;
/** Accepted additional delay of another user's request in ms. */
const MAX_ADDITIONAL_DELAY_MS = 250;

async function enlargeEvaluation({ target, names }: AttackWorld): Promise<string> {
  const id = names['evaluations.4'] ?? '';
  const line = 'Niega síntomas; agudeza visual 20/20 en ambos ojos, audición sin hallazgos. ';
  const text = `${line.repeat(12)}\n`.repeat(24).slice(0, 20_000);
  for (let nth = 0; nth < EXAM_COUNT; nth += 1) {
    await target.pool.query('insert into exams (id, code, name) values (gen_random_uuid(), $1, $1)', [
      `X${nth}`,
    ]);
    await target.pool.query(
      `insert into exam_orders (id, evaluation_id, exam_id, result_notes)
       select gen_random_uuid(), $1, e.id, $2 from exams e where e.code = $3`,
      [id, text, `X${nth}`],
    );
  }
  return `/evaluations/${id}`;
}

const countResponsesWithStatus = (answers: readonly AttackResponse[], status: number) =>
  answers.filter((response) => response.status === status).length;

async function requestWithoutReading(world: AttackWorld, path: string): Promise<net.Socket> {
  const socket = net.connect({ port: world.target.port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${API_BASE}${path} HTTP/1.1\r\nHost: x\r\nCookie: ${world.cookie('doctor')}\r\n\r\n`);
  return socket;
}

async function countReadLogEntries({ target, names }: AttackWorld): Promise<number> {
  const { rows } = await target.pool.query<{ n: number }>(
    `select count(*)::integer as n from activity where user_id = $1 and action = 'evaluation_read'`,
    [names['users.doctor']],
  );
  return rows[0]?.n ?? -1;
}

const otherUserConnection = (world: AttackWorld) => ({
  port: world.target.port,
  cookie: world.cookie('deskMedellin') ?? '',
});

/**
 * Requests the path many times at once.
 * @returns the slowest response to another user during that time in ms, and a summary
 */
async function measureConcurrentReads(
  world: AttackWorld,
  path: string,
  scale: AttackScale,
): Promise<[number, string]> {
  const answers: AttackResponse[] = [];
  const slowest = await measureSlowestMsWhile(otherUserConnection(world), async () => {
    const reads = Array.from({ length: READ_COUNTS[scale] }, () => world.call('doctor', 'GET', path));
    answers.push(...(await Promise.all(reads)));
  });
  const [done, later] = [countResponsesWithStatus(answers, 200), countResponsesWithStatus(answers, 429)];
  assert.equal(done + later, answers.length, 'A read is answered with neither 200 nor 429.');
  assert.ok(done > 0, 'No read is answered.');
  return [slowest, `${answers.length} reads of 1 MB at once: ${done} answered, ${later} told to come again`];
}

async function readConcurrently(world: AttackWorld, path: string, scale: AttackScale): Promise<string> {
  const usual = await measureSlowestMsWhile(otherUserConnection(world), async () => {
    for (let count = 0; count < 100; count += 1) await world.call('doctor', 'GET', '/auth/me');
  });
  // Measures several rounds, because other programs may delay one round, but not all rounds.
  const rounds = [];
  for (let round = 0; round < ROUNDS[scale]; round += 1)
    rounds.push(await measureConcurrentReads(world, path, scale));
  const [slowest, figures] = rounds.reduce((best, one) => (one[0] < best[0] ? one : best));
  if (scale === 'whole')
    assert.ok(slowest <= usual + MAX_ADDITIONAL_DELAY_MS, `Others waited ${Math.round(slowest)} ms.`);
  return `${figures}; others ${Math.round(slowest)} ms, ${Math.round(usual)} without`;
}

async function leaveBodyUnread(world: AttackWorld, path: string, scale: AttackScale): Promise<string> {
  const idle = world.target.memory() ?? 0;
  const sockets = await Promise.all(
    Array.from({ length: READ_COUNTS[scale] }, () => requestWithoutReading(world, path)),
  );
  try {
    const slowest = await measureSlowestMsWhile(otherUserConnection(world), async () => {
      for (let count = 0; count < 300; count += 1) await world.call('desk', 'GET', '/auth/me');
    });
    const held = world.target.memory() ?? 0;
    const shown = `${Math.round(idle / MB)} → ${Math.round(held / MB)} MB`;
    if (scale === 'whole')
      assert.ok(held - idle < Math.max(idle / 2, 2 * RESPONSE_LIMITS.perUser), `Memory: ${shown}.`);
    return `unread ${shown}, others ${Math.round(slowest)} ms`;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function disconnectEarly(world: AttackWorld, path: string, scale: AttackScale): Promise<string> {
  const before = await countReadLogEntries(world);
  const sockets = await Promise.all(
    Array.from({ length: READ_COUNTS[scale] }, () => requestWithoutReading(world, path)),
  );
  for (const socket of sockets) socket.destroy();
  await world.call('doctor', 'GET', path);
  const read = (await countReadLogEntries(world)) - before;
  assert.ok(read < READ_COUNTS[scale], 'The work of closed connections is done.');
  return `${READ_COUNTS[scale]} closed connections: ${read} read`;
}

export const attack: Attack = {
  finding: 'A13',
  title: 'large reads of one account neither delay other users nor fill the memory',
  run: async (world, scale) => {
    const path = await enlargeEvaluation(world);
    return [
      await readConcurrently(world, path, scale),
      await leaveBodyUnread(world, path, scale),
      await disconnectEarly(world, path, scale),
    ];
  },
};
