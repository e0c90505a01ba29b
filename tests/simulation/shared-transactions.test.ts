import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ItemEvent } from '#domain/outbox/item.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { db } from '#storage/database/database.ts';
import type { ItemRow } from '#storage/database/records.ts';
import { makeItemsDueForRetry } from '#storage/outbox/entry-actions.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import {
  ANA_ID,
  enqueueSampleAttachment,
  BEA_ID,
  confirmNewEntry,
  SAMPLE_REJECTION,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { applyTestStatement, createBackupStatement } from '#tests/support/device/backup-statement.ts';
import { Random } from './random.ts';

const MAX_ROUNDS = 300;
const CONCURRENT_CALLS = 6;
const MAX_ROUND_MS = 40_000;

interface ClaimRequest {
  readonly ownerId: string;
  readonly only: 'evaluations' | undefined;
}

/**
 * Simulated history of one device with two owners. Many items are claimed and many results are recorded at once, more than a
 * single drain does.
 */
class SharedDeviceHistory {
  readonly random: Random;
  readonly inHand = new Map<string, ClaimedItem>();
  now = Date.now();

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  async confirm(): Promise<number> {
    const entries = 3 + this.random.int(4);
    for (const ownerId of [BEA_ID, ANA_ID]) {
      await signInOnDevice(ownerId);
      for (let nth = 0; nth < entries; nth += 1) {
        const given = { ownerId, capturedAt: this.now - this.random.int(1_000) };
        await (this.random.percent(25)
          ? enqueueSampleAttachment(given)
          : confirmNewEntry(`${ownerId}${nth}`, given));
      }
    }
    if (this.random.percent(50)) await applyTestStatement(createBackupStatement());
    return 2 * entries;
  }

  eventFor({ item }: ClaimedItem): ItemEvent {
    const event = this.random.pickWeighted({ deliver: 6, put_back: 1, release: 1, defer: 1, refuse: 1 });
    switch (event) {
      case 'deliver':
        return { type: event, remoteId: `remote-${item.id}` };
      case 'defer':
        return { type: event, cause: 'no_answer', retryAfter: null, jitter: this.random.fraction() };
      case 'refuse':
        // The device cannot store a rejection of Bea's item, because it encrypts the rejection under her key and she has signed
        // out.
        return item.ownerId === ANA_ID ? { type: event, refusal: SAMPLE_REJECTION } : { type: 'release' };
      case 'put_back':
      case 'release':
        return { type: event };
    }
  }

  async retryRejected(): Promise<void> {
    const refused = (await db.items.toArray()).filter(({ state }) => state.name === 'attention');
    for (const { ownerId, entryId } of refused) await makeItemsDueForRetry(ownerId, entryId, this.now);
  }

  /**
   * Records results and claims items concurrently, in random order. Each call must take effect completely or not at all, even
   * if the shared transaction is rolled back once.
   */
  async runConcurrently(): Promise<{ asked: ClaimRequest[]; got: ClaimedItem[]; isInOrder: boolean }> {
    const told = [...this.inHand.values()].filter(() => this.random.percent(65)).slice(0, CONCURRENT_CALLS);
    const asked = Array.from({ length: this.random.int(CONCURRENT_CALLS + 1) }, (): ClaimRequest => {
      const ownerId = this.random.percent(50) ? ANA_ID : BEA_ID;
      return { ownerId, only: this.random.percent(30) ? 'evaluations' : undefined };
    });
    const events = told.map((claimed) => [claimed, this.eventFor(claimed)] as const);
    const isTakenBack = told.length + asked.length > 1 && this.random.percent(20);
    if (isTakenBack) rollBackNextItemWrite();
    const work: (() => Promise<ClaimedItem | null | void>)[] = [
      ...events.map(
        ([claimed, event]) =>
          () =>
            outboxStore.settle(claimed, event, this.now),
      ),
      ...asked.map(
        ({ ownerId, only }) =>
          () =>
            outboxStore.claimNext(ownerId, this.now, only),
      ),
    ];
    for (const { item } of told) this.inHand.delete(item.id);
    const order = work.map((one) => [this.random.fraction(), one] as const).sort(([a], [b]) => a - b);
    const answers = await Promise.all(order.map(([, one]) => one()));
    vi.restoreAllMocks();
    const isInOrder = !isTakenBack && events.every(([, event]) => event.type !== 'refuse');
    return { asked, got: answers.filter((answer) => answer !== null && answer !== undefined), isInOrder };
  }
}

function rollBackNextItemWrite(): void {
  const write: (...given: Parameters<typeof db.items.bulkPut>) => ReturnType<typeof db.items.bulkPut> =
    db.items.bulkPut.bind(db.items);
  vi.spyOn(db.items, 'bulkPut').mockImplementationOnce((...given) =>
    write(...given).then(() => {
      throw new Error('taken back');
    }),
  );
}

const isNonEvaluationItem = ({ kind }: Pick<ItemRow, 'kind'>): boolean => kind !== 'evaluation';

function expectClaimsAreRight(
  history: SharedDeviceHistory,
  got: readonly ClaimedItem[],
  rows: readonly ItemRow[],
): void {
  const held = [...history.inHand.keys(), ...got.map(({ item }) => item.id)];
  expect(new Set(held).size, 'each is claimed once').toBe(held.length);
  for (const { item, evaluationId } of got) {
    const row = rows.find(({ id }) => id === item.id);
    expect(row).toMatchObject({ ownerId: item.ownerId, attempts: item.attempts, state: { name: 'sending' } });
    const evaluation = rows.find((other) => other.entryId === item.entryId && !isNonEvaluationItem(other));
    if (isNonEvaluationItem(item) && evaluation)
      expect(evaluation.state, 'S12').toMatchObject({ name: 'delivered', remoteId: evaluationId });
  }
}

/** Expects that each owner got as many of the due items as were requested, evaluations first (S12, S14). */
function expectNothingSkipped(
  asked: readonly ClaimRequest[],
  got: readonly ClaimedItem[],
  left: ItemRow[],
): void {
  for (const owner of [ANA_ID, BEA_ID]) {
    const theirs = asked.filter(({ ownerId }) => ownerId === owner);
    const taken = got.filter(({ item }) => item.ownerId === owner);
    const due = left.filter(({ ownerId }) => ownerId === owner);
    const files = taken.filter(({ item }) => isNonEvaluationItem(item)).length;
    if (due.some((row) => !isNonEvaluationItem(row)))
      expect([taken.length, files]).toEqual([theirs.length, 0]);
    const ofAny = theirs.filter(({ only }) => only === undefined).length;
    expect(files).toBeLessThanOrEqual(ofAny);
    if (due.length > 0) expect(taken.length).toBeGreaterThanOrEqual(ofAny);
  }
}

async function expectConsistentRows(history: SharedDeviceHistory, rows: readonly ItemRow[]): Promise<void> {
  const sending = rows.filter(({ state }) => state.name === 'sending').map(({ id }) => id);
  expect(new Set(sending)).toEqual(new Set(history.inHand.keys()));
  const entries = await db.entries.toArray();
  const ids = new Set(entries.map(({ id }) => id));
  expect(rows.filter(({ entryId }) => !ids.has(entryId))).toEqual([]);
  for (const { id, standing } of entries) {
    const states = rows.filter(({ entryId }) => entryId === id).map(({ state }) => state.name);
    expect(states.every((name) => name === 'delivered')).toBe(false);
    expect(standing).toBe(states.includes('attention') ? 'attention' : 'on_its_way');
  }
  const kept = (await db.kept.toArray()).flatMap(({ bytesIds }) => bytesIds);
  const named = rows.flatMap(({ picture }) => picture?.bytesId ?? []);
  expect(new Set(await db.bytes.toCollection().primaryKeys())).toEqual(new Set([...named, ...kept]));
}

async function runHistory(seed: number): Promise<void> {
  const history = new SharedDeviceHistory(seed);
  const confirmed = await history.confirm();
  for (let round = 0; round < MAX_ROUNDS && (await db.entries.count()) > 0; round += 1) {
    history.now += history.random.int(MAX_ROUND_MS);
    if (history.random.percent(20)) await history.retryRejected();
    const { asked, got, isInOrder } = await history.runConcurrently();
    const rows = await db.items.toArray();
    expectClaimsAreRight(history, got, rows);
    for (const claimed of got) history.inHand.set(claimed.item.id, claimed);
    const left = rows.filter(({ dueAt }) => dueAt !== undefined && dueAt <= history.now);
    if (isInOrder) expectNothingSkipped(asked, got, left);
    await expectConsistentRows(history, rows);
  }
  const receipts = await db.receipts.toArray();
  expect(receipts.filter(({ outcome }) => outcome === 'delivered')).toHaveLength(confirmed);
}

beforeEach(wipeDevice);
afterEach(() => vi.restoreAllMocks());

describe('S7 S12 S13 S14 claims and results of two owners in shared transactions', () => {
  it.each([1])(
    'claims and results of outbox items stay consistent when two owners share transactions (history %i)',
    runHistory,
  );
  it.each([2, 3, 4, 5, 6, 7, 8])(
    'the outbox stays consistent when shared transactions claim items of two owners and store results (history %i)',
    { tags: ['landing'] },
    runHistory,
  );
});
