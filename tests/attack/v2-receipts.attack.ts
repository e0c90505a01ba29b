import assert from 'node:assert/strict';
import type { Attack, AttackWorld } from './attack.ts';

async function signedId({ target }: AttackWorld): Promise<string> {
  const { rows } = await target.pool.query<{ id: string }>(
    `select id from evaluations where status = 'cerrada' limit 1`,
  );
  assert.ok(rows[0], 'The world has no signed evaluation.');
  return rows[0].id;
}

export const attack: Attack = {
  finding: 'V2',
  title:
    'nobody without the permission signs that documents were handed over, and a form that is none keeps nothing',
  run: async (world) => {
    const path = `/evaluations/${await signedId(world)}/receipt`;
    for (const who of ['anonymous', 'desk'] as const) {
      const { status } = await world.call(who, 'POST', path);
      assert.ok(status === 401 || status === 403, `${who} was answered with ${status}.`);
    }
    const { status } = await world.call('doctor', 'POST', path);
    assert.ok(status >= 400 && status < 500, `A body that is no form was answered with ${status}.`);
    const { rows } = await world.target.pool.query('select 1 from receipts');
    assert.equal(rows.length, 0, 'A receipt was kept.');
    return ['3 forms refused'];
  },
};
