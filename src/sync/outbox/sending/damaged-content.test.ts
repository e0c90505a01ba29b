import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ItemKind } from '#domain/outbox/item.ts';
import { db } from '#storage/database/database.ts';
import { recordIdempotencySupport } from '#storage/database/server-traits.ts';
import { readQueuedRegistration, readSyncSummary } from '#storage/outbox/entries.ts';
import { ANA_ID, enqueueSampleAttachment, REMOTE_EVALUATION_ID } from '#tests/support/device/device.ts';
import { damageContent, damageCopyOfBytes, damageSummary } from '#tests/support/device/unfaithful-rows.ts';
import {
  CALL_NAMES,
  expectOutboxEmpty,
  makeDueAndDrain,
  startNonIdempotentReception,
  testDrainPorts,
  rejectionCodes,
  confirmSampleRegistration,
} from '#tests/support/device/servers/keyless-reception.ts';
import {
  EXIT_EVALUATION_TYPE,
  type NonIdempotentServer,
} from '#tests/support/device/servers/keyless-server.ts';
import { drain } from './drain.ts';
import { retryItemsNow } from '../entry-actions.ts';

let server: NonIdempotentServer;
beforeEach(async () => {
  server = await startNonIdempotentReception();
  server.keepsKeys = true;
});
afterEach(() => vi.unstubAllGlobals());

const readItemState = async (entryId: string, kind: ItemKind) =>
  (await readQueuedRegistration(ANA_ID, entryId))?.items.find((item) => item.kind === kind)?.state;

describe('S11 damaged content that cannot be decrypted with the existing key', () => {
  it('a damaged evaluation is rejected on the device and cannot be corrected; other evaluations are sent', async () => {
    const entryId = await confirmSampleRegistration('1');
    await confirmSampleRegistration('2');
    await damageContent(entryId, 'evaluation');
    expect(await drain(ANA_ID, testDrainPorts)).toBe('drained');
    expect(server.evaluations.map(({ number, media }) => [number, media.length])).toEqual([['2', 2]]);
    expect(await readItemState(entryId, 'evaluation')).toMatchObject({
      name: 'attention',
      correctable: false,
      refusal: { status: 0, code: 'body_lost' },
    });
  });

  it('S10 damaged content that can be decrypted again is sent under its idempotency key when the user retries', async () => {
    const entryId = await confirmSampleRegistration('1');
    const row = await db.items
      .where({ entryId })
      .and(({ kind }) => kind === 'evaluation')
      .first();
    await damageContent(entryId, 'evaluation');
    await makeDueAndDrain();
    expect(await rejectionCodes()).toEqual(['body_lost']);
    await db.items.update(row?.id ?? '', { sealedBody: row?.sealedBody ?? null });
    await retryItemsNow(ANA_ID, entryId);
    await makeDueAndDrain();
    await expectOutboxEmpty();
    expect(server.evaluations).toHaveLength(1);
  });

  it.each(['photo', 'signature'] as const)(
    'the user can retake a damaged %s, and all other items are delivered',
    async (kind) => {
      const entryId = await confirmSampleRegistration('1');
      await confirmSampleRegistration('2');
      await damageContent(entryId, kind);
      expect(await drain(ANA_ID, testDrainPorts)).toBe('drained');
      expect(server.evaluations.flatMap(({ media }) => media)).toHaveLength(3);
      expect(await readItemState(entryId, kind)).toMatchObject({
        correctable: true,
        refusal: { status: 0, code: 'picture_lost' },
      });
    },
  );

  it('a damaged attachment requires attention as lost, even when its name cannot be decrypted, and other items are delivered', async () => {
    const entryId = await enqueueSampleAttachment();
    await confirmSampleRegistration('1');
    await damageContent(entryId, 'attachment');
    const row = await db.items.where({ entryId }).first();
    if (!row?.picture) throw new Error('the file is gone');
    await db.items.update(row.id, {
      picture: { ...row.picture, sealedRef: damageCopyOfBytes(row.picture.sealedRef) },
    });
    expect(await drain(ANA_ID, testDrainPorts)).toBe('drained');
    expect(await rejectionCodes()).toEqual(['picture_lost']);
    expect(server.evaluations).toHaveLength(1);
  });

  it('S23 the user decides about a damaged registration that may have arrived, because the device cannot look it up', async () => {
    server.keepsKeys = false;
    server.fates.push([CALL_NAMES.create, 'lost_after']);
    const entryId = await confirmSampleRegistration('1');
    await makeDueAndDrain();
    await damageSummary(entryId);
    await makeDueAndDrain();
    expect(await rejectionCodes()).toEqual(['outcome_unknown']);
    expect(server.evaluations).toHaveLength(1);
  });

  it("S23 a damaged registration waits until the outcome of the patient's earlier one is known, because the device cannot tell whether both are equal", async () => {
    server.keepsKeys = false;
    const unavailableResponse = () => Response.json({ message: 'No' }, { status: 503 });
    server.fates.push([CALL_NAMES.create, 'lost_after'], [CALL_NAMES.look, unavailableResponse()]);
    await confirmSampleRegistration('1', { capturedAt: Date.now() - 1_000 });
    await makeDueAndDrain();
    const entryId = await confirmSampleRegistration('1', { type: EXIT_EVALUATION_TYPE });
    await damageSummary(entryId);
    await makeDueAndDrain();
    expect(server.evaluations).toHaveLength(1);
    await makeDueAndDrain(2);
    expect(await rejectionCodes()).toEqual(['outcome_unknown']);
    await retryItemsNow(ANA_ID, entryId);
    await makeDueAndDrain();
    await expectOutboxEmpty();
    expect(server.evaluations).toHaveLength(2);
  });

  it('S23 the user decides about a damaged file that may have arrived, because the device cannot look it up', async () => {
    server.keepsKeys = false;
    server.opensEvaluations = true;
    server.add({ id: REMOTE_EVALUATION_ID, number: '7' });
    await recordIdempotencySupport('ignored');
    server.fates.push([CALL_NAMES.attach, 'lost_after']);
    const entryId = await enqueueSampleAttachment();
    await makeDueAndDrain();
    await damageSummary(entryId);
    await makeDueAndDrain();
    expect(await rejectionCodes()).toEqual(['outcome_unknown']);
    expect(server.evaluations[0]?.files).toHaveLength(1);
  });

  it("S14 content whose key is missing is not rejected; it waits for its owner's sign-in", async () => {
    const entryId = await confirmSampleRegistration('1');
    const keys = await db.keys.toArray();
    await db.keys.clear();
    await expect(drain(ANA_ID, testDrainPorts)).rejects.toMatchObject({ kind: 'locked' });
    await db.keys.bulkPut(keys);
    expect(await readSyncSummary(ANA_ID)).toMatchObject({ unsent: 1, attention: 0 });
    expect(await readItemState(entryId, 'evaluation')).not.toMatchObject({ name: 'attention' });
  });
});
