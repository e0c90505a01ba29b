import assert from 'node:assert/strict';
import { NOTE_PHRASES_MAX } from '#contract/limits.ts';
import { NotePhrase, NotePhraseList } from '#contract/catalogs/note-phrases.ts';
import type { AttackResponse, Attack, AttackWorld } from '../attack.ts';

const CONCURRENT_REQUESTS = { short: 8, whole: 40 };
const PHRASES_PATH = '/note-phrases';
const createPhraseRequest = (name: unknown) => ({ json: { note_type: 'restricciones', name } });
const expectResponseStatus = ({ status }: AttackResponse, expected: number, what: string): void =>
  assert.equal(status, expected, `${what} is answered with ${status}.`);

/**
 * Checks permissions: users who write notes can read the phrases, users who manage catalogues can change them, receptionists
 * can do neither.
 */
async function expectChangePermissions({ call, names }: AttackWorld): Promise<void> {
  const one = `${PHRASES_PATH}/${names['phrases.breaks']}`;
  for (const who of ['doctor', 'desk', 'nobody', 'anonymous'] as const) {
    const expected = who === 'anonymous' ? 401 : 403;
    expectResponseStatus(
      await call(who, 'POST', PHRASES_PATH, createPhraseRequest('Otra.')),
      expected,
      `A phrase by ${who}`,
    );
    expectResponseStatus(
      await call(who, 'PUT', one, createPhraseRequest('Otra.')),
      expected,
      `A change by ${who}`,
    );
    expectResponseStatus(
      await call(who, 'PATCH', `${one}/status`, { json: { is_active: false } }),
      expected,
      `By ${who}`,
    );
  }
  expectResponseStatus(await call('desk', 'GET', PHRASES_PATH), 403, 'The bank, read by the desk');
}

/** Checks that a stored phrase is one line of visible text, whatever was sent. */
async function sendHostileTexts({ call }: AttackWorld): Promise<void> {
  for (const name of ['x'.repeat(501), 'x'.repeat(60_000), '', '\u200b\u2060', null, ['a'], { a: 1 }])
    expectResponseStatus(
      await call('catalogs', 'POST', PHRASES_PATH, createPhraseRequest(name)),
      400,
      'Words that are none',
    );
  const sent = 'Sin\u202e <script>alert(1)</script>\r\nalturas';
  const made = await call('catalogs', 'POST', PHRASES_PATH, createPhraseRequest(sent));
  expectResponseStatus(made, 201, 'Words with markup');
  const { name } = NotePhrase.parse(JSON.parse(made.body.toString()));
  assert.match(name, /^Sin <script>alert\(1\)<\/script> +alturas$/, 'It is kept as something else.');
}

async function fillPhrasesConcurrently({ call, target }: AttackWorld, atOnce: number): Promise<number> {
  const left = Math.floor(atOnce / 2);
  await target.pool.query(
    `insert into note_phrases (id, note_type, name) select gen_random_uuid(), 'habitos', 'Frase ' || nth
     from generate_series(1, $1 - (select count(*)::integer from note_phrases)) as nth`,
    [NOTE_PHRASES_MAX - left],
  );
  const answers = await Promise.all(
    Array.from({ length: atOnce }, (_, nth) =>
      call('catalogs', 'POST', PHRASES_PATH, createPhraseRequest(`Última ${nth}`)),
    ),
  );
  const made = answers.filter(({ status }) => status === 201).length;
  assert.equal(made, left, `${made} of ${atOnce} found a place where there were ${left}.`);
  const page = await call('doctor', 'GET', `${PHRASES_PATH}?page_size=100&include_inactive=true`);
  const { total_count: total } = NotePhraseList.parse(JSON.parse(page.body.toString()));
  assert.equal(total, NOTE_PHRASES_MAX, `There are ${total} phrases.`);
  return made;
}

export const attack: Attack = {
  finding: 'A4',
  title: 'the phrases are changed only by users who manage catalogues, contain only text, and are bounded',
  run: async (world, scale) => {
    await expectChangePermissions(world);
    await sendHostileTexts(world);
    const made = await fillPhrasesConcurrently(world, CONCURRENT_REQUESTS[scale]);
    return [`${made} of ${CONCURRENT_REQUESTS[scale]} at once found a place`];
  },
};
