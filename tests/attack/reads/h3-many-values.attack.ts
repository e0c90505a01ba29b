import assert from 'node:assert/strict';
import { ErrorBody } from '#contract/errors.ts';
import type { Attack, AttackWorld, AttackScale } from '../attack.ts';
import { measureFastestMs } from '../fastest.ts';

/** Body size in bytes; the route accepts up to 4 MB. */
const ATTACK_BODY_BYTES: Record<AttackScale, number> = { short: 600_000, whole: 4_000_000 };
/**
 * Accepted multiple of the time for a harmless body. The server once took about a hundred times as long to parse the values as
 * to skip them.
 */
const MAX_HARMLESS_TIME_RATIO = 10;
const MAX_RESPONSE_MS = 1_000;
const MAX_REPORTED_DETAILS = 50;

const createHostileBodies = (bytes: number) => ({
  elements: `{"orders":[${'1,'.repeat(bytes / 2 - 8)}1]}`,
  levels: '['.repeat(bytes / 2 - 8) + ']'.repeat(bytes / 2 - 8),
  names: `{"orders":{${Array.from({ length: bytes / 12 }, (_, index) => `"${String(index).padStart(7, '0')}":1`).join(',')}}}`,
  'unstorable texts': `{"orders":[${'"\\u0000",'.repeat(bytes / 10)}1]}`,
});
const harmlessBody = (bytes: number): string => `{"orders":"${'x'.repeat(bytes - 16)}"}`;

const patchExamOrders = ({ call, names }: AttackWorld, body: string) =>
  call('doctor', 'PATCH', `/evaluations/${names['evaluations.0']}/exam-orders`, {
    headers: { 'content-type': 'application/json' },
    body,
  });

async function countErrorDetails(world: AttackWorld, count: number): Promise<number> {
  const body = `{"orders":[${Array.from({ length: count }, () => '"\\u0000"').join(',')}]}`;
  const { status, body: answered } = await patchExamOrders(world, body);
  assert.equal(status, 400, 'Texts that cannot be kept were taken.');
  return ErrorBody.parse(JSON.parse(answered.toString())).details.length;
}

export const attack: Attack = {
  finding: 'H3',
  title: 'a body with many values does not stop the server',
  // A server with this heap limit once crashed on such a body.
  env: { NODE_OPTIONS: '--max-old-space-size=512' },
  run: async (world, scale) => {
    const bytes = ATTACK_BODY_BYTES[scale];
    const usual = await measureFastestMs(() => patchExamOrders(world, harmlessBody(bytes)));
    const figures = [`a text of ${bytes} bytes ${Math.round(usual)} ms`];
    for (const [what, body] of Object.entries(createHostileBodies(bytes))) {
      const response = await patchExamOrders(world, body);
      assert.equal(response.status, 400, `${what}: the answer is ${response.status}.`);
      const ms = await measureFastestMs(() => patchExamOrders(world, body), 3);
      assert.ok(
        ms < MAX_HARMLESS_TIME_RATIO * usual + 5,
        `A body of many ${what} takes ${Math.round(ms)} ms, a text ${Math.round(usual)} ms.`,
      );
      figures.push(`${what} ${Math.round(ms)} ms`);
    }
    const named = await countErrorDetails(world, 1_000);
    assert.ok(named > 0 && named <= MAX_REPORTED_DETAILS, `The answer names ${named} fields.`);
    if (scale === 'short') return figures;
    const before = world.target.memory() ?? 0;
    const slowest = await world.probeWhile(() =>
      Promise.all(
        Object.values(createHostileBodies(bytes)).flatMap((body) => [
          patchExamOrders(world, body),
          patchExamOrders(world, body),
        ]),
      ),
    );
    assert.ok(slowest < MAX_RESPONSE_MS, `Others waited ${Math.round(slowest)} ms beside eight such bodies.`);
    const grown = Math.round(((world.target.memory() ?? 0) - before) / 1e6);
    return [
      ...figures,
      `others waited ${Math.round(slowest)} ms at most beside eight at once`,
      `${grown} MB more`,
    ];
  },
};
