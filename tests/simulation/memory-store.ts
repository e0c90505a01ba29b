import { isLead, isRewritable } from '#domain/outbox/entry.ts';
import type { ItemEvent, ItemKind, ItemState, OutboxItem, WaitCause } from '#domain/outbox/item.ts';
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
  /** Entry of the registration for which an item of a correction waits. */
  heldFor: string | null;
}

/** The registration that a correction corrects. */
interface Corrected {
  readonly entryId: string;
  evaluationId: string | null;
}

export interface StoredEntry {
  readonly id: string;
  ownerId: string;
  readonly capturedAt: number;
  readonly corrects: Corrected | null;
  /** The lead first: evaluation or correction. */
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

/** A correction as it is confirmed: its values, and the pictures that were taken again. */
export interface NewCorrection {
  readonly id: string;
  readonly values: Content;
  readonly pictures: readonly { readonly kind: 'photo' | 'signature'; readonly content: Content }[];
}

/** Id of a new item: the device's are random. */
const itemIdOf = (entryId: string, kind: ItemKind): string => `${entryId}.${kind}`;

const createdBy = ({ items }: StoredEntry): string | null => {
  const state = items[0]?.item.state;
  return state?.name === 'delivered' ? state.remoteId : null;
};

/** How a correction was made. */
export type Corrects =
  | { readonly type: 'registration' | 'none' }
  | {
      readonly type: 'correction';
      /** Pictures that replaced one which was never sent, and pictures of the correction. */
      readonly inPlace: NewCorrection['pictures'];
      readonly media: NewCorrection['pictures'];
      readonly capturedAt: number;
    };

const isReplaceable = ({ items: [lead] }: StoredEntry): boolean =>
  lead !== undefined && (lead.item.state.name === 'attention' || isRewritable(lead.item));

const isOnItsWay = (origin: StoredEntry | undefined, kind: ItemKind): boolean =>
  origin?.items.some(({ item }) => item.kind === kind && item.state.name !== 'delivered') ?? false;

/**
 * The tablet's outbox in memory, each call one transaction. It does what src/storage/outbox/outbox-store.ts, enqueue.ts and
 * entries.ts do; `store-agreement.test.ts` holds the two together.
 */
export class MemoryStore {
  readonly entries = new Map<string, StoredEntry>();
  /** Entries of which all has arrived. */
  readonly delivered = new Set<string>();
  /** What the receipts of the registrations name. */
  readonly evaluations = new Map<
    string,
    { readonly evaluationId: string | null; readonly ownerId: string }
  >();
  /** Capture time of the last correction of each user that has left the queue. */
  readonly #corrected = new Map<string, number>();
  /** Corrections with the pictures that were taken again for them, as they were confirmed and not replaced since. */
  readonly #retaken = new Map<
    string,
    { of: string; ownerId: string; capturedAt: number; kinds: ItemKind[] }
  >();
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
    const items = REGISTRATION.map((kind) =>
      this.#newItem({ id, ownerId, branchId }, kind, contents[kind], null),
    );
    this.entries.set(id, { id, ownerId, capturedAt, corrects: null, items });
  }

  #newItem(
    entry: { id: string; ownerId: string; branchId: string },
    kind: ItemKind,
    content: Content,
    heldFor: string | null,
  ): StoredItem {
    const { id: entryId, ownerId, branchId } = entry;
    const identity = { id: itemIdOf(entryId, kind), entryId, ownerId, branchId, kind, key: this.newKey() };
    const item: OutboxItem = { ...identity, attempts: 0, state: { name: 'queued' } };
    const isFree = isLead(kind) && heldFor === null;
    return { item, content, capturedBy: ownerId, consent: null, dueAt: isFree ? 0 : null, heldFor };
  }

  // ---------------------------------------------------------------- corrections

  correctionsOf(entryId: string): StoredEntry[] {
    return [...this.entries.values()].filter(({ corrects }) => corrects?.entryId === entryId);
  }

  /** S30: the content of a registration that was never created is replaced, otherwise the correction waits beside it. */
  correctRegistration(ownerId: string, entryId: string, now: number, correction: NewCorrection): Corrects {
    const entry = this.entries.get(entryId);
    const lead = entry?.items[0]?.item;
    if (entry && lead && this.mayReplace(lead)) {
      this.#removeContained(ownerId, entryId);
      return { type: 'registration' };
    }
    if (lead?.state.name === 'attention') return { type: 'none' };
    return this.#addCorrection(ownerId, entryId, now, correction);
  }

  /** Whether the content of a registration may be replaced. */
  mayReplace(lead: OutboxItem): boolean {
    return isRewritable(lead);
  }

  /** Whether a correction waits for its registration. */
  protected isHeld(origin: StoredEntry | undefined, evaluationId: string | null): boolean {
    return origin !== undefined && evaluationId === null;
  }

  #addCorrection(
    ownerId: string,
    entryId: string,
    now: number,
    { id, values, pictures }: NewCorrection,
  ): Corrects {
    const origin = this.entries.get(entryId);
    const evaluationId = origin ? createdBy(origin) : (this.evaluations.get(entryId)?.evaluationId ?? null);
    const branchId = origin?.items[0]?.item.branchId ?? 'bogota';
    const capturedAt = this.instantOf(ownerId, now);
    const facts = { id, ownerId, branchId };
    const kept = this.#removeContained(ownerId, entryId);
    const retaken = [...kept.filter(({ kind }) => !pictures.some((one) => one.kind === kind)), ...pictures];
    const inPlace = retaken.filter(({ kind }) => this.#replaceUnsent(origin, kind, retaken, now));
    const media = retaken.filter((one) => !inPlace.includes(one));
    const held = (isHeld: boolean) => (isHeld ? entryId : null);
    const items = [
      this.#newItem(facts, 'correction', values, held(this.isHeld(origin, evaluationId))),
      ...media.map(({ kind, content }) =>
        this.#newItem(facts, kind, content, held(isOnItsWay(origin, kind))),
      ),
    ];
    this.entries.set(id, { id, ownerId, capturedAt, corrects: { entryId, evaluationId }, items });
    this.#retaken.set(id, { of: entryId, ownerId, capturedAt, kinds: media.map(({ kind }) => kind) });
    return { type: 'correction', inPlace, media, capturedAt };
  }

  /** After every correction of the user that waits or has left the queue. */
  protected instantOf(ownerId: string, now: number): number {
    const waiting = this.entriesOf(ownerId).filter(({ corrects }) => corrects !== null);
    const last = this.#corrected.get(ownerId) ?? -Infinity;
    return Math.max(now, last + 1, ...waiting.map(({ capturedAt }) => capturedAt + 1));
  }

  /** Removes the user's corrections that were never sent or not taken; answers the pictures that were taken again for them. */
  #removeContained(ownerId: string, entryId: string): NewCorrection['pictures'] {
    const contained = this.correctionsOf(entryId).filter(
      (entry) => entry.ownerId === ownerId && isReplaceable(entry),
    );
    const pictures = contained.flatMap(({ capturedAt, items }) =>
      items.flatMap(({ item: { kind }, content }) =>
        (kind === 'photo' || kind === 'signature') &&
        !this.#isRetakenLater(ownerId, entryId, kind, capturedAt)
          ? [{ kind, content }]
          : [],
      ),
    );
    for (const { id } of contained) {
      this.entries.delete(id);
      this.#retaken.delete(id);
    }
    return pictures;
  }

  #isRetakenLater(ownerId: string, entryId: string, kind: ItemKind, since: number): boolean {
    return [...this.#retaken.values()].some(
      (one) =>
        one.of === entryId && one.ownerId === ownerId && one.capturedAt > since && one.kinds.includes(kind),
    );
  }

  /** A picture of the registration that was certainly never created is replaced in place. */
  #replaceUnsent(
    origin: StoredEntry | undefined,
    kind: ItemKind,
    pictures: NewCorrection['pictures'],
    now: number,
  ): boolean {
    const stored = origin?.items.find(({ item }) => item.kind === kind);
    const picture = pictures.find((one) => one.kind === kind);
    if (!origin || !stored || !picture || !isRewritable(stored.item)) return false;
    this.replace(origin, stored, picture.content, now);
    return true;
  }

  /** Frees what waits for the registration as far as it has come. */
  protected free(entryId: string): void {
    const origin = this.entries.get(entryId);
    const evaluationId = origin ? createdBy(origin) : (this.evaluations.get(entryId)?.evaluationId ?? null);
    for (const correction of this.correctionsOf(entryId)) {
      if (origin && evaluationId === null) continue;
      if (correction.corrects) correction.corrects.evaluationId ??= evaluationId;
      for (const stored of correction.items) if (isLead(stored.item.kind) || !origin) stored.heldFor = null;
      this.#schedule(correction);
    }
  }

  /** Moves one item and settles what follows from it. */
  move(entry: StoredEntry, stored: StoredItem, event: ItemEvent, now: number): void {
    stored.item = transition(stored.item, event, now);
    this.#schedule(entry);
    if (entry.items.every(({ item }) => item.state.name === 'delivered')) {
      this.entries.delete(entry.id);
      this.delivered.add(entry.id);
      this.#leave(entry);
    }
    if (!entry.corrects && createdBy(entry) !== null) this.free(entry.id);
  }

  /** What a receipt keeps. */
  #leave(entry: StoredEntry): void {
    if (!entry.corrects)
      this.evaluations.set(entry.id, { evaluationId: createdBy(entry), ownerId: entry.ownerId });
    else {
      const last = this.#corrected.get(entry.ownerId) ?? -Infinity;
      this.#corrected.set(entry.ownerId, Math.max(last, entry.capturedAt));
    }
  }

  #schedule(entry: StoredEntry): void {
    const [lead] = entry.items;
    for (const stored of entry.items) {
      const held = stored === lead || !lead ? null : lead.item;
      stored.dueAt = stored.heldFor === null ? dueAt(stored.item, held) : null;
    }
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
    for (const { corrects } of this.entriesOf(ownerId)) if (corrects) this.free(corrects.entryId);
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
    const created = stored.item.kind === 'evaluation' ? null : createdBy(entry);
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
    let first: { stored: StoredItem; order: Order } | undefined;
    for (const entry of this.entriesOf(ownerId))
      for (const stored of entry.items) {
        if (stored.dueAt === null || stored.dueAt > now) continue;
        const lane = isLead(stored.item.kind) ? 0 : 1;
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

  /** Answers the ids of what has left: corrections of an evaluation that was never delivered leave with it. */
  discard(entryId: string): string[] {
    const entry = this.entries.get(entryId);
    if (!entry) return [];
    const isUseless = !entry.corrects && createdBy(entry) === null;
    const gone = [entryId, ...(isUseless ? this.correctionsOf(entryId).map(({ id }) => id) : [])];
    for (const id of gone) this.entries.delete(id);
    this.#leave(entry);
    this.free(entryId);
    return gone;
  }

  /** Everything that a discard of the entry would take. */
  discarded(entryId: string): StoredItem[] {
    const entry = this.entries.get(entryId);
    const isUseless = entry && !entry.corrects && createdBy(entry) === null;
    const entries = [...(entry ? [entry] : []), ...(isUseless ? this.correctionsOf(entryId) : [])];
    return entries.flatMap(({ items }) => items);
  }

  /** The entry becomes another person's to send; `consentTo` is asked for each item that its owner confirmed. */
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

/** Evaluations before media, then by due time and age; the id as an index of IndexedDB would. */
type Order = readonly [lane: number, dueAt: number, capturedAt: number, id: string];

function isBefore(left: Order, right: Order): boolean {
  for (const at of [0, 1, 2] as const) if (left[at] !== right[at]) return left[at] < right[at];
  return left[3] < right[3];
}
