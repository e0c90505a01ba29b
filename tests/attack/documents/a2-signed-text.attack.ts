import assert from 'node:assert/strict';
import { mediaParts } from '#tests/api/support/files/multipart.ts';
import type { Attack } from '../attack.ts';

const FAKE_SHA256 = 'a'.repeat(64);
const validStatement = {
  signed_at: '2026-11-20T12:00:00.000Z',
  device_id: '5f0c2a1e-1111-4222-8333-000000000001',
  text: { version: '3', sha256: FAKE_SHA256 },
  witness: null,
};
const statementWitness = {
  reason: 'otra',
  detail: 'x',
  name: 'Ana Prueba',
  identification_type: 'CC',
  identification_number: '1',
};

const INVALID_STATEMENTS: readonly (readonly [what: string, header: string])[] = [
  [
    'a version of 10,000 signs',
    JSON.stringify({ ...validStatement, text: { version: 'v'.repeat(10_000), sha256: FAKE_SHA256 } }),
  ],
  [
    'a version of 41 signs',
    JSON.stringify({ ...validStatement, text: { version: 'v'.repeat(41), sha256: FAKE_SHA256 } }),
  ],
  [
    'another digest',
    JSON.stringify({ ...validStatement, text: { version: '3', sha256: `${FAKE_SHA256}0` } }),
  ],
  [
    'a witness without a name',
    JSON.stringify({ ...validStatement, witness: { ...statementWitness, name: '' } }),
  ],
  [
    'a name of 3,000 signs',
    JSON.stringify({ ...validStatement, witness: { ...statementWitness, name: 'x'.repeat(3_000) } }),
  ],
  ['a deep object', `${'{"text":'.repeat(400)}1${'}'.repeat(400)}`],
  ['many values', `[${'0,'.repeat(1_900)}0]`],
  ['no JSON', '{'],
];

export const attack: Attack = {
  finding: 'A2',
  title: 'the statement of a signature is bounded and is never replaced',
  run: async ({ call, names, files, target: { pool } }) => {
    const statements = async () =>
      (await pool.query<{ statement: unknown }>('select statement from media where statement is not null'))
        .rows;
    const before = await statements();
    const send = async (nth: number, type: string, header: string) => {
      const parts = mediaParts(type, files.signature);
      const path = `/evaluations/${names[`evaluations.${nth}`]}/media`;
      return call('desk', 'POST', path, { parts, headers: { 'x-signature-statement': header } });
    };
    for (const [what, header] of INVALID_STATEMENTS) {
      const { status } = await send(0, 'signature', header);
      assert.ok(status >= 400 && status < 500, `${what} is answered with ${status}.`);
    }
    assert.ok((await send(0, 'photo', JSON.stringify(validStatement))).status === 400, 'A photo is signed.');
    assert.deepEqual(await statements(), before, 'What no tablet says was kept.');

    // Sends the stored picture again with another signing statement.
    const { rows } = await pool.query<{ id: string; path: string }>(
      `select evaluation_id as id, storage_path as path from media where type = 'signature' limit 1`,
    );
    const [there] = rows;
    assert.ok(there, 'No signature to say something else of.');
    const again = await call('desk', 'POST', `/evaluations/${there.id}/media`, {
      parts: mediaParts('signature', files.signature),
      headers: { 'x-signature-statement': JSON.stringify({ ...validStatement, witness: statementWitness }) },
    });
    assert.ok(again.status >= 400, `Words that come later are taken (${again.status}).`);
    assert.deepEqual(await statements(), before, 'Words that came later were kept.');
    return [`${INVALID_STATEMENTS.length + 2} statements refused`];
  },
};
