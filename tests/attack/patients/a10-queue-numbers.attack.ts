import assert from 'node:assert/strict';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import type { Attack, AttackWorld } from '../attack.ts';

/** Length of a header in bytes; with the other headers it fits into the 16 kB that Node accepts. */
const LONG_HEADER_BYTES = 14_000;
const HOSTILE_QUEUE_NUMBERS: readonly (string | readonly string[])[] = [
  'A'.repeat(LONG_HEADER_BYTES),
  `A-${'1'.repeat(LONG_HEADER_BYTES)}`,
  'A-1, '.repeat(LONG_HEADER_BYTES / 5),
  ['A-1', 'A-2'],
  '<img src=x onerror=alert(1)>',
  "A-1'; drop table evaluations; --",
  'A-0',
  '\u00d1-1',
];

async function registerWithQueueNumber(
  world: AttackWorld,
  turn: string | readonly string[],
): Promise<string> {
  const json = {
    evaluation_type_id: world.names['types.entry'],
    employer_company_id: world.names['companies.builder'],
    patient: {
      identification_type: 'CC',
      identification_number: '9999000710',
      first_name: 'A',
      last_name: 'B',
    },
  };
  const { status, body } = await world.call('desk', 'POST', '/evaluations', {
    json,
    headers: { 'x-turn': turn },
  });
  assert.equal(
    status,
    201,
    `A turn of ${String(turn).length} characters keeps a person from being registered.`,
  );
  return CreatedEvaluation.parse(JSON.parse(body.toString())).id;
}

export const attack: Attack = {
  finding: 'A10',
  title: 'no queue number blocks a registration, and no number is stored that cannot be called',
  run: async (world) => {
    const ids: string[] = [];
    for (const turn of HOSTILE_QUEUE_NUMBERS) ids.push(await registerWithQueueNumber(world, turn));
    const { rows } = await world.target.pool.query<{ turn: string | null }>(
      'select turn from evaluations where id = any($1)',
      [ids],
    );
    assert.deepEqual(
      rows.map(({ turn }) => turn),
      ids.map(() => null),
      'A turn that is none was kept.',
    );
    const doubled = [
      await registerWithQueueNumber(world, 'ZZZ-9999'),
      await registerWithQueueNumber(world, 'ZZZ-9999'),
    ];
    assert.equal(new Set(doubled).size, 2, 'Two people with one turn are one evaluation.');
    return [`${ids.length} that are none registered all the same`];
  },
};
