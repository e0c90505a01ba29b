import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { HEADER } from '#contract/headers.ts';
import { makeKeyedDevice } from '#tests/support/device/device-key.ts';
import type { Attack } from '../attack.ts';

const createDeviceReport = (unsent: number) => ({
  unsent,
  attention: 0,
  oldest_captured_at: null,
  storage_used: null,
  storage_quota: null,
  storage_persisted: null,
});

export const attack: Attack = {
  finding: 'L1',
  title: 'no device reports for another one that its outbox is empty',
  run: async ({ call, target }) => {
    const [id, device, other] = [randomUUID(), await makeKeyedDevice(), await makeKeyedDevice()];
    const path = `/devices/${id}`;
    const proofHeaders = async (signer: typeof device) => ({
      [HEADER.deviceProof]: (await signer.prove('PUT', path))[HEADER.proof] ?? '',
    });
    const own = await call('desk', 'PUT', path, {
      json: createDeviceReport(12),
      headers: await proofHeaders(device),
    });
    assert.equal(own.status, 204, 'The device’s own report was refused.');
    const forged = [{}, await proofHeaders(other), { [HEADER.deviceProof]: 'x' }];
    for (const headers of forged) {
      const { status } = await call('deskMedellin', 'PUT', path, { json: createDeviceReport(0), headers });
      assert.equal(status, 403, `A forged report was answered with ${status}.`);
    }
    const { rows } = await target.pool.query('select unsent from devices where id = $1', [id]);
    assert.deepEqual(rows, [{ unsent: 12 }], 'A forged report was kept.');
    return [`${forged.length} forged reports, none kept`];
  },
};
