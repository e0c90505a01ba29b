import assert from 'node:assert/strict';
import { receiptParts } from '#tests/fuzz/requests/handed-over.ts';
import type { Attack, AttackWorld } from '../attack.ts';

interface SignedVersionKey {
  readonly id: string;
  readonly version: number;
}

async function findSignedVersion({ target }: AttackWorld): Promise<SignedVersionKey> {
  const { rows } = await target.pool.query<SignedVersionKey>(
    `select id, version from evaluations where status = 'cerrada' limit 1`,
  );
  assert.ok(rows[0], 'The world has no signed evaluation.');
  return rows[0];
}

const queryStoredReceipts = async ({ target }: AttackWorld) =>
  (await target.pool.query<{ storage_path: string; received_sha256: string }>('select * from receipts')).rows;

/**
 * Checks that the server rejects users without permission and invalid forms.
 * @returns the number of forms tried
 */
async function expectInvalidReceiptsRejected(
  world: AttackWorld,
  path: string,
  { version }: SignedVersionKey,
): Promise<number> {
  const parts = receiptParts(world.files.signature, version);
  const deliveryPath = path.replace('/evaluations/', '/deliveries/');
  const history = parts.map((part) => (part.name === 'items' ? { ...part, value: 'history' } : part));
  const forbidden = [
    ['anonymous', path, parts],
    ['desk', path, parts],
    ['deliverer', path, parts],
    ['anonymous', deliveryPath, parts],
    ['desk', deliveryPath, parts],
    ['doctor', deliveryPath, parts],
    ['deliverer', deliveryPath, history],
  ] as const;
  for (const [who, at, sent] of forbidden) {
    const { status } = await world.call(who, 'POST', at, { parts: sent });
    assert.ok(status === 401 || status === 403, `${who} was answered with ${status} at ${at}.`);
  }
  const forms = [
    {},
    { json: { version, items: 'concept' } },
    { parts: parts.slice(0, 2) },
    { parts: [...parts, ...parts.slice(2)] },
    { parts: receiptParts(world.files.signature, version + 1) },
    { parts: receiptParts(Buffer.from('<svg onload="x"/>'), version) },
    { parts: parts.map((part) => (part.name === 'items' ? { ...part, value: 'concept,../x' } : part)) },
  ];
  for (const [nth, form] of forms.entries()) {
    const { status } = await world.call('doctor', 'POST', path, form);
    assert.ok(status >= 400 && status < 500, `Form ${nth} was answered with ${status}.`);
  }
  assert.deepEqual(await queryStoredReceipts(world), [], 'A receipt was kept.');
  return forms.length + forbidden.length;
}

/**
 * Sends several signatures of a receipt at once. The server must store one and reject all that differ from it.
 * @returns the number of signatures sent
 */
async function expectOneReceiptStored(
  world: AttackWorld,
  path: string,
  { version }: SignedVersionKey,
): Promise<number> {
  const sent = [world.files.signature, world.files.photo, world.files.signature, world.files.photo];
  const answers = await Promise.all(
    sent.map((file) => world.call('doctor', 'POST', path, { parts: receiptParts(file, version) })),
  );
  const statuses = answers.map(({ status }) => status);
  assert.ok(
    statuses.includes(200) && statuses.every((status) => status === 200 || status === 409),
    `Four signatures at once were answered with ${statuses.join()}.`,
  );
  const [kept, ...more] = await queryStoredReceipts(world);
  assert.ok(kept && more.length === 0, 'Not one receipt was kept.');
  for (const who of ['anonymous', 'desk', 'doctor'] as const) {
    const { status } = await world.call(who, 'GET', `/files/${kept.storage_path}`);
    assert.ok(status === 401 || status === 404, `${who} opened the signature: ${status}.`);
  }
  return sent.length;
}

export const attack: Attack = {
  finding: 'A6',
  title:
    'only a user with the permission records a document receipt, an invalid form stores nothing, and of many receipts one is stored',
  run: async (world) => {
    const signed = await findSignedVersion(world);
    const path = `/evaluations/${signed.id}/receipt`;
    const refused = await expectInvalidReceiptsRejected(world, path, signed);
    const sent = await expectOneReceiptStored(world, path, signed);
    return [`${refused} forms refused, 1 of ${sent} signatures kept`];
  },
};
