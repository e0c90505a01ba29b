import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '#storage/database/database.ts';
import { listEntries, readSyncSummary } from '#storage/outbox/entries.ts';
import {
  ANA_ID,
  EXAM_ORDER_ID,
  enqueueSampleAttachment,
  signInOnDevice,
} from '#tests/support/device/device.ts';
import {
  CALL_NAMES,
  expectOutboxEmpty,
  makeDueAndDrain,
  startNonIdempotentReception,
  rejectionCodes,
  confirmSampleRegistration,
} from '#tests/support/device/servers/keyless-reception.ts';
import type { NonIdempotentServer } from '#tests/support/device/servers/keyless-server.ts';
import { retryItemsNow } from '../entry-actions.ts';

let server: NonIdempotentServer;
beforeEach(async () => {
  server = await startNonIdempotentReception();
});
afterEach(() => vi.unstubAllGlobals());

describe('picture whose send has an unknown outcome', () => {
  it('S23 the device finds a picture with an unknown outcome on the server and does not send it again, if the user may read evaluations', async () => {
    await signInOnDevice(ANA_ID, ['register_patients', 'manage_evaluations']);
    server.opensEvaluations = true;
    server.fates.push([CALL_NAMES.picture, 'lost_after'], [CALL_NAMES.picture, 'lost_before']);
    await confirmSampleRegistration('1');
    await makeDueAndDrain(2);
    await expectOutboxEmpty();
    expect(server.evaluations[0]?.media).toHaveLength(2);
    expect(server.callsTo(CALL_NAMES.picture)).toHaveLength(3);
  });

  it('S23 a picture counts as delivered when the server rejects its second send because the evaluation already has this picture', async () => {
    server.onSecondPicture = 'refuse';
    server.fates.push([CALL_NAMES.picture, 'lost_after'], [CALL_NAMES.picture, 'lost_after']);
    await confirmSampleRegistration('1');
    await makeDueAndDrain(2);
    await expectOutboxEmpty();
    expect(server.evaluations[0]?.media).toHaveLength(2);
  });

  it('S10 S23 a photo requires attention when its evaluation is closed', async () => {
    server.fates.push([CALL_NAMES.picture, 'lost_before'], [CALL_NAMES.picture, 'lost_before']);
    await confirmSampleRegistration('1');
    await makeDueAndDrain();
    const [evaluation] = server.evaluations;
    if (evaluation) evaluation.status = 'cerrada';
    const conflict = () => Response.json({ message: 'Cerrada' }, { status: 409 });
    server.fates.push([CALL_NAMES.picture, conflict()], [CALL_NAMES.picture, conflict()]);
    await makeDueAndDrain();
    const [entry] = await listEntries(ANA_ID, { limit: 1 });
    expect(entry?.items.map(({ kind, state }) => [kind, state.name])).toEqual([
      ['evaluation', 'delivered'],
      ['photo', 'attention'],
      ['signature', 'delivered'],
    ]);
  });

  it('S10 S23 a picture that is rejected as a conflict at its first send requires attention', async () => {
    server.fates.push([CALL_NAMES.picture, Response.json({ message: 'No' }, { status: 409 })]);
    await confirmSampleRegistration('1');
    await makeDueAndDrain();
    expect(await readSyncSummary(ANA_ID)).toMatchObject({ attention: 1 });
  });
});

describe('attachment whose send has an unknown outcome', () => {
  async function deliverEvaluation() {
    await signInOnDevice(ANA_ID, ['register_patients', 'manage_evaluations']);
    server.opensEvaluations = true;
    await confirmSampleRegistration('1');
    await makeDueAndDrain();
    const [kept] = server.evaluations;
    if (!kept) throw new Error('nothing was registered');
    return kept;
  }
  const target = (evaluationId: string) => ({
    target: { evaluationId, examOrderId: EXAM_ORDER_ID },
  });

  it('S23 the device finds an attachment at its exam when only the response was lost', async () => {
    const kept = await deliverEvaluation();
    server.fates.push([CALL_NAMES.attach, 'lost_after'], [CALL_NAMES.attach, 'lost_before']);
    await enqueueSampleAttachment({ ...target(kept.id), capturedAt: Date.now() - 1 });
    await enqueueSampleAttachment(target(kept.id));
    await makeDueAndDrain(4);
    await expectOutboxEmpty();
    expect(kept.files).toHaveLength(2);
  });

  it('S23 the device does not mistake an earlier file of the same name for the attachment', async () => {
    const kept = await deliverEvaluation();
    kept.files.push({
      id: crypto.randomUUID(),
      original_name: 'audiograma de Zoraida.pdf',
      storage_path: 'x',
    });
    server.fates.push([CALL_NAMES.attach, 'lost_before']);
    await enqueueSampleAttachment(target(kept.id));
    await makeDueAndDrain(2);
    await expectOutboxEmpty();
    expect(kept.files).toHaveLength(2);
  });
});

it('S14 S23 the device holds an entry of another branch back and does not send it', async () => {
  await confirmSampleRegistration('0');
  await makeDueAndDrain();
  await confirmSampleRegistration('1');
  const account = await db.accounts.get('current');
  if (account) await db.accounts.put({ ...account, branchId: '44444444-4444-4444-8444-444444444444' });
  await makeDueAndDrain();
  expect(await rejectionCodes()).toEqual(['other_branch']);
  expect(server.evaluations).toHaveLength(1);
});

it("S7 S23 when the user chooses an entry's branch again, the device looks up whether the entry has arrived before it sends again", async () => {
  await confirmSampleRegistration('0');
  await makeDueAndDrain();
  const account = await db.accounts.get('current');
  server.fates.push([CALL_NAMES.create, 'lost_after']);
  const entryId = await confirmSampleRegistration('1');
  await makeDueAndDrain();
  if (account) await db.accounts.put({ ...account, branchId: '44444444-4444-4444-8444-444444444444' });
  await makeDueAndDrain();
  expect(await rejectionCodes()).toEqual(['other_branch']);
  if (account) await db.accounts.put(account);
  await retryItemsNow(ANA_ID, entryId);
  await makeDueAndDrain();
  await expectOutboxEmpty();
  expect(server.evaluations).toHaveLength(2);
});
