import assert from 'node:assert/strict';
import type { SignedVersionContent } from '#server/schema/evaluation/signed-version.ts';
import { NOTE_TYPES } from '#contract/vocabulary.ts';
import { contentDigest } from '#server/documents/content/canonical.ts';
import type { Attack, AttackWorld } from '../attack.ts';

const MAX_RESPONSE_MS = 2_000;
const createTextLines = (count: number) => Array.from({ length: count }, () => 'a').join('\n');

/**
 * Adds a signed version of 230,000 lines to a signed evaluation, as if the doctor had signed it before the server limited the
 * length of texts.
 */
async function insertLongSignedVersion({ target, names }: AttackWorld): Promise<void> {
  const id = names['evaluations.6'];
  const { rows } = await target.pool.query<{ content: SignedVersionContent; version: number }>(
    'select content, version from closings where evaluation_id = $1 order by version desc limit 1',
    [id],
  );
  const [last] = rows;
  const [order] = last?.content.exam_orders ?? [];
  if (!last || !order) throw new Error('The world has no signed evaluation');
  const version = last.version + 1;
  const content = {
    ...last.content,
    version,
    document: { number: 'BOG-2026-999999', code: 'Z'.repeat(12) },
    exam_orders: Array.from({ length: 15 }, () => ({ ...order, result_notes: createTextLines(10_000) })),
    notes: NOTE_TYPES.map((note_type) => ({ note_type, content: createTextLines(10_000) })),
  };
  const { rows: columns } = await target.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'closings'
     and column_name not in ('version', 'content', 'content_sha256') and is_generated = 'NEVER' and is_identity = 'NO'`,
  );
  const others = columns.map(({ name }) => `"${name}"`).join(', ');
  await target.pool.query(
    `insert into closings (version, content, content_sha256, ${others})
     select $2, $3, $4, ${others} from closings where evaluation_id = $1 and version = $5`,
    [id, version, JSON.stringify(content), contentDigest(content), last.version],
  );
  await target.pool.query('update evaluations set version = $2 where id = $1', [id, version]);
}

/** Requests the clinical history of 230,000 lines three times, and a colleague's concept at the same time. */
async function requestLongHistories(world: AttackWorld): Promise<string[]> {
  await insertLongSignedVersion(world);
  const { call, names } = world;
  const history = () => call('doctor', 'GET', `/evaluations/${names['evaluations.6']}/clinical-history`);
  const concept = () => call('admin', 'GET', `/evaluations/${names['evaluations.7']}/concept-pdf`);
  const usual = await concept();
  assert.equal(usual.status, 200, `A concept was answered with ${usual.status}.`);
  const warm = await concept();
  const times: number[] = [];
  const others = await world.probeWhile(async () => {
    const running = { now: true };
    const asked = Promise.all([history(), history(), history()]).finally(() => (running.now = false));
    while (running.now) {
      const { status, ms } = await concept();
      assert.equal(status, 200, `Beside it a concept was answered with ${status}.`);
      times.push(ms);
    }
    await asked;
  });
  const slowest = Math.max(...times);
  assert.ok(slowest < MAX_RESPONSE_MS, `A colleague's concept took ${Math.round(slowest)} ms.`);
  const again = await history();
  assert.ok(
    again.status === 200 || again.ms < MAX_RESPONSE_MS,
    `It is made again and again: ${Math.round(again.ms)} ms.`,
  );
  return [
    // The first concept is reported separately, because it starts the second rendering thread.
    `a colleague's concept ${Math.round(slowest)} ms at most, ${Math.round(Math.max(0, ...times.slice(1)))} ms after the first (before it ${Math.round(usual.ms)} and ${Math.round(warm.ms)}), others ${Math.round(others)} ms`,
    `the history asked for again ${again.status} in ${Math.round(again.ms)} ms`,
  ];
}

export const attack: Attack = {
  finding: 'L3',
  title: 'no text is signed that cannot be printed, and an older one costs other users nothing',
  run: async (world, scale) => {
    const { call, names, target } = world;
    const path = `/evaluations/${names['evaluations.4']}`;
    const notes = [{ note_type: 'concepto', content: createTextLines(501) }];
    const saved = await call('doctor', 'PUT', `${path}/notes`, { json: { notes } });
    assert.equal(saved.status, 400, `A note of 501 lines was answered with ${saved.status}.`);
    await target.pool.query('update exam_orders set result_notes = $2 where id = $1', [
      names['orders.4'],
      createTextLines(501),
    ]);
    const signed = await call('doctor', 'POST', `${path}/sign`, {
      json: { doctor_id: names['doctors.signer'] },
    });
    assert.equal(signed.status, 409, `A result of 501 lines was signed: ${signed.status}.`);
    return scale === 'short'
      ? ['501 lines refused']
      : ['501 lines refused', ...(await requestLongHistories(world))];
  },
};
