import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANA_ID,
  BEA_ID,
  claimDueItem,
  confirmNewEntry,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { db } from '../../database/database.ts';
import { outboxStore } from './outbox-store.ts';

const deliveryEvent = (remoteId: string) => ({ type: 'deliver', remoteId }) as const;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

/**
 * Confirms three entries and claims the evaluations of the first two, which are then in flight; the third evaluation is still
 * due.
 */
async function confirmThreeAndClaimTwo() {
  const now = Date.now();
  const [first, second, third] = [
    await confirmNewEntry('1', { capturedAt: now - 3_000 }),
    await confirmNewEntry('2', { capturedAt: now - 2_000 }),
    await confirmNewEntry('3', { capturedAt: now - 1_000 }),
  ];
  const travelling = [await claimDueItem(), await claimDueItem()] as const;
  expect(travelling.map(({ item }) => item.entryId)).toEqual([first, second]);
  return { ids: [first, second, third] as const, travelling };
}

describe('claim of items in the same transaction as a send result', () => {
  it('S12 when a send result makes files due, a claim in the same transaction takes these files, oldest first, and writes each row once', async () => {
    const { ids, travelling } = await confirmThreeAndClaimTwo();
    await outboxStore.settle(travelling[1], deliveryEvent('remote-2'), Date.now());
    const writes = vi.spyOn(db.items, 'bulkPut');
    const now = Date.now();
    const [, ...claimed] = await Promise.all([
      outboxStore.settle(travelling[0], deliveryEvent('remote-1'), now),
      ...Array.from({ length: 6 }, () => outboxStore.claimNext(ANA_ID, now)),
    ]);
    expect(claimed.map((one) => one && [one.item.entryId, one.item.kind, one.evaluationId])).toEqual([
      [ids[2], 'evaluation', null],
      [ids[0], expect.stringMatching(/photo|signature/), 'remote-1'],
      [ids[0], expect.stringMatching(/photo|signature/), 'remote-1'],
      [ids[1], expect.stringMatching(/photo|signature/), 'remote-2'],
      [ids[1], expect.stringMatching(/photo|signature/), 'remote-2'],
      null,
    ]);
    expect(writes).toHaveBeenCalledTimes(1);
    const states = (await db.items.toArray()).map(({ kind, state, attempts }) => [
      kind === 'evaluation',
      state.name,
      attempts,
    ]);
    expect(states.filter(([, name]) => name === 'sending')).toHaveLength(5);
    expect(states.filter(([, name]) => name === 'delivered')).toEqual([
      [true, 'delivered', 1],
      [true, 'delivered', 1],
    ]);
    writes.mockRestore();
  });

  it('S12 when a send result makes two files due and the same transaction claims one, the other stays due for a later claim', async () => {
    const { ids, travelling } = await confirmThreeAndClaimTwo();
    const now = Date.now();
    const [, first, second] = await Promise.all([
      outboxStore.settle(travelling[0], deliveryEvent('remote-1'), now),
      outboxStore.claimNext(ANA_ID, now),
      outboxStore.claimNext(ANA_ID, now),
    ]);
    expect([first?.item.entryId, second?.item.entryId]).toEqual([ids[2], ids[0]]);
    expect(await claimDueItem()).toMatchObject({ item: { entryId: ids[0] }, evaluationId: 'remote-1' });
  });

  it('S8 a claim takes no item that a send result in the same transaction defers, and no file when only evaluations are claimed', async () => {
    const { ids, travelling } = await confirmThreeAndClaimTwo();
    await outboxStore.settle(travelling[0], deliveryEvent('remote-1'), Date.now());
    const now = Date.now();
    const busy = { type: 'defer', cause: 'busy', retryAfter: 60_000, jitter: 0 } as const;
    const [, first, second, third] = await Promise.all([
      outboxStore.settle(travelling[1], busy, now),
      outboxStore.claimNext(ANA_ID, now, 'evaluations'),
      outboxStore.claimNext(ANA_ID, now, 'evaluations'),
      outboxStore.claimNext(ANA_ID, now),
    ]);
    expect([first?.item.entryId, second, third?.item.entryId]).toEqual([ids[2], null, ids[0]]);
  });

  it('S22 a claim takes no item of an entry that a send result in the same transaction completes', async () => {
    const now = Date.now();
    await confirmNewEntry('1', { capturedAt: now - 2_000 });
    const second = await confirmNewEntry('2', { capturedAt: now - 1_000 });
    await outboxStore.settle(await claimDueItem(), deliveryEvent('remote-1'), now);
    await outboxStore.settle(await claimDueItem(), deliveryEvent('remote-2'), now);
    const [photo, signature] = [await claimDueItem(), await claimDueItem()];
    const [, , claimed] = await Promise.all([
      outboxStore.settle(photo, deliveryEvent('photo-1'), now),
      outboxStore.settle(signature, deliveryEvent('signature-1'), now),
      outboxStore.claimNext(ANA_ID, now),
    ]);
    expect(claimed?.item.entryId).toBe(second);
    expect((await db.items.toArray()).map(({ entryId }) => entryId)).toEqual([second, second, second]);
  });

  it('S14 a claim for one user takes no file of another user, even if a send result in the same transaction makes the file due', async () => {
    const { travelling } = await confirmThreeAndClaimTwo();
    const now = Date.now();
    const [, claimed] = await Promise.all([
      outboxStore.settle(travelling[0], deliveryEvent('remote-1'), now),
      outboxStore.claimNext(BEA_ID, now),
    ]);
    expect(claimed).toBeNull();
  });
});
