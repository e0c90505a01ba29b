import assert from 'node:assert/strict';
import { AUTHORISATION_MAX_LENGTH } from '#contract/limits.ts';
import { AuthorisationText } from '#contract/records/authorisation-text.ts';
import type { Attack, AttackWorld } from '../attack.ts';

const PATH = '/authorisation-text';
const CONCURRENT_CHANGES = 12;
const INVALID_TEXTS: readonly unknown[] = [
  '',
  '   \n ',
  'x'.repeat(AUTHORISATION_MAX_LENGTH + 1),
  'x'.repeat(900_000),
  'Autorizo\u0000',
  7,
  ['Autorizo'],
  { text: 'Autorizo' },
];

async function readText(world: AttackWorld): Promise<AuthorisationText> {
  const { body } = await world.call('admin', 'GET', PATH);
  return AuthorisationText.parse(JSON.parse(body.toString()));
}

const setText = async (
  world: AttackWorld,
  text: unknown,
  { who = 'admin', revision = 1 }: { who?: Parameters<AttackWorld['call']>[0]; revision?: number } = {},
): Promise<number> =>
  (
    await world.call(who, 'PUT', PATH, {
      json: { text, approved: true },
      headers: { 'if-match': `"r${revision}"` },
    })
  ).status;

async function rejectOthers(world: AttackWorld): Promise<void> {
  for (const who of ['anonymous', 'nobody', 'desk', 'doctor', 'deliverer', 'catalogs'] as const) {
    const written = await setText(world, 'Autorizo todo.', { who });
    assert.ok(written === 401 || written === 403, `${who} changes what patients sign (${written}).`);
  }
  for (const text of INVALID_TEXTS) {
    const status = await setText(world, text);
    assert.ok(status >= 400 && status < 500, `An invalid text has the response ${status}.`);
  }
}

/** Changes the same revision many times at once. Exactly one text may become the present one. */
async function changeConcurrently(world: AttackWorld): Promise<string> {
  const { revision } = await readText(world);
  const statuses = await Promise.all(
    Array.from({ length: CONCURRENT_CHANGES }, (_, nth) => setText(world, `Autorizo ${nth}.`, { revision })),
  );
  const changed = statuses.filter((status) => status === 200).length;
  assert.equal(changed, 1, `${changed} changes of one revision are accepted.`);
  const stale = statuses.filter((status) => status === 412).length;
  assert.equal(stale, CONCURRENT_CHANGES - 1, `The other changes have the responses ${statuses.join(', ')}.`);
  assert.equal((await readText(world)).revision, revision + 1, 'A text has passed unseen.');
  return `1 of ${CONCURRENT_CHANGES} changes at once accepted`;
}

export const attack: Attack = {
  finding: 'A16',
  title:
    'only a user who manages users changes what patients sign, and one of several changes at once counts',
  run: async (world) => {
    await rejectOthers(world);
    assert.equal((await readText(world)).text, null, 'A rejected text is signed.');
    return [await changeConcurrently(world)];
  },
};
