import assert from 'node:assert/strict';
import {
  CLARIFICATIONS_PER_VERSION_MAX,
  CLARIFICATION_MAX_LENGTH,
  CLARIFICATION_MAX_LINES,
} from '#contract/limits.ts';
import type { AttackResponse, Attack, AttackWorld } from '../attack.ts';

const CONCURRENT_REQUESTS = { short: 8, whole: 40 };

const expectResponseStatus = ({ status }: AttackResponse, expected: number, what: string): void =>
  assert.equal(status, expected, `${what} is answered with ${status}.`);

class ClarificationCalls {
  readonly #world: AttackWorld;
  readonly #id: string;
  constructor(world: AttackWorld) {
    this.#world = world;
    this.#id = world.names['evaluations.7'] ?? '';
  }

  write(
    who: Parameters<AttackWorld['call']>[0],
    content: unknown,
    { id = this.#id, headers = {} }: { id?: string; headers?: Record<string, string> } = {},
  ): Promise<AttackResponse> {
    return this.#world.call(who, 'POST', `/evaluations/${id}/clarifications`, { json: { content }, headers });
  }

  async numbers(): Promise<number[]> {
    const { rows } = await this.#world.target.pool.query<{ number: number }>(
      'select number from clarifications where evaluation_id = $1 order by number',
      [this.#id],
    );
    return rows.map(({ number }) => number);
  }

  async tag(): Promise<string> {
    const { rows } = await this.#world.target.pool.query<{ revision: number }>(
      'select revision from evaluations where id = $1',
      [this.#id],
    );
    return `"r${rows[0]?.revision ?? 0}"`;
  }
}

async function expectChangePermissions(notes: ClarificationCalls, { names }: AttackWorld): Promise<void> {
  expectResponseStatus(await notes.write('anonymous', 'Se aclara.'), 401, 'A note without a session');
  expectResponseStatus(await notes.write('desk', 'Se aclara.'), 403, 'A note by the desk');
  expectResponseStatus(await notes.write('doctorMedellin', 'Se aclara.'), 404, 'A note by another branch');
  expectResponseStatus(
    await notes.write('doctor', 'Se aclara.', { id: names['evaluations.4'] ?? '' }),
    409,
    'A note to an open one',
  );
}

async function sendHostileTexts(notes: ClarificationCalls): Promise<number> {
  const lines = Array.from({ length: CLARIFICATION_MAX_LINES + 1 }, () => 'x').join('\n');
  const words = [
    'x'.repeat(CLARIFICATION_MAX_LENGTH + 1),
    'x'.repeat(50_000),
    lines,
    '',
    ' \n ',
    '\u200b\u2060',
    null,
    ['a'],
    { a: 1 },
  ];
  for (const content of words)
    expectResponseStatus(await notes.write('doctor', content), 400, 'Words that are none');
  assert.deepEqual(await notes.numbers(), [], 'A note was kept all the same.');
  return words.length;
}

export const attack: Attack = {
  finding: 'A7',
  title:
    'a clarification belongs to a doctor of the branch, is bounded and not duplicated, and a signed version has at most twenty under concurrent requests',
  run: async (world, scale) => {
    const notes = new ClarificationCalls(world);
    await expectChangePermissions(notes, world);
    const tried = await sendHostileTexts(notes);
    const headers = { 'if-match': await notes.tag() };
    const twice = await Promise.all([1, 2].map(() => notes.write('doctor', 'La misma.', { headers })));
    assert.deepEqual(
      twice.map(({ status }) => status).toSorted((one, other) => one - other),
      [201, 412],
      'The same note with one tag is not written once.',
    );
    while ((await notes.numbers()).length < CLARIFICATIONS_PER_VERSION_MAX - CONCURRENT_REQUESTS.short / 2)
      expectResponseStatus(await notes.write('doctor', 'Otra.'), 201, 'A note');
    const left = CLARIFICATIONS_PER_VERSION_MAX - (await notes.numbers()).length;
    const answers = await Promise.all(
      Array.from({ length: CONCURRENT_REQUESTS[scale] }, (_, nth) =>
        notes.write('doctor', `A la vez ${nth}`),
      ),
    );
    const written = answers.filter(({ status }) => status === 201).length;
    assert.equal(written, left, `${written} found a place where there were ${left}.`);
    for (const { status } of answers)
      assert.ok([201, 400, 429, 503].includes(status), `A note at once is answered with ${status}.`);
    const numbers = await notes.numbers();
    assert.deepEqual(
      numbers,
      Array.from({ length: CLARIFICATIONS_PER_VERSION_MAX }, (_, nth) => nth + 1),
      'Their numbers have gaps or doubles.',
    );
    return [
      `${tried} notes of words that are none`,
      `${written} of ${CONCURRENT_REQUESTS[scale]} at once found a place`,
    ];
  },
};
