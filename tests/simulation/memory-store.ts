import type { ItemEvent, ItemState, OutboxItem, WaitCause } from '#domain/outbox/item.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { dueAt, isDue, transition } from '#domain/outbox/transition.ts';
import type { Content, Contents } from './content.ts';

export interface StoredItem {
  item: OutboxItem;
  content: Content;
  /** Who confirmed this content (S14). */
  capturedBy: string;
  consent: string | null;
  dueAt: number | null;
}

export interface StoredEntry {
  readonly id: string;
  ownerId: string;
  readonly capturedAt: number;
  /** Evaluation, photo, signature. */
  readonly items: StoredItem[];
}

export interface NewEntry {
  readonly id: string;
  readonly ownerId: string;
  readonly branchId: string;
  readonly capturedAt: number;
  readonly contents: Contents;
}

const REGISTRATION: readonly (keyof Contents)[] = ['evaluation', 'photo', 'signature'];

/**
 * The tablet's outbox in memory, each call one transaction. It does what src/storage/outbox/outbox-store.ts, enqueue.ts and
 * entries.ts do; `store-agreement.test.ts` holds the two together.
 */
export class MemoryStore {
  readonly entries = new Map<string, StoredEntry>();
  /** Entries of which all has arrived. */
  readonly delivered = new Set<string>();
  #keys = 0;

  newKey(): string {
    this.#keys += 1;
    return `key${this.#keys}`;
  }

  itemsOf(ownerId: string): StoredItem[] {
    return this.entriesOf(ownerId).flatMap(({ items }) => items);
  }

  entriesOf(ownerId: string): StoredEntry[] {
    return [...this.entries.values()].filter((entry) => entry.ownerId === ownerId);
  }

  add({ id, ownerId, branchId, capturedAt, contents }: NewEntry): void {
    const items = REGISTRATION.map((kind): StoredItem => {
      const itemId = `${id}.${kind}`;
      const identity = { id: itemId, entryId: id, ownerId, branchId, kind, key: this.newKey() };
      return {
        item: { ...identity, attempts: 0, state: { name: 'queued' } },
        content: contents[kind],
        capturedBy: ownerId,
        consent: null,
        dueAt: kind === 'evaluation' ? 0 : null,
      };
    });
    this.entries.set(id, { id, ownerId, capturedAt, items });
  }

  /** Moves one item and settles what follows from it. */
  move(entry: StoredEntry, stored: StoredItem, event: ItemEvent, now: number): void {
    stored.item = transition(stored.item, event, now);
    this.#schedule(entry);
    if (entry.items.some(({ item }) => item.state.name !== 'delivered')) return;
    this.entries.delete(entry.id);
    this.delivered.add(entry.id);
  }

  #schedule(entry: StoredEntry): void {
    const [evaluation] = entry.items;
    for (const stored of entry.items)
      stored.dueAt = dueAt(stored.item, stored === evaluation || !evaluation ? null : evaluation.item);
  }

  find(itemId: string): { entry: StoredEntry; stored: StoredItem } {
    for (const entry of this.entries.values())
      for (const stored of entry.items) if (stored.item.id === itemId) return { entry, stored };
    throw new Error(`outbox item ${itemId} left the outbox while it was being sent`);
  }

  // ---------------------------------------------------------------- what the drain calls

  recoverOrphans(ownerId: string, now: number): void {
    for (const entry of this.entriesOf(ownerId))
      for (const stored of entry.items)
        if (stored.item.state.name === 'sending') this.move(entry, stored, { type: 'orphan' }, now);
  }

  wake(ownerId: string, causes: readonly WaitCause[], now: number): void {
    for (const entry of this.entriesOf(ownerId))
      for (const stored of entry.items) {
        const { state } = stored.item;
        if (state.name === 'waiting' && (causes.includes(state.cause) || this.isOver(state, now)))
          this.move(entry, stored, { type: 'retry' }, now);
      }
  }

  protected isOver(state: Extract<ItemState, { name: 'waiting' }>, now: number): boolean {
    return isDue(state, now);
  }

  claimNext(ownerId: string, now: number, only?: 'evaluations'): ClaimedItem | null {
    const stored = this.#firstDue(ownerId, now, only);
    if (!stored) return null;
    const { entry } = this.find(stored.item.id);
    this.move(entry, stored, { type: 'claim' }, now);
    const evaluation = entry.items[0]?.item.state;
    const remoteId = evaluation?.name === 'delivered' ? evaluation.remoteId : null;
    return {
      item: stored.item,
      evaluationId: stored.item.kind === 'evaluation' ? null : remoteId,
      examOrderId: null,
      capturedBy: stored.capturedBy,
      consent: stored.consent,
      capturedAt: entry.capturedAt,
      clockOffset: 0,
      turn: null,
      isCorrection: false,
    };
  }

  #firstDue(ownerId: string, now: number, only?: 'evaluations'): StoredItem | undefined {
    let first: { stored: StoredItem; order: Order } | undefined;
    for (const entry of this.entriesOf(ownerId))
      for (const stored of entry.items) {
        if (stored.dueAt === null || stored.dueAt > now) continue;
        const lane = stored.item.kind === 'evaluation' ? 0 : 1;
        if (only && lane === 1) continue;
        const order: Order = [lane, stored.dueAt, entry.capturedAt, stored.item.id];
        if (!first || isBefore(order, first.order)) first = { stored, order };
      }
    return first?.stored;
  }

  settle({ item }: ClaimedItem, event: ItemEvent, now: number): void {
    const { entry, stored } = this.find(item.id);
    this.move(entry, stored, event, now);
  }

  // ---------------------------------------------------------------- what people do

  /** Everything of the entry, or of the whole queue, that waits or was refused. */
  retry(ownerId: string, entryId: string | null, now: number): void {
    for (const entry of this.entriesOf(ownerId))
      for (const stored of entry.items) {
        const { name } = stored.item.state;
        const isMeant = name === 'waiting' ? entryId === null || entryId === entry.id : entryId === entry.id;
        if (isMeant && (name === 'waiting' || name === 'attention'))
          this.move(entry, stored, { type: 'retry' }, now);
      }
  }

  /** The evaluation was refused: all of the entry is confirmed anew, under new keys. */
  correct(entry: StoredEntry, contents: Contents, now: number): void {
    for (const [at, kind] of REGISTRATION.entries()) {
      const stored = entry.items[at];
      if (!stored) continue;
      stored.content = contents[kind];
      stored.capturedBy = entry.ownerId;
      stored.consent = null;
      const key = this.newKey();
      if (kind === 'evaluation') this.move(entry, stored, { type: 'correct', key }, now);
      else stored.item = { ...stored.item, key };
    }
  }

  /** A refused photo or signature of a delivered evaluation, taken again. */
  replace(entry: StoredEntry, stored: StoredItem, content: Content, now: number): void {
    stored.content = content;
    stored.capturedBy = entry.ownerId;
    stored.consent = null;
    this.move(entry, stored, { type: 'correct', key: this.newKey() }, now);
  }

  discard(entryId: string): void {
    this.entries.delete(entryId);
  }

  /** The entry becomes another person's to send; `consentTo` is asked for each item that its owner confirmed. */
  handOver(entry: StoredEntry, ownerId: string, consentTo: (stored: StoredItem) => string): void {
    for (const stored of entry.items) {
      if (stored.capturedBy === entry.ownerId) stored.consent = consentTo(stored);
      stored.item = { ...stored.item, ownerId };
    }
    entry.ownerId = ownerId;
  }

  nextDueAt(ownerId: string): number | null {
    const times = this.itemsOf(ownerId).flatMap((stored) => (stored.dueAt === null ? [] : [stored.dueAt]));
    return times.length > 0 ? Math.min(...times) : null;
  }
}

/** Evaluations before media, then by due time and age; the id as an index of IndexedDB would. */
type Order = readonly [lane: number, dueAt: number, capturedAt: number, id: string];

function isBefore(left: Order, right: Order): boolean {
  for (const at of [0, 1, 2] as const) if (left[at] !== right[at]) return left[at] < right[at];
  return left[3] < right[3];
}
