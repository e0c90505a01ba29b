import assert from 'node:assert/strict';
import type { Attack, AttackWorld } from '../attack.ts';

const PREFETCH_HEADER = { 'x-prefetch': '1' };
const PREFETCH_COUNT = 20;

async function readActionsLoggedDuring(
  { target: { pool } }: AttackWorld,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const { rows: heads } = await pool.query<{ sequence: string }>('select sequence from activity_head');
  await work();
  const { rows } = await pool.query<{ action: string }>(
    'select action from activity where sequence > $1 order by activity.sequence',
    [heads[0]?.sequence],
  );
  return rows.map(({ action }) => action);
}

export const attack: Attack = {
  finding: 'L8',
  title: 'X-Prefetch hides no access',
  run: async (world) => {
    const { call, names } = world;
    const closed = names['evaluations.7'] ?? '';
    const read = await readActionsLoggedDuring(world, async () => {
      const headers = PREFETCH_HEADER;
      await call('doctor', 'GET', `/evaluations/${closed}`, { headers });
      await call('doctor', 'GET', `/files/${names['files.7photo']}`, { headers });
      await call('desk', 'GET', `/files/${names['files.2photo']}`, { headers });
    });
    assert.deepEqual(
      read,
      ['evaluation_read', 'file_read', 'file_read'],
      'A reading is in the log as a copy.',
    );

    const readings = [
      { what: 'evaluation', evaluation_id: closed, read_at: '2026-11-20T12:00:00.000Z' },
      { what: 'evaluation', evaluation_id: names['evaluations.0'], read_at: '2026-11-20T12:00:00.000Z' },
    ];
    const reportAs = (user: string) =>
      call('doctor', 'POST', '/activity/readings', { json: { user_id: names[`users.${user}`], readings } });
    const told = await readActionsLoggedDuring(world, () =>
      Promise.all(Array.from({ length: PREFETCH_COUNT }, () => reportAs('doctor'))),
    );
    assert.deepEqual(
      told,
      ['evaluation_read'],
      'A reading told again, or of what one never got, is in the log.',
    );
    const forged = await readActionsLoggedDuring(world, () => reportAs('admin'));
    assert.deepEqual(forged, [], 'A reading was told in the name of another.');
    return [
      `3 readings that called themselves copies are readings; one told ${PREFETCH_COUNT} times is one line`,
    ];
  },
};
