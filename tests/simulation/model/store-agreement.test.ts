// @module-tag landing
import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemEvent } from '#domain/outbox/item.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { db } from '#storage/database/database.ts';
import { discardOutboxEntry, makeItemsDueForRetry } from '#storage/outbox/entry-actions.ts';
import { findNextDueTime } from '#storage/outbox/rows/due.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import type { ItemRow } from '#storage/database/records.ts';
import {
  ANA_ID,
  BRANCH_ID,
  confirmNewEntry,
  SAMPLE_REJECTION,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { typeAndConfirmCorrection } from '#tests/support/device/corrections.ts';
import { MemoryStore } from './memory-store.ts';
import { Random } from '../random.ts';

const START_TIME_MS = 1_750_000_000_000;
const ENTRY_COUNT = 3;
const MOVE_COUNT = 60;

interface ComparedItem {
  readonly id: string;
  readonly key: string;
  readonly attempts: number;
  readonly dueAt: number | null;
  readonly state: object;
}

const itemOfRow = ({ id, key, attempts, dueAt, state }: ItemRow): ComparedItem => ({
  id,
  key,
  attempts,
  dueAt: dueAt ?? null,
  state,
});

const compareItemIds = (a: ComparedItem, b: ComparedItem) => a.id.localeCompare(b.id);
const itemsOnDevice = async (): Promise<ComparedItem[]> =>
  (await db.items.toArray()).map(itemOfRow).sort(compareItemIds);

function itemsInMemory(memory: MemoryStore): ComparedItem[] {
  const standings = memory.itemsOf(ANA_ID).map(({ item, dueAt }): ComparedItem => {
    const { id, key, attempts, state } = item;
    if (state.name !== 'attention') return { id, key, attempts, dueAt, state };
    const { refusal: _sealedOnTheDevice, ...shown } = state;
    return { id, key, attempts, dueAt, state: shown };
  });
  return standings.sort(compareItemIds);
}

async function confirmInBoth(memory: MemoryStore): Promise<void> {
  for (let nth = 1; nth <= ENTRY_COUNT; nth += 1) {
    const capturedAt = START_TIME_MS + nth;
    const id = await confirmNewEntry(String(nth), { capturedAt });
    const content = { digest: id, isSound: true };
    const contents = { evaluation: content, photo: content, signature: content };
    memory.add({ id, ownerId: ANA_ID, branchId: BRANCH_ID, capturedAt, contents });
  }
  await copyDeviceIdsToMemory(memory);
}

const pickItemEvent = (random: Random, nth: number): ItemEvent =>
  random.pick<ItemEvent>([
    { type: 'deliver', remoteId: `remote${nth}` },
    { type: 'deliver', remoteId: `remote${nth}` },
    { type: 'defer', cause: 'no_answer', retryAfter: null, jitter: random.fraction() },
    { type: 'defer', cause: 'busy', retryAfter: 60_000, jitter: random.fraction() },
    { type: 'refuse', refusal: SAMPLE_REJECTION },
    { type: 'release' },
    { type: 'put_back' },
  ]) ?? { type: 'release' };

const MOVE_WEIGHTS = {
  claim: 6,
  settle: 5,
  orphans: 1,
  wake: 1,
  retryAll: 1,
  retryOne: 1,
  discard: 0.3,
  correct: 2,
} as const;

const CORRECTED_CONTENT = { digest: 'corrected', isSound: true };

/** Copies the device's random ids and idempotency keys to the items of the in-memory store. */
async function copyDeviceIdsToMemory(memory: MemoryStore): Promise<void> {
  for (const { id, items } of memory.entries.values()) {
    const rows = await db.items.where('entryId').equals(id).toArray();
    for (const stored of items) {
      const row = rows.find(({ kind }) => kind === stored.item.kind);
      if (row) stored.item = { ...stored.item, id: row.id, key: row.key };
    }
  }
}

/** Pair of stores, one in memory and one on the device. The test makes each change of a drain or a user in both. */
class StorePair {
  #now = START_TIME_MS;
  #held: ClaimedItem[] = [];
  readonly #memory: MemoryStore;
  readonly #random: Random;

  constructor(memory: MemoryStore, random: Random) {
    this.#memory = memory;
    this.#random = random;
  }

  async move(nth: number): Promise<void> {
    this.#now += this.#random.int(40_000) - 4_000;
    const entryId = this.#random.pick([...this.#memory.entries.keys()]) ?? '';
    switch (this.#random.pickWeighted<keyof typeof MOVE_WEIGHTS>(MOVE_WEIGHTS)) {
      case 'claim':
        return this.#claim();
      case 'settle':
        return this.#settle(nth);
      case 'orphans':
        this.#held = [];
        this.#memory.recoverOrphans(ANA_ID, this.#now);
        return outboxStore.recoverOrphans(ANA_ID, this.#now);
      case 'wake':
        this.#memory.wake(ANA_ID, ['no_answer'], this.#now);
        return outboxStore.wake(ANA_ID, ['no_answer'], this.#now);
      case 'retryAll':
        this.#memory.retry(ANA_ID, null, this.#now);
        return makeItemsDueForRetry(ANA_ID, null, this.#now);
      case 'retryOne':
        this.#memory.retry(ANA_ID, entryId, this.#now);
        return makeItemsDueForRetry(ANA_ID, entryId, this.#now);
      case 'correct':
        return this.#correct();
      case 'discard':
        if ((await discardOutboxEntry(ANA_ID, entryId, this.#now)) === 'discarded')
          this.#memory.discard(entryId);
    }
  }

  async #correct(): Promise<void> {
    const waiting = [...this.#memory.entries.values()].filter(({ corrects }) => corrects === null);
    const sent = [...this.#memory.evaluations].filter(([, { evaluationId }]) => evaluationId !== null);
    const entryId = this.#random.pick([...waiting.map(({ id }) => id), ...sent.map(([id]) => id)]);
    if (entryId === undefined) return;
    const retaken = (['photo', 'signature'] as const).filter(() => this.#random.percent(30));
    const before = new Set(await db.entries.toCollection().primaryKeys());
    const form = { employer_company_id: crypto.randomUUID() };
    const typed = { form, retaken, capturedAt: this.#now };
    const isDone = await typeAndConfirmCorrection(entryId, typed).catch(() => null);
    const made = (await db.entries.toCollection().primaryKeys()).find((id) => !before.has(id));
    const pictures = retaken.map((kind) => ({ kind, content: CORRECTED_CONTENT }));
    const correction = { id: made ?? 'none', values: CORRECTED_CONTENT, pictures };
    const { type } = this.#memory.correctRegistration(ANA_ID, entryId, this.#now, correction);
    expect([isDone?.type ?? 'none', type === 'correction']).toEqual([
      type === 'none' ? 'none' : 'confirmed',
      made !== undefined,
    ]);
    const entry = this.#memory.entries.get(entryId);
    const contents = {
      evaluation: CORRECTED_CONTENT,
      photo: CORRECTED_CONTENT,
      signature: CORRECTED_CONTENT,
    };
    if (type === 'registration' && entry) this.#memory.correct(entry, contents, this.#now);
    await copyDeviceIdsToMemory(this.#memory);
  }

  async #claim(): Promise<void> {
    const claimed = await outboxStore.claimNext(ANA_ID, this.#now);
    expect(this.#memory.claimNext(ANA_ID, this.#now)).toEqual(claimed);
    if (claimed) this.#held.push(claimed);
  }

  async #settle(nth: number): Promise<void> {
    const claimed = this.#held.shift();
    if (!claimed) return;
    const event = pickItemEvent(this.#random, nth);
    this.#memory.settle(claimed, event, this.#now);
    await outboxStore.settle(claimed, event, this.#now);
  }
}

describe('in-memory store of the simulation', () => {
  beforeEach(async () => {
    await wipeDevice();
    await signInOnDevice(ANA_ID);
  });

  it.each([2, 5])(
    'S30 P10.286 the in-memory store of the simulation behaves like the device’s store, including corrections (seed %i)',
    async (seed) => {
      const memory = new MemoryStore();
      await confirmInBoth(memory);
      const both = new StorePair(memory, new Random(seed));
      for (let nth = 1; nth <= MOVE_COUNT; nth += 1) {
        await both.move(nth);
        expect(itemsInMemory(memory)).toEqual(await itemsOnDevice());
        expect(memory.nextDueAt(ANA_ID)).toBe(await findNextDueTime(ANA_ID));
      }
    },
  );
});
