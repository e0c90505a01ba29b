import { isPrerequisiteKind } from '#domain/outbox/entry.ts';
import type { ItemEvent, ItemKind, ItemState, OutboxItem, WaitCause } from '#domain/outbox/item.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { computeItemDueTime, isRetryWaitOver, applyItemEvent } from '#domain/outbox/transition.ts';
import type { SimulatedContent, RegistrationContents } from './content.ts';
import {
  deliveredEvaluationId,
  isEarlier,
  itemIdOf,
  REGISTRATION_ITEMS,
  type NewSimulatedEntry,
  type ItemOrder,
  type StoredEntry,
  type StoredItem,
} from './stored-entries.ts';

export type { StoredEntry, StoredItem } from './stored-entries.ts';

/**
 * Outbox of the simulated tablet in memory; each call is one transaction. It must behave like outbox-store.ts, enqueue.ts and
 * entries.ts in src/storage/outbox/, which `store-agreement.test.ts` checks.
 */
export abstract class MemoryOutbox {
  readonly entries = new Map<string, StoredEntry>();
  /** Ids of the entries whose items were all delivered. */
  readonly delivered = new Set<string>();
  /** Evaluation id and owner in the receipt of each registration, by entry id. */
  readonly evaluations = new Map<
    string,
    { readonly evaluationId: string | null; readonly ownerId: string }
  >();
  /** Capture time of the last correction that has left the queue, by user. */
  protected readonly corrected = new Map<string, number>();
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

  add({ id, ownerId, branchId, capturedAt, contents }: NewSimulatedEntry): void {
    const items = REGISTRATION_ITEMS.map((kind) =>
      this.newItem({ id, ownerId, branchId }, kind, contents[kind], null),
    );
    this.entries.set(id, { id, ownerId, capturedAt, corrects: null, items });
  }

  protected newItem(
    entry: { id: string; ownerId: string; branchId: string },
    kind: ItemKind,
    content: SimulatedContent,
    heldFor: string | null,
  ): StoredItem {
    const { id: entryId, ownerId, branchId } = entry;
    const identity = { id: itemIdOf(entryId, kind), entryId, ownerId, branchId, kind, key: this.newKey() };
    const item: OutboxItem = { ...identity, attempts: 0, state: { name: 'queued' } };
    const isFree = isPrerequisiteKind(kind) && heldFor === null;
    return { item, content, capturedBy: ownerId, consent: null, dueAt: isFree ? 0 : null, heldFor };
  }

  /** Makes the items that wait for the registration due, as far as the registration's state permits. */
  protected abstract free(entryId: string): void;

  /** Returns all users' queued corrections of the registration. */
  correctionsOf(entryId: string): StoredEntry[] {
    return [...this.entries.values()].filter(({ corrects }) => corrects?.entryId === entryId);
  }

  move(entry: StoredEntry, stored: StoredItem, event: ItemEvent, now: number): void {
    stored.item = applyItemEvent(stored.item, event, now);
    this.schedule(entry);
    if (entry.items.every(({ item }) => item.state.name === 'delivered')) {
      this.entries.delete(entry.id);
      this.delivered.add(entry.id);
      this.#leave(entry);
    }
    if (!entry.corrects && deliveredEvaluationId(entry) !== null) this.free(entry.id);
  }

  #leave(entry: StoredEntry): void {
    if (!entry.corrects)
      this.evaluations.set(entry.id, { evaluationId: deliveredEvaluationId(entry), ownerId: entry.ownerId });
    else {
      const last = this.corrected.get(entry.ownerId) ?? -Infinity;
      this.corrected.set(entry.ownerId, Math.max(last, entry.capturedAt));
    }
  }

  protected schedule(entry: StoredEntry): void {
    const [lead] = entry.items;
    for (const stored of entry.items) {
      const held = stored === lead || !lead ? null : lead.item;
      stored.dueAt = stored.heldFor === null ? computeItemDueTime(stored.item, held) : null;
    }
  }

  find(itemId: string): { entry: StoredEntry; stored: StoredItem } {
    for (const entry of this.entries.values())
      for (const stored of entry.items) if (stored.item.id === itemId) return { entry, stored };
    throw new Error(`outbox item ${itemId} left the outbox while it was being sent`);
  }

  // ---------------------------------------------------------------- methods that the drain calls

  recoverOrphans(ownerId: string, now: number): void {
    for (const entry of this.entriesOf(ownerId))
      for (const stored of entry.items)
        if (stored.item.state.name === 'sending') this.move(entry, stored, { type: 'orphan' }, now);
    for (const { corrects } of this.entriesOf(ownerId)) if (corrects) this.free(corrects.entryId);
  }

  wake(ownerId: string, causes: readonly WaitCause[], now: number): void {
    for (const entry of this.entriesOf(ownerId))
      for (const stored of entry.items) {
        const { state } = stored.item;
        if (state.name === 'waiting' && (causes.includes(state.cause) || this.isWaitOver(state, now)))
          this.move(entry, stored, { type: 'retry' }, now);
      }
  }

  protected isWaitOver(state: Extract<ItemState, { name: 'waiting' }>, now: number): boolean {
    return isRetryWaitOver(state, now);
  }

  claimNext(ownerId: string, now: number, only?: 'evaluations'): ClaimedItem | null {
    const stored = this.#firstDue(ownerId, now, only);
    if (!stored) return null;
    const { entry } = this.find(stored.item.id);
    this.move(entry, stored, { type: 'claim' }, now);
    const created = stored.item.kind === 'evaluation' ? null : deliveredEvaluationId(entry);
    return {
      item: stored.item,
      evaluationId: entry.corrects ? entry.corrects.evaluationId : created,
      examOrderId: null,
      capturedBy: stored.capturedBy,
      consent: stored.consent,
      capturedAt: entry.capturedAt,
      clockOffset: 0,
      turn: null,
      isCorrection: entry.corrects !== null,
    };
  }

  #firstDue(ownerId: string, now: number, only?: 'evaluations'): StoredItem | undefined {
    let first: { stored: StoredItem; order: ItemOrder } | undefined;
    for (const entry of this.entriesOf(ownerId))
      for (const stored of entry.items) {
        if (stored.dueAt === null || stored.dueAt > now) continue;
        const lane = isPrerequisiteKind(stored.item.kind) ? 0 : 1;
        if (only && lane === 1) continue;
        const order: ItemOrder = [lane, stored.dueAt, entry.capturedAt, stored.item.id];
        if (!first || isEarlier(order, first.order)) first = { stored, order };
      }
    return first?.stored;
  }

  settle({ item }: ClaimedItem, event: ItemEvent, now: number): void {
    const { entry, stored } = this.find(item.id);
    this.move(entry, stored, event, now);
  }

  // ---------------------------------------------------------------- actions of users

  /**
   * Retries the entry's waiting and rejected items. If `entryId` is null, retries the waiting items of all the user's entries.
   */
  retry(ownerId: string, entryId: string | null, now: number): void {
    for (const entry of this.entriesOf(ownerId))
      for (const stored of entry.items) {
        const { name } = stored.item.state;
        const isMeant = name === 'waiting' ? entryId === null || entryId === entry.id : entryId === entry.id;
        if (isMeant && (name === 'waiting' || name === 'attention'))
          this.move(entry, stored, { type: 'retry' }, now);
      }
  }

  /** Confirms a rejected registration again with new contents and new keys. */
  correct(entry: StoredEntry, contents: RegistrationContents, now: number): void {
    for (const [at, kind] of REGISTRATION_ITEMS.entries()) {
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

  replace(entry: StoredEntry, stored: StoredItem, content: SimulatedContent, now: number): void {
    stored.content = content;
    stored.capturedBy = entry.ownerId;
    stored.consent = null;
    this.move(entry, stored, { type: 'correct', key: this.newKey() }, now);
  }

  /**
   * Discards an entry and returns the ids of all removed entries. If the server never created the registration, its corrections
   * are removed too.
   */
  discard(entryId: string): string[] {
    const entry = this.entries.get(entryId);
    if (!entry) return [];
    const isUseless = !entry.corrects && deliveredEvaluationId(entry) === null;
    const gone = [entryId, ...(isUseless ? this.correctionsOf(entryId).map(({ id }) => id) : [])];
    for (const id of gone) this.entries.delete(id);
    this.#leave(entry);
    this.free(entryId);
    return gone;
  }

  discardableItems(entryId: string): StoredItem[] {
    const entry = this.entries.get(entryId);
    const isUseless = entry && !entry.corrects && deliveredEvaluationId(entry) === null;
    const entries = [...(entry ? [entry] : []), ...(isUseless ? this.correctionsOf(entryId) : [])];
    return entries.flatMap(({ items }) => items);
  }

  /**
   * Makes another user the owner of the entry. For each item that the previous owner captured, `consentTo` creates the consent.
   */
  handOver(entry: StoredEntry, ownerId: string, consentTo: (stored: StoredItem) => string): void {
    if (entry.corrects) this.#leave(entry);
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
