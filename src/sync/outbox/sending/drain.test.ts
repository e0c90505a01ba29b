import { beforeEach, describe, expect, it } from 'vitest';
import type { ClaimedItem, Sender } from '#domain/outbox/ports.ts';
import type { SendResult } from '#domain/outbox/outcome.ts';
import { db } from '#storage/database/database.ts';
import { listEntries, readSyncSummary } from '#storage/outbox/entries.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import {
  ANA_ID,
  enqueueSampleAttachment,
  confirmNewEntry,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { drain, wakeItemsAfterReconnect, type DrainPorts } from './drain.ts';
import { RequestLimiter } from './request-limiter.ts';

const acceptedSendResult = (): SendResult => ({ type: 'accepted', remoteId: crypto.randomUUID() });
const NO_RESPONSE: SendResult = { type: 'silence', cause: 'no_answer' };
const rejectedSendResult = (status: number, code: string | null, message = 'x'): SendResult => ({
  type: 'error',
  refusal: { status, code, message, details: [] },
  retryAfter: null,
});
const bareRejection = (status: number) => rejectedSendResult(status, null, '');

/**
 * Returns a sender that records prepared and sent items and responds as `response` says. `linkUp`: result of the probe.
 * `sizeOf`: bytes of an item.
 */
function createScriptedSender(
  response: (claimed: ClaimedItem, nth: number) => SendResult | Promise<SendResult>,
  { linkUp = true, sizeOf = (_claimed: ClaimedItem): number => 100 } = {},
) {
  const prepared: ClaimedItem[] = [];
  const sent: ClaimedItem[] = [];
  const lookers = new Set<() => void>();
  const courier: Sender = {
    begin: () => undefined,
    prepare: async (claimed) => {
      prepared.push(claimed);
      const send = async () => {
        sent.push(claimed);
        return response(claimed, sent.length);
      };
      return { size: sizeOf(claimed), send };
    },
    probe: () => Promise.resolve(linkUp ? { reached: true } : { reached: false, cause: 'no_answer' }),
  };
  const ports: DrainPorts = {
    store: outboxStore,
    courier,
    now: Date.now,
    jitter: () => 0.5,
    traffic: new RequestLimiter(Date.now),
    onRequest(look) {
      lookers.add(look);
      return () => lookers.delete(look);
    },
  };
  return { ports, prepared, sent, ask: () => lookers.forEach((look) => look()) };
}

/** Returns a limiter that allows many requests at a time, because it has seen fast HTTP/2 responses to small requests. */
async function createWideLimiter(): Promise<RequestLimiter> {
  let clock = 0;
  const traffic = new RequestLimiter(
    () => clock,
    () => true,
  );
  for (let wave = 0; wave < 4; wave += 1) {
    const arrived = new Promise<void>((resolve) => setTimeout(resolve, 0));
    const going = Array.from({ length: 24 }, () =>
      traffic.use({ size: 2_000, patience: 15_000, isFile: false }, async (note) => {
        await arrived;
        note('answered');
      }),
    );
    clock += 600;
    await Promise.all(going);
  }
  return traffic;
}

async function confirmNewEntries(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await confirmNewEntry(String(nth));
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('drain', () => {
  it('S12 P4.10 a drain sends each evaluation, then its photo and signature, each once', async () => {
    await confirmNewEntries(3);
    const { ports, sent } = createScriptedSender(acceptedSendResult);
    expect(await drain(ANA_ID, ports)).toBe('drained');
    expect(sent).toHaveLength(9);
    expect(new Set(sent.map(({ item }) => item.key)).size).toBe(9);
    for (const { item } of sent.filter((claimed) => claimed.item.kind !== 'evaluation')) {
      const evaluation = sent.findIndex(
        (claimed) => claimed.item.entryId === item.entryId && claimed.item.kind === 'evaluation',
      );
      expect(evaluation).toBeLessThan(sent.findIndex((claimed) => claimed.item.id === item.id));
    }
    expect(await readSyncSummary(ANA_ID)).toEqual({ unsent: 0, attention: 0, sending: 0 });
  });

  it('S6 a drain sends an item again when a gateway rejected it before the server came back', async () => {
    await confirmNewEntry('1');
    const { ports, sent } = createScriptedSender((_claimed, nth) =>
      nth === 1 ? bareRejection(404) : acceptedSendResult(),
    );
    expect(await drain(ANA_ID, ports)).toBe('drained');
    expect(sent).toHaveLength(4);
    expect(await readSyncSummary(ANA_ID)).toEqual({ unsent: 0, attention: 0, sending: 0 });
  });

  it('S10 an item that is rejected twice without a message requires attention and is not sent a third time', async () => {
    await confirmNewEntry('1');
    const { ports, sent } = createScriptedSender(() => bareRejection(400));
    expect(await drain(ANA_ID, ports)).toBe('drained');
    expect(sent).toHaveLength(2);
    expect(await readSyncSummary(ANA_ID)).toMatchObject({ attention: 1 });
  });

  it('S12 a drain claims at least four items at a time', async () => {
    await confirmNewEntries(6);
    const { ports } = createScriptedSender(acceptedSendResult);
    const bursts: number[] = [];
    let asked = 0;
    const claimNext: DrainPorts['store']['claimNext'] = (...claim) => {
      asked += 1;
      if (asked === 1)
        queueMicrotask(() => {
          bursts.push(asked);
          asked = 0;
        });
      return outboxStore.claimNext(...claim);
    };
    expect(await drain(ANA_ID, { ...ports, store: { ...outboxStore, claimNext } })).toBe('drained');
    expect(bursts.length).toBeGreaterThan(3);
    expect(Math.min(...bursts)).toBeGreaterThanOrEqual(4);
  });

  it('P4.10 a drain sends photo and signature of one evaluation in parallel', async () => {
    await confirmNewEntry('1');
    let resolveBoth = () => {};
    const both = new Promise<void>((resolve) => (resolveBoth = resolve));
    // Each picture gets its response only after the other was sent, so that sequential sends would never end.
    const { ports, sent } = createScriptedSender(async (_claimed, nth) => {
      if (nth === 3) resolveBoth();
      if (nth > 1) await both;
      return acceptedSendResult();
    });
    await drain(ANA_ID, ports);
    expect(sent).toHaveLength(3);
  });

  it('S11 a drain prepares the next items while four requests are in flight, and never has five requests in flight', async () => {
    await confirmNewEntries(5);
    let travelling = 0;
    let most = 0;
    const { ports, prepared } = createScriptedSender(async () => {
      travelling += 1;
      most = Math.max(most, travelling);
      // The fourth response waits until a fifth item is prepared, so that preparing after the response would never end.
      if (travelling === 4) await expect.poll(() => prepared.length).toBeGreaterThan(4);
      travelling -= 1;
      return acceptedSendResult();
    });
    expect(await drain(ANA_ID, ports)).toBe('drained');
    expect(most).toBeLessThanOrEqual(4);
    expect(prepared).toHaveLength(15);
  });

  it('S12 a drain sends an evaluation that is confirmed while file uploads hang, however many are in flight', async () => {
    for (let nth = 0; nth < 14; nth += 1) await enqueueSampleAttachment();
    let markEvaluationArrived = () => {};
    const evaluation = new Promise<void>((resolve) => (markEvaluationArrived = resolve));
    let confirmed: Promise<unknown> | null = null;
    // No file gets a response before the evaluation does, so that an evaluation waiting for a file would never end.
    const respond = async ({ item }: ClaimedItem) => {
      if (item.kind === 'evaluation') markEvaluationArrived();
      else confirmed ??= confirmNewEntry('1').then(ask);
      await evaluation;
      return acceptedSendResult();
    };
    const sizeOf = ({ item }: ClaimedItem) => (item.kind === 'evaluation' ? 2_000 : 100_000);
    const { ports, sent, ask } = createScriptedSender(respond, { sizeOf });
    expect(await drain(ANA_ID, ports)).toBe('drained');
    expect(sent).toHaveLength(17);
  });

  it('S12 a drain sends an evaluation that is confirmed while the last due files hang', async () => {
    const first = await confirmNewEntry('1');
    let markSecondArrived = () => {};
    const second = new Promise<void>((resolve) => (markSecondArrived = resolve));
    let confirmed: Promise<unknown> | null = null;
    const { ports, sent, ask } = createScriptedSender(async ({ item }) => {
      if (item.entryId !== first) markSecondArrived();
      else if (item.kind !== 'evaluation') {
        confirmed ??= expect
          .poll(() => sent.length)
          .toBe(3)
          .then(() => confirmNewEntry('2'))
          .then(ask);
        await second;
      }
      return acceptedSendResult();
    });
    expect(await drain(ANA_ID, ports)).toBe('drained');
    expect(sent).toHaveLength(6);
  });

  it('S11 a drain sends as many items as the connection allows before it gets the first response', async () => {
    const evaluations = 9;
    await confirmNewEntries(evaluations);
    const traffic = await createWideLimiter();
    let allSent = () => {};
    const all = new Promise<void>((resolve) => (allSent = resolve));
    // No request gets a response before all were sent, so that waiting for a response would never end.
    const { ports, sent } = createScriptedSender(async (_claimed, nth) => {
      if (nth === evaluations) allSent();
      await all;
      return acceptedSendResult();
    });
    expect(await drain(ANA_ID, { ...ports, traffic })).toBe('drained');
    expect(sent).toHaveLength(3 * evaluations);
  });

  it('S17 a drain stops when the connection is down and does not count an attempt for items that were not sent', async () => {
    await confirmNewEntries(6);
    const { ports, sent } = createScriptedSender(() => NO_RESPONSE, { linkUp: false });
    expect(await drain(ANA_ID, ports)).toBe('link_down');
    expect(sent.length).toBeLessThanOrEqual(4);
    expect(await db.items.where('[ownerId+state.name]').equals([ANA_ID, 'sending']).count()).toBe(0);
    const attempts = (await db.items.toArray()).map((row) => row.attempts);
    expect(attempts.filter((count) => count > 0)).toHaveLength(sent.length);
  });

  it('S11 a drain continues after one item without a response while the connection is up', async () => {
    const stuck = await confirmNewEntry('1');
    await confirmNewEntry('2');
    const { ports } = createScriptedSender(({ item }) =>
      item.entryId === stuck ? NO_RESPONSE : acceptedSendResult(),
    );
    expect(await drain(ANA_ID, ports)).toBe('drained');
    expect((await listEntries(ANA_ID, { limit: 9 })).map(({ id }) => id)).toEqual([stuck]);
  });

  it('S9 a drain ends on a 401, sets the item that it sent back to `queued` and changes no other item', async () => {
    await confirmNewEntries(6);
    const { ports, sent } = createScriptedSender(() => rejectedSendResult(401, 'unauthenticated'));
    expect(await drain(ANA_ID, ports)).toBe('session_ended');
    expect(sent.length).toBeLessThanOrEqual(4);
    expect(await db.items.where('[ownerId+state.name]').equals([ANA_ID, 'queued']).count()).toBe(18);
  });

  it('S14 a drain ends and sets its item back to `queued` when the session belongs to another user', async () => {
    await confirmNewEntry('1');
    const { ports } = createScriptedSender(() => rejectedSendResult(403, 'session_of_another'));
    expect(await drain(ANA_ID, ports)).toBe('session_ended');
    expect(await db.items.where('[ownerId+state.name]').equals([ANA_ID, 'queued']).count()).toBe(3);
  });

  it('S7 S8 an item keeps its idempotency key through missing responses, captive portals and overload until it is delivered', async () => {
    await confirmNewEntry('1');
    const answers: SendResult[] = [
      NO_RESPONSE,
      { type: 'foreign' },
      rejectedSendResult(503, 'unavailable'),
      acceptedSendResult(),
    ];
    const { ports, sent } = createScriptedSender((_claimed, nth) => answers[nth - 1] ?? acceptedSendResult());
    for (let round = 0; round < answers.length; round += 1) {
      await drain(ANA_ID, ports);
      await ports.store.wake(ANA_ID, ['no_answer', 'timeout', 'portal', 'busy', 'failing'], Date.now());
    }
    expect(sent).toHaveLength(6);
    expect(new Set(sent.slice(0, 4).map(({ item }) => item.key)).size).toBe(1);
    expect(await readSyncSummary(ANA_ID)).toMatchObject({ unsent: 0 });
  });

  it('S13 a drain sends an item again under the same idempotency key after its sender was killed', async () => {
    await confirmNewEntry('1');
    const lost = await outboxStore.claimNext(ANA_ID, Date.now());
    const { ports, sent } = createScriptedSender(acceptedSendResult);
    await drain(ANA_ID, ports);
    expect(sent[0]?.item.key).toBe(lost?.item.key);
    expect(sent).toHaveLength(3);
  });

  it('S8 a drain sends items that waited for the connection at once when the connection is back', async () => {
    await confirmNewEntry('1');
    const down = createScriptedSender(() => NO_RESPONSE, { linkUp: false });
    await drain(ANA_ID, down.ports);
    const up = createScriptedSender(acceptedSendResult);
    await drain(ANA_ID, up.ports);
    expect(up.sent).toHaveLength(0);
    await wakeItemsAfterReconnect(ANA_ID, up.ports);
    await drain(ANA_ID, up.ports);
    expect(up.sent).toHaveLength(3);
  });

  it('S20 a drain stops sending and throws the error when storage fails', async () => {
    await confirmNewEntries(6);
    const { ports, sent } = createScriptedSender(acceptedSendResult);
    const broken = { ...ports, store: { ...ports.store, settle: () => Promise.reject(new Error('disk')) } };
    await expect(drain(ANA_ID, broken)).rejects.toThrow('disk');
    expect(sent.length).toBeLessThanOrEqual(8);
  });
});
