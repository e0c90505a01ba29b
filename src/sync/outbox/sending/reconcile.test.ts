import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SendResult } from '#domain/outbox/outcome.ts';
import { db } from '#storage/database/database.ts';
import { listEntries, readSyncSummary } from '#storage/outbox/entries.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import { readIdempotencySupport } from '#storage/database/server-traits.ts';
import {
  listAllReceipts,
  ANA_ID,
  BEA_ID,
  claimDueItem,
  signInOnDevice,
} from '#tests/support/device/device.ts';
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
  ENTRY_EVALUATION_TYPE,
  type NonIdempotentServer,
  EXIT_EVALUATION_TYPE,
  busyResponse,
} from '#tests/support/device/servers/keyless-server.ts';
import { toEvaluationListItem, sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { MAX_LIST_PAGES } from '../../api/pages.ts';
import { drain } from './drain.ts';
import { sendUnlessArrived } from './reconcile.ts';
import { retryItemsNow } from '../entry-actions.ts';
import { setDrainRequester } from '../outbox.ts';

let server: NonIdempotentServer;
beforeEach(async () => {
  server = await startNonIdempotentReception();
});
afterEach(() => vi.unstubAllGlobals());

describe('support of idempotency keys by the server', () => {
  it('S23 the device learns from the first accepted request whether the server supports idempotency keys, and then needs no lookups', async () => {
    expect(await readIdempotencySupport()).toBe('unknown');
    server.keepsKeys = true;
    await confirmSampleRegistration('1');
    await makeDueAndDrain();
    expect(await readIdempotencySupport()).toBe('kept');
    server.fates.push([CALL_NAMES.create, 'lost_before'], [CALL_NAMES.picture, 'lost_before']);
    await confirmSampleRegistration('2');
    await makeDueAndDrain(3);
    await expectOutboxEmpty();
    expect([...server.callsTo(CALL_NAMES.look), ...server.callsTo(CALL_NAMES.open)]).toEqual([]);
  });

  it('S23 the device learns again whether the server supports idempotency keys when another server responds at the same address', async () => {
    server.keepsKeys = true;
    await confirmSampleRegistration('1');
    await makeDueAndDrain();
    server.keepsKeys = false;
    await confirmSampleRegistration('2');
    await makeDueAndDrain();
    expect(await readIdempotencySupport()).toBe('ignored');
  });
});

describe('evaluation whose send has an unknown outcome', () => {
  it('S23 the device finds an evaluation whose response was lost and does not create it again', async () => {
    server.fates.push([CALL_NAMES.create, 'lost_after']);
    await confirmSampleRegistration('1');
    await makeDueAndDrain(2);
    await expectOutboxEmpty();
    expect(server.evaluations).toHaveLength(1);
    expect(server.evaluations[0]?.media.map(({ type }) => type).sort()).toEqual(['photo', 'signature']);
    expect((await listAllReceipts())[0]?.evaluationId).toBe(server.evaluations[0]?.id);
  });

  it('S23 the device resends an evaluation that never arrived', async () => {
    server.fates.push([CALL_NAMES.create, 'lost_before']);
    await confirmSampleRegistration('1');
    await makeDueAndDrain(2);
    await expectOutboxEmpty();
    expect(server.evaluations).toHaveLength(1);
    expect(server.callsTo(CALL_NAMES.look)).toHaveLength(1);
  });

  it(
    'S23 S8 an evaluation with an unknown outcome waits when the server’s list has no end',
    { tags: ['landing'] },
    async () => {
      const page = JSON.stringify({ items: [toEvaluationListItem(sampleEvaluation(1))], total: 1_000_000 });
      const endless = Array.from(
        { length: MAX_LIST_PAGES + 1 },
        () => new Response(page, { headers: { 'content-type': 'application/json' } }),
      );
      server.fates.push([CALL_NAMES.create, 'lost_before']);
      for (const response of endless) server.fates.push([CALL_NAMES.look, response]);
      await confirmSampleRegistration('1');
      await makeDueAndDrain(2);
      expect(server.callsTo(CALL_NAMES.look)).toHaveLength(MAX_LIST_PAGES);
      expect((await listEntries(ANA_ID, { limit: 1 }))[0]?.items[0]?.state).toMatchObject({
        cause: 'portal',
      });
    },
  );

  it('S23 the device finds an evaluation after its sender was killed, even if a doctor has changed it in the meantime', async () => {
    await confirmSampleRegistration('1');
    await outboxStore.claimNext(ANA_ID, Date.now());
    server.add({ number: '1', status: 'cerrada' });
    await makeDueAndDrain();
    await expectOutboxEmpty();
    expect(server.evaluations).toHaveLength(1);
  });

  it('S23 the device finds an evaluation whose document number the server writes in another format', async () => {
    await confirmSampleRegistration('0010.203');
    await outboxStore.claimNext(ANA_ID, Date.now());
    server.add({ number: '10203' });
    await makeDueAndDrain();
    expect(server.evaluations).toHaveLength(1);
  });

  it('S23 the device finds an evaluation in a list of several pages', async () => {
    await confirmSampleRegistration('7');
    await outboxStore.claimNext(ANA_ID, Date.now());
    for (let other = 0; other < 25; other += 1) server.add({ number: `70${other}` });
    const made = server.add({ number: '7' });
    await makeDueAndDrain();
    expect((await listAllReceipts())[0]?.evaluationId).toBe(made.id);
  });

  it('S23 an evaluation with an unknown outcome waits and is not sent while the lookup fails', async () => {
    server.fates.push(
      [CALL_NAMES.create, 'lost_after'],
      [CALL_NAMES.look, 'lost_before'],
      [CALL_NAMES.look, busyResponse()],
    );
    await confirmSampleRegistration('1');
    await makeDueAndDrain(3);
    expect(server.callsTo(CALL_NAMES.create)).toHaveLength(1);
    await makeDueAndDrain();
    await expectOutboxEmpty();
    expect(server.evaluations).toHaveLength(1);
  });

  it('S9 S23 sending pauses when the lookup of an evaluation shows that the session has ended', async () => {
    server.fates.push(
      [CALL_NAMES.create, 'lost_after'],
      [CALL_NAMES.look, Response.json({ message: 'No' }, { status: 401 })],
    );
    await confirmSampleRegistration('1');
    await makeDueAndDrain();
    await outboxStore.wake(ANA_ID, ['no_answer'], Date.now());
    expect(await drain(ANA_ID, testDrainPorts)).toBe('session_ended');
    expect(await readSyncSummary(ANA_ID)).toMatchObject({ unsent: 1, attention: 0 });
  });

  it('S10 S23 an evaluation that the user may not look up requires the user’s decision, and a retry sends it again', async () => {
    const forbiddenResponse = () => Response.json({ message: 'No' }, { status: 403 });
    server.fates.push(
      [CALL_NAMES.create, 'lost_before'],
      [CALL_NAMES.look, forbiddenResponse()],
      [CALL_NAMES.look, forbiddenResponse()],
    );
    const entryId = await confirmSampleRegistration('1');
    await makeDueAndDrain(2);
    expect(await rejectionCodes()).toEqual(['outcome_unknown']);
    expect(server.evaluations).toHaveLength(0);
    await retryItemsNow(ANA_ID, entryId);
    await makeDueAndDrain();
    await expectOutboxEmpty();
    expect(server.evaluations).toHaveLength(1);
    expect(server.callsTo(CALL_NAMES.look)).toHaveLength(2);
  });
});

it('S7 S23 an entry that may have arrived can be sent again under the same idempotency key but not corrected', async () => {
  const closed = Response.json({ message: 'No' }, { status: 403 });
  server.fates.push(
    [CALL_NAMES.create, 'lost_after'],
    [CALL_NAMES.look, closed.clone()],
    [CALL_NAMES.look, closed.clone()],
  );
  const entryId = await confirmSampleRegistration('1');
  await makeDueAndDrain(2);
  expect(await rejectionCodes()).toEqual(['outcome_unknown']);
  const firstItem = async () => (await listEntries(ANA_ID, { limit: 1 }))[0]?.items[0];
  const refused = await firstItem();
  expect(refused?.state).toMatchObject({ name: 'attention', correctable: false });
  setDrainRequester(() => undefined);
  await retryItemsNow(ANA_ID, entryId);
  expect(await firstItem()).toMatchObject({ key: refused?.key, state: { name: 'queued' } });
});

function createSignal() {
  let resolveGiven = (): void => undefined;
  const given = new Promise<void>((resolve) => (resolveGiven = resolve));
  return { given, give: () => resolveGiven() };
}

describe('several evaluations of one patient on one day', () => {
  it('S23 the device sends equal evaluations of one patient one after another, also when one is confirmed during a send', async () => {
    const order: string[] = [];
    const registerAndSend = async (
      name: string,
      type: typeof ENTRY_EVALUATION_TYPE,
      until: Promise<void>,
    ) => {
      const begun = createSignal();
      await confirmSampleRegistration('1', { type });
      const claimed = await claimDueItem();
      const send = async (): Promise<SendResult> => {
        order.push(`${name} begins`);
        begun.give();
        await until;
        order.push(`${name} ends`);
        return { type: 'accepted', remoteId: name };
      };
      return { begun: begun.given, sent: sendUnlessArrived({ claimed, keys: 'unknown', send }) };
    };
    // Each database read lets all work that is not blocked advance by one step.
    const steps = async () => {
      for (let nth = 0; nth < 30; nth += 1) await db.items.count();
    };
    const [one, two] = [createSignal(), createSignal()];
    const first = await registerAndSend('first', ENTRY_EVALUATION_TYPE, one.given);
    await first.begun;
    const second = await registerAndSend('second', EXIT_EVALUATION_TYPE, two.given);
    await steps();
    one.give();
    await Promise.all([first.sent, second.begun]);
    const third = await registerAndSend('third', ENTRY_EVALUATION_TYPE, Promise.resolve());
    await steps();
    two.give();
    await Promise.all([second.sent, third.sent]);
    const names = ['first', 'second', 'third'];
    expect(order).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it.each([
    ['answered', 'lost_after'],
    ['lost_after', 'lost_after'],
    ['lost_before', 'lost_after'],
    ['lost_after', 'lost_before'],
  ] as const)(
    'S23 the server stores both of two equal evaluations, each once, when the first request is %s and the second is %s',
    async (...fates) => {
      for (const fate of fates) server.fates.push([CALL_NAMES.create, fate]);
      await confirmSampleRegistration('1', { info: 'primera', capturedAt: Date.now() - 2 });
      await confirmSampleRegistration('1', { info: 'segunda', capturedAt: Date.now() - 1 });
      await makeDueAndDrain(5);
      await expectOutboxEmpty();
      expect(server.evaluations.map(({ info }) => info)).toEqual(['primera', 'segunda']);
      for (const { media } of server.evaluations) expect(media).toHaveLength(2);
      const ids = (await listAllReceipts()).map(({ evaluationId }) => evaluationId);
      expect(new Set(ids).size).toBe(2);
    },
  );

  it('S11 S23 different evaluations of one patient do not wait for each other, and a lookup of one does not find the other', async () => {
    server.fates.push(
      [CALL_NAMES.create, 'lost_before'],
      [CALL_NAMES.look, busyResponse()],
      [CALL_NAMES.look, busyResponse()],
    );
    await confirmSampleRegistration('1', { capturedAt: Date.now() - 2 });
    await makeDueAndDrain();
    await confirmSampleRegistration('1', { type: EXIT_EVALUATION_TYPE });
    await makeDueAndDrain();
    expect(server.evaluations.map(({ type }) => type)).toEqual([EXIT_EVALUATION_TYPE.id]);
    await makeDueAndDrain(2);
    await expectOutboxEmpty();
    expect(server.evaluations.map(({ type }) => type)).toEqual([
      EXIT_EVALUATION_TYPE.id,
      ENTRY_EVALUATION_TYPE.id,
    ]);
  });

  it('S23 a lookup ignores evaluations that were sent earlier from this device, by any user', async () => {
    await confirmSampleRegistration('1');
    await makeDueAndDrain();
    await signInOnDevice(BEA_ID);
    await confirmSampleRegistration('1', { ownerId: BEA_ID });
    server.fates.push([CALL_NAMES.create, 'lost_before']);
    await makeDueAndDrain(2, BEA_ID);
    await expectOutboxEmpty(BEA_ID);
    expect(server.evaluations).toHaveLength(2);
    expect(await db.receipts.count()).toBe(2);
  });

  it('S23 a lookup ignores evaluations older than the capture', async () => {
    server.add({ number: '1', startedAt: Date.now() - 3_600_000 });
    await db.device.put({ id: 'clock', offset: 0, measuredAt: 0 });
    server.fates.push([CALL_NAMES.create, 'lost_before']);
    await confirmSampleRegistration('1');
    await makeDueAndDrain(2);
    expect(server.evaluations).toHaveLength(2);
  });

  it("S15 S23 a lookup finds the created evaluation even if the device has never measured the server's clock", async () => {
    server.now = () => Date.now() - 3 * 3_600_000;
    server.fates.push([CALL_NAMES.create, 'lost_after']);
    await confirmSampleRegistration('1');
    await makeDueAndDrain(2);
    await expectOutboxEmpty();
    expect(server.evaluations).toHaveLength(1);
  });

  it('S23 a lookup ignores an evaluation that already has pictures, if the user may open evaluations', async () => {
    await signInOnDevice(ANA_ID, ['register_patients', 'manage_evaluations']);
    server.opensEvaluations = true;
    server.add({ number: '1', media: [{ id: crypto.randomUUID(), type: 'photo', storage_path: 'x' }] });
    server.fates.push([CALL_NAMES.create, 'lost_before']);
    await confirmSampleRegistration('1');
    await makeDueAndDrain(2);
    await expectOutboxEmpty();
    expect(server.evaluations.map(({ media }) => media.length)).toEqual([1, 2]);
  });
});
