import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { CallerName } from '#tests/fuzz/call.ts';
import type { Attack, AttackScale, AttackWorld } from '../attack.ts';
import { measureSlowestMsWhile } from '../probe.ts';

const PEOPLE_COUNTS: Record<AttackScale, number> = { short: 30, whole: 10_000 };
/** Accepted additional delay of another user's request in ms. */
const MAX_ADDITIONAL_DELAY_MS = 250;

const createPeople = (count: number) =>
  Array.from({ length: count }, (_none, nth) => ({
    identification_type: 'CC',
    identification_number: String(9_000_000_000 + nth),
    first_name: 'Zoraida',
    last_name: 'Yturralde',
    birth_date: '1988-06-14',
    occupation_name: 'Soldadora de altura',
    hour: '06:40',
    email: 'ana@empresa.demo',
    notes: 'Viene en ayunas. '.repeat(20),
  }));

async function statusOf(
  world: AttackWorld,
  who: CallerName,
  [method, path, json]: readonly [method: string, path: string, json?: unknown],
): Promise<number> {
  return (await world.call(who, method, path, json === undefined ? {} : { json })).status;
}

/** Creates and closes a list. All its people are absent. */
async function createClosedList(world: AttackWorld, scale: AttackScale): Promise<string> {
  const id = randomUUID();
  const company_id = world.names['companies.builder'];
  const people = createPeople(PEOPLE_COUNTS[scale]);
  const json = { id, company_id, day: '2026-01-15', people };
  assert.equal(await statusOf(world, 'desk', ['POST', '/expected-lists', json]), 201);
  assert.equal(await statusOf(world, 'desk', ['POST', `/expected-lists/${id}/close`]), 200);
  return id;
}

/** Tries every call about the list from another branch and without permission. */
async function tryListOfOthers(world: AttackWorld, id: string): Promise<string> {
  const { rows } = await world.target.pool.query<{ id: string }>('select id from expected_people limit 1');
  const person = `/expected-people/${rows[0]?.id ?? ''}`;
  const list = `/expected-lists/${id}`;
  const notice = { id: randomUUID(), to: 'a@b.co', digest: 'a'.repeat(64), is_copied: true };
  const calls = [
    ['GET', list],
    ['GET', `${list}/notices`],
    ['POST', `${list}/notices`, notice],
    ['POST', `${list}/close`],
    ['POST', `${list}/reopen`],
    ['POST', `${list}/cancel`],
    ['POST', `${list}/people`, { ...createPeople(1)[0], id: randomUUID() }],
    ['PUT', person, createPeople(1)[0]],
    ['POST', `${person}/state`, { state: 'arrived', at: new Date().toISOString() }],
  ] as const;
  for (const call of calls)
    for (const [who, expected] of [
      ['deskMedellin', [404]],
      ['nobody', [403]],
      ['anonymous', [401]],
    ] as const) {
      const status = await statusOf(world, who, call);
      assert.ok(
        (expected as readonly number[]).includes(status),
        `${who}: ${call[0]} ${call[1]} is ${status}.`,
      );
    }
  const { body } = await world.call('deskMedellin', 'GET', `/attendance/file?format=csv&list_id=${id}`);
  assert.ok(!body.toString('utf8').includes('Zoraida'), "Another branch's attendance is downloaded.");
  return `${calls.length} calls rejected from another branch`;
}

/** Reads the list in every way many times at once. Returns the longest wait of another user during that time. */
async function readListAtOnce(world: AttackWorld, id: string, scale: AttackScale): Promise<string> {
  const other = { port: world.target.port, cookie: world.cookie('deskMedellin') ?? '' };
  const usual = await measureSlowestMsWhile(other, async () => {
    for (let count = 0; count < 100; count += 1) await statusOf(world, 'desk', ['GET', '/auth/me']);
  });
  const paths = [
    `/attendance/file?format=pdf&list_id=${id}`,
    `/attendance/file?format=xlsx&list_id=${id}`,
    `/attendance?list_id=${id}`,
    `/expected-lists/${id}/notices`,
  ];
  const statuses = new Set<number>();
  const slowest = await measureSlowestMsWhile(other, async () => {
    const reads = paths.flatMap((path) =>
      Array.from({ length: 6 }, () => statusOf(world, 'desk', ['GET', path])),
    );
    for (const status of await Promise.all(reads)) statuses.add(status);
  });
  for (const status of statuses)
    assert.ok([200, 422, 429].includes(status), `A read is answered with ${status}.`);
  if (scale === 'whole')
    assert.ok(slowest <= usual + MAX_ADDITIONAL_DELAY_MS, `Others waited ${Math.round(slowest)} ms.`);
  return `24 reads of ${PEOPLE_COUNTS[scale]} people: others ${Math.round(slowest)} ms, ${Math.round(usual)} without`;
}

export const attack: Attack = {
  finding: 'A18',
  title: 'announced people are neither read nor changed by others, and a large list delays no other user',
  run: async (world, scale) => {
    const id = await createClosedList(world, scale);
    return [await tryListOfOthers(world, id), await readListAtOnce(world, id, scale)];
  },
};
