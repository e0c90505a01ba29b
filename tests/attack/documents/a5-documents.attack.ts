import assert from 'node:assert/strict';
import { MAX_VERIFICATIONS_PER_CLIENT } from '#server/platform/http/callers/public-limits.ts';
import { Verification } from '#contract/records/evaluation/verification.ts';
import { PLANTED_PATIENT } from '#tests/fuzz/values.ts';
import type { AttackResponse, Attack, AttackWorld } from '../attack.ts';

interface StoredSignedDocument {
  readonly id: string;
  readonly code: string;
  readonly number: string;
  readonly sha256: string;
}

async function readSignedDocument({ target }: AttackWorld): Promise<StoredSignedDocument> {
  const { rows } = await target.pool.query<StoredSignedDocument>(
    `select evaluation_id as id, content #>> '{document,code}' as code, content #>> '{document,number}' as number,
      content_sha256 as sha256 from closings where content ? 'document' limit 1`,
  );
  const [document] = rows;
  assert.ok(document, 'The world has no signed evaluation.');
  return document;
}

const verifyCode = ({ call }: AttackWorld, code: string): Promise<AttackResponse> =>
  call('anonymous', 'GET', `/verifications/${encodeURIComponent(code)}`);

/** Requests a document by invalid codes and by all its data except the code. The response must always be the same. */
async function expectDocumentNotFound(
  world: AttackWorld,
  { id, number, sha256, code }: StoredSignedDocument,
): Promise<void> {
  const unknown = await verifyCode(world, 'ZZZZ-ZZZZ-ZZZZ');
  assert.equal(unknown.status, 404, `An unknown code was answered with ${unknown.status}.`);
  for (const typed of [id, number, sha256, '%', '_', '*', code.slice(0, 11), `${code}0`, `' or ''='`]) {
    const response = await verifyCode(world, typed);
    assert.equal(response.status, 404, `'${typed}' was answered with ${response.status}.`);
    assert.ok(response.body.equals(unknown.body), `'${typed}' is told from an unknown code.`);
  }
  for (const path of ['/verifications', '/verifications/', '/verifications?code='])
    assert.equal((await world.call('anonymous', 'GET', path)).status, 404, `${path} answers.`);
}

async function expectNoLeakedData(world: AttackWorld, { code }: StoredSignedDocument): Promise<void> {
  const response = await verifyCode(world, code);
  assert.equal(response.status, 200, `A document's own code was answered with ${response.status}.`);
  Verification.parse(JSON.parse(response.body.toString()));
  const text = response.body.toString();
  for (const secret of [PLANTED_PATIENT.name, PLANTED_PATIENT.number])
    assert.ok(!text.includes(secret), 'What is told of a document names the person.');
}

export const attack: Attack = {
  finding: 'A5',
  title: 'documents are found only by their code, codes cannot be guessed, and the response names no patient',
  run: async (world) => {
    const known = await readSignedDocument(world);
    await expectDocumentNotFound(world, known);
    await expectNoLeakedData(world, known);
    const tries = await Promise.all(
      Array.from({ length: MAX_VERIFICATIONS_PER_CLIENT + 20 }, (_, nth) =>
        verifyCode(world, `ZZZZ-ZZZZ-${1000 + nth}`),
      ),
    );
    const answered = tries.filter(({ status }) => status === 404).length;
    assert.ok(answered < MAX_VERIFICATIONS_PER_CLIENT, `${answered} tries of one address were answered.`);
    assert.ok(
      tries.every(({ status }) => status === 404 || status === 429),
      'Neither unknown nor limited.',
    );
    return [`${answered} of ${tries.length} tries answered`];
  },
};
