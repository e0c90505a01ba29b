import assert from 'node:assert/strict';
import { PLANTED_PATIENT } from '#tests/fuzz/values.ts';
import type { Attack, AttackWorld } from '../attack.ts';

/** Invalid version numbers, including values that would change a file path or a concatenated SQL statement. */
const INVALID_VERSION_NUMBERS = [
  '0',
  '-1',
  '1.5',
  '2147483648',
  '9'.repeat(400),
  '%2e%2e',
  '1%2f..',
  "1'--",
  'NaN',
  '1%00',
];

async function reopenSignedEvaluation({ names, call }: AttackWorld): Promise<string> {
  const path = `/evaluations/${names['evaluations.7'] ?? ''}`;
  const { status } = await call('doctor', 'GET', `${path}/concept-pdf`);
  assert.equal(status, 200, `The concept was answered with ${status}.`);
  const reopened = await call('doctor', 'POST', `${path}/reopen`, { json: { reason: 'Se corrige' } });
  assert.equal(reopened.status, 200, `The reopening was answered with ${reopened.status}.`);
  return path;
}

export const attack: Attack = {
  finding: 'A9',
  title:
    'the concept of an earlier signed version opens only to users who may read the evaluation, and its address reveals nothing else',
  run: async (world) => {
    const { call, names } = world;
    const path = await reopenSignedEvaluation(world);
    const concept = `${path}/closings/1/concept-pdf`;
    for (const [who, expected] of [
      ['anonymous', 401],
      ['desk', 403],
      ['doctorMedellin', 404],
    ] as const) {
      const response = await call(who, 'GET', concept);
      assert.equal(response.status, expected, `${who} was answered with ${response.status}.`);
      assert.ok(!response.body.includes(PLANTED_PATIENT.name), 'A refusal names the person.');
    }
    const mine = await call('doctor', 'GET', concept);
    assert.equal(mine.status, 200, `The doctor of the branch was answered with ${mine.status}.`);
    for (const version of INVALID_VERSION_NUMBERS) {
      const { status } = await call('doctor', 'GET', `${path}/closings/${version}/concept-pdf`);
      assert.ok(status >= 400 && status < 500, `Version '${version}' was answered with ${status}.`);
    }
    const other = names['evaluations.6'] ?? '';
    const elsewhere = await call('doctorMedellin', 'GET', `/evaluations/${other}/closings/1/concept-pdf`);
    assert.equal(elsewhere.status, 404, `Another branch was answered with ${elsewhere.status}.`);
    for (const tail of ['clinical-history', 'concept-pdf/../clinical-history', 'history']) {
      const { status } = await call('doctor', 'GET', `${path}/closings/1/${tail}`);
      assert.ok(status >= 400, `'${tail}' of a closing was answered with ${status}.`);
    }
    return [`${INVALID_VERSION_NUMBERS.length} versions that are none`];
  },
};
