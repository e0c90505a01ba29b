import { beforeEach, describe, expect, it } from 'vitest';
import type { ClaimedItem, Courier } from '#domain/outbox/ports.ts';
import type { SendResult } from '#domain/outbox/outcome.ts';
import { db } from '#storage/database/database.ts';
import { listEntries, syncSummary } from '#storage/outbox/entries.ts';
import { outboxStore } from '#storage/outbox/outbox-store.ts';
import {
  ANA,
  attachedEntry,
  confirmedEntry,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { drain, wakeForLink, type DrainPorts } from './drain.ts';
import { Traffic } from './traffic.ts';

const ACCEPTED = (): SendResult => ({ type: 'accepted', remoteId: crypto.randomUUID() });
const SILENCE: SendResult = { type: 'silence', cause: 'no_answer' };
const refused = (status: number, code: string): SendResult => ({
  type: 'error',
  refusal: { status, code, message: 'x', details: [] },
  retryAfter: null,
});

const withoutWord = (status: number): SendResult => ({
  type: 'error',
  refusal: { status, code: null, message: '', details: [] },
  retryAfter: null,
});

/** A courier that keeps a log and answers by script; `linkUp` is what the probe finds. */
function scripted(
  answer: (claimed: ClaimedItem, nth: number) => SendResult | Promise<SendResult>,
  linkUp = true,
) {
  const sent: ClaimedItem[] = [];
  const lookers = new Set<() => void>();
  const courier: Courier = {
    begin: () => undefined,
    prepare: async (claimed) => ({
      size: 100,
      send: async () => {
        sent.push(claimed);
        return answer(claimed, sent.length);
      },
    }),
    probe: () => Promise.resolve(linkUp ? { reached: true } : { reached: false, cause: 'no_answer' }),
  };
  const ports: DrainPorts = {
    store: outboxStore,
    courier,
    now: Date.now,
    jitter: () => 0.5,
    traffic: new Traffic(Date.now),
    whenAsked(look) {
      lookers.add(look);
      return () => lookers.delete(look);
    },
  };
  return { ports, sent, ask: () => lookers.forEach((look) => look()) };
}

/** HTTP/2, and small ones that were answered while many travelled: it bears as many again. */
async function overLongLink(): Promise<Traffic> {
  let clock = 0;
  const traffic = new Traffic(
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

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
});

describe('a drain', () => {
  it('S12 P4.10 sends each evaluation, then its photo and signature, each once', async () => {
    for (const number of ['1', '2', '3']) await confirmedEntry(number);
    const { ports, sent } = scripted(ACCEPTED);
    expect(await drain(ANA, ports)).toBe('drained');
    expect(sent).toHaveLength(9);
    expect(new Set(sent.map(({ item }) => item.key)).size).toBe(9);
    for (const { item } of sent.filter((claimed) => claimed.item.kind !== 'evaluation')) {
      const evaluation = sent.findIndex(
        (claimed) => claimed.item.entryId === item.entryId && claimed.item.kind === 'evaluation',
      );
      expect(evaluation).toBeLessThan(sent.findIndex((claimed) => claimed.item.id === item.id));
    }
    expect(await syncSummary(ANA)).toEqual({ unsent: 0, attention: 0, sending: 0 });
  });

  it('S6 a gateway’s refusal from before the provider came back is no refusal: it is sent again and arrives', async () => {
    await confirmedEntry('1');
    const bare = withoutWord(404);
    const { ports, sent } = scripted((_claimed, nth) => (nth === 1 ? bare : ACCEPTED()));
    expect(await drain(ANA, ports)).toBe('drained');
    expect(sent).toHaveLength(4);
    expect(await syncSummary(ANA)).toEqual({ unsent: 0, attention: 0, sending: 0 });
  });

  it('S10 what the provider refuses without a word twice, a person decides about; it is asked no third time', async () => {
    await confirmedEntry('1');
    const bare = withoutWord(400);
    const { ports, sent } = scripted(() => bare);
    expect(await drain(ANA, ports)).toBe('drained');
    expect(sent).toHaveLength(2);
    expect(await syncSummary(ANA)).toMatchObject({ attention: 1 });
  });

  it('S12 items are claimed four at a time', async () => {
    for (let nth = 0; nth < 6; nth += 1) await confirmedEntry(String(nth));
    const { ports } = scripted(ACCEPTED);
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
    expect(await drain(ANA, { ...ports, store: { ...outboxStore, claimNext } })).toBe('drained');
    expect(bursts.length).toBeGreaterThan(3);
    expect(Math.min(...bursts)).toBeGreaterThanOrEqual(4);
  });

  it('P4.10 photo and signature of one evaluation go in parallel', async () => {
    await confirmedEntry('1');
    let bothUnderWay = () => {};
    const both = new Promise<void>((resolve) => (bothUnderWay = resolve));
    // Each medium is answered only once the other has been sent too: one after the other would never end.
    const { ports, sent } = scripted(async (_claimed, nth) => {
      if (nth === 3) bothUnderWay();
      if (nth > 1) await both;
      return ACCEPTED();
    });
    await drain(ANA, ports);
    expect(sent).toHaveLength(3);
  });

  it('S11 opens the next items while four requests travel, and never sends a fifth', async () => {
    for (let number = 0; number < 5; number += 1) await confirmedEntry(String(number));
    let travelling = 0;
    let most = 0;
    let prepared = 0;
    const { ports } = scripted(async () => {
      travelling += 1;
      most = Math.max(most, travelling);
      // The fourth answer waits for a fifth item to be ready: opening that waits for an answer would never end.
      if (travelling === 4) await expect.poll(() => prepared).toBeGreaterThan(4);
      travelling -= 1;
      return ACCEPTED();
    });
    const { courier } = ports;
    const counting: Courier = {
      ...courier,
      prepare(claimed) {
        prepared += 1;
        return courier.prepare(claimed);
      },
    };
    expect(await drain(ANA, { ...ports, courier: counting })).toBe('drained');
    expect(most).toBeLessThanOrEqual(4);
    expect(prepared).toBe(15);
  });

  it('S12 who is confirmed while files hang is sent beside them, however many are in hand', async () => {
    for (let nth = 0; nth < 14; nth += 1) await attachedEntry();
    let arrived = () => {};
    const evaluation = new Promise<void>((resolve) => (arrived = resolve));
    let confirmed: Promise<unknown> | null = null;
    // No file is answered before the evaluation is: one that waits for a file would never end.
    const { ports, sent, ask } = scripted(async ({ item }) => {
      if (item.kind === 'evaluation') arrived();
      else confirmed ??= confirmedEntry('1').then(ask);
      await evaluation;
      return ACCEPTED();
    });
    const { courier } = ports;
    const withSizes: Courier = {
      ...courier,
      prepare: async (claimed) => ({
        ...(await courier.prepare(claimed)),
        size: claimed.item.kind === 'evaluation' ? 2_000 : 100_000,
      }),
    };
    expect(await drain(ANA, { ...ports, courier: withSizes })).toBe('drained');
    expect(sent).toHaveLength(17);
  });

  it('S12 the same where nothing else was due any more', async () => {
    const first = await confirmedEntry('1');
    let arrived = () => {};
    const second = new Promise<void>((resolve) => (arrived = resolve));
    let confirmed: Promise<unknown> | null = null;
    const { ports, sent, ask } = scripted(async ({ item }) => {
      if (item.entryId !== first) arrived();
      else if (item.kind !== 'evaluation') {
        confirmed ??= expect
          .poll(() => sent.length)
          .toBe(3)
          .then(() => confirmedEntry('2'))
          .then(ask);
        await second;
      }
      return ACCEPTED();
    });
    expect(await drain(ANA, ports)).toBe('drained');
    expect(sent).toHaveLength(6);
  });

  it('S11 as many go as the link bears before the first answer has come', async () => {
    const evaluations = 9;
    for (let number = 0; number < evaluations; number += 1) await confirmedEntry(String(number));
    const traffic = await overLongLink();
    let allSent = () => {};
    const all = new Promise<void>((resolve) => (allSent = resolve));
    // Nobody is answered before all have been sent: to wait for an answer would never end.
    const { ports, sent } = scripted(async (_claimed, nth) => {
      if (nth === evaluations) allSent();
      await all;
      return ACCEPTED();
    });
    expect(await drain(ANA, { ...ports, traffic })).toBe('drained');
    expect(sent).toHaveLength(3 * evaluations);
  });

  it('S17 a link that is down stops the drain without spending the attempts of the rest', async () => {
    for (let number = 0; number < 6; number += 1) await confirmedEntry(String(number));
    const { ports, sent } = scripted(() => SILENCE, false);
    expect(await drain(ANA, ports)).toBe('link_down');
    expect(sent.length).toBeLessThanOrEqual(4);
    expect(await db.items.where('[ownerId+state.name]').equals([ANA, 'sending']).count()).toBe(0);
    const attempts = (await db.items.toArray()).map((row) => row.attempts);
    expect(attempts.filter((count) => count > 0)).toHaveLength(sent.length);
  });

  it('S11 one item without an answer does not stop the others while the link is up', async () => {
    const stuck = await confirmedEntry('1');
    await confirmedEntry('2');
    const { ports } = scripted(({ item }) => (item.entryId === stuck ? SILENCE : ACCEPTED()));
    expect(await drain(ANA, ports)).toBe('drained');
    expect((await listEntries(ANA, { limit: 9 })).map(({ id }) => id)).toEqual([stuck]);
  });

  it('S9 401 ends the drain, puts the item back as it was and touches nothing else', async () => {
    for (const number of ['1', '2', '3', '4', '5', '6']) await confirmedEntry(number);
    const { ports, sent } = scripted(() => refused(401, 'unauthenticated'));
    expect(await drain(ANA, ports)).toBe('session_ended');
    expect(sent.length).toBeLessThanOrEqual(4);
    expect(await db.items.where('[ownerId+state.name]').equals([ANA, 'queued']).count()).toBe(18);
  });

  it('S14 a session that turns out to be of somebody else ends the drain the same way', async () => {
    await confirmedEntry('1');
    const { ports } = scripted(() => refused(403, 'session_of_another'));
    expect(await drain(ANA, ports)).toBe('session_ended');
    expect(await db.items.where('[ownerId+state.name]').equals([ANA, 'queued']).count()).toBe(3);
  });

  it('S7 S8 an item keeps its key through silence, portals and overload until it is delivered', async () => {
    await confirmedEntry('1');
    const answers: SendResult[] = [SILENCE, { type: 'foreign' }, refused(503, 'unavailable'), ACCEPTED()];
    const { ports, sent } = scripted((_claimed, nth) => answers[nth - 1] ?? ACCEPTED());
    for (let round = 0; round < answers.length; round += 1) {
      await drain(ANA, ports);
      await ports.store.wake(ANA, ['no_answer', 'timeout', 'portal', 'busy', 'failing'], Date.now());
    }
    expect(sent).toHaveLength(6);
    expect(new Set(sent.slice(0, 4).map(({ item }) => item.key)).size).toBe(1);
    expect(await syncSummary(ANA)).toMatchObject({ unsent: 0 });
  });

  it('S13 what a killed drainer left sending is sent again under the same key', async () => {
    await confirmedEntry('1');
    const lost = await outboxStore.claimNext(ANA, Date.now());
    const { ports, sent } = scripted(ACCEPTED);
    await drain(ANA, ports);
    expect(sent[0]?.item.key).toBe(lost?.item.key);
    expect(sent).toHaveLength(3);
  });

  it('S8 the link that came back sends at once what waited for it', async () => {
    await confirmedEntry('1');
    const down = scripted(() => SILENCE, false);
    await drain(ANA, down.ports);
    const up = scripted(ACCEPTED);
    await drain(ANA, up.ports);
    expect(up.sent).toHaveLength(0);
    await wakeForLink(ANA, up.ports);
    await drain(ANA, up.ports);
    expect(up.sent).toHaveLength(3);
  });

  it('S20 a storage that fails stops every hand and is told to the caller', async () => {
    for (const number of ['1', '2', '3', '4', '5', '6']) await confirmedEntry(number);
    const { ports, sent } = scripted(ACCEPTED);
    const broken = { ...ports, store: { ...ports.store, settle: () => Promise.reject(new Error('disk')) } };
    await expect(drain(ANA, broken)).rejects.toThrow('disk');
    expect(sent.length).toBeLessThanOrEqual(8);
  });
});
