import { isPrerequisiteKind, isRewritable } from '#domain/outbox/entry.ts';
import type { ItemKind, OutboxItem } from '#domain/outbox/item.ts';
import { MemoryOutbox } from './memory-outbox.ts';
import {
  deliveredEvaluationId,
  hasUndeliveredItem,
  isReplaceable,
  type CorrectionTarget,
  type NewCorrection,
  type StoredEntry,
} from './stored-entries.ts';

export type { StoredEntry, StoredItem } from './stored-entries.ts';

/** Outbox in memory that also supports corrections (S30), like src/storage/outbox/registrations/correct.ts. */
export class MemoryStore extends MemoryOutbox {
  /** Kinds of the pictures retaken in each correction, by the correction's id. */
  readonly #retaken = new Map<
    string,
    { of: string; ownerId: string; capturedAt: number; kinds: ItemKind[] }
  >();

  /**
   * Corrects a registration (S30). If the server certainly has not created the registration, its content is replaced; otherwise
   * a correction is queued.
   */
  correctRegistration(
    ownerId: string,
    entryId: string,
    now: number,
    correction: NewCorrection,
  ): CorrectionTarget {
    const entry = this.entries.get(entryId);
    const lead = entry?.items[0]?.item;
    if (entry && lead && this.mayReplace(lead)) {
      this.#removeContained(ownerId, entryId);
      return { type: 'registration' };
    }
    if (lead?.state.name === 'attention') return { type: 'none' };
    return this.#addCorrection(ownerId, entryId, now, correction);
  }

  mayReplace(lead: OutboxItem): boolean {
    return isRewritable(lead);
  }

  protected isCorrectionHeld(origin: StoredEntry | undefined, evaluationId: string | null): boolean {
    return origin !== undefined && evaluationId === null;
  }

  #addCorrection(
    ownerId: string,
    entryId: string,
    now: number,
    { id, values, pictures }: NewCorrection,
  ): CorrectionTarget {
    const origin = this.entries.get(entryId);
    const evaluationId = origin
      ? deliveredEvaluationId(origin)
      : (this.evaluations.get(entryId)?.evaluationId ?? null);
    const branchId = origin?.items[0]?.item.branchId ?? 'bogota';
    const capturedAt = this.instantOf(ownerId, now);
    const facts = { id, ownerId, branchId };
    const kept = this.#removeContained(ownerId, entryId);
    const retaken = [...kept.filter(({ kind }) => !pictures.some((one) => one.kind === kind)), ...pictures];
    const inPlace = retaken.filter(({ kind }) => this.#replaceUnsent(origin, kind, retaken, now));
    const media = retaken.filter((one) => !inPlace.includes(one));
    const heldOriginId = (isHeld: boolean) => (isHeld ? entryId : null);
    const items = [
      this.newItem(facts, 'correction', values, heldOriginId(this.isCorrectionHeld(origin, evaluationId))),
      ...media.map(({ kind, content }) =>
        this.newItem(facts, kind, content, heldOriginId(hasUndeliveredItem(origin, kind))),
      ),
    ];
    this.entries.set(id, { id, ownerId, capturedAt, corrects: { entryId, evaluationId }, items });
    this.#retaken.set(id, { of: entryId, ownerId, capturedAt, kinds: media.map(({ kind }) => kind) });
    return { type: 'correction', inPlace, media, capturedAt };
  }

  /** Returns a capture time that is later than those of all the user's earlier corrections. */
  protected instantOf(ownerId: string, now: number): number {
    const waiting = this.entriesOf(ownerId).filter(({ corrects }) => corrects !== null);
    const last = this.corrected.get(ownerId) ?? -Infinity;
    return Math.max(now, last + 1, ...waiting.map(({ capturedAt }) => capturedAt + 1));
  }

  /**
   * Removes the user's corrections of the registration that were rejected or never sent, and returns the pictures that were
   * retaken in them.
   */
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

  /**
   * Replaces the registration's picture by the retaken one if the server certainly has not stored the earlier picture. Returns
   * true if the picture was replaced.
   */
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

  protected free(entryId: string): void {
    const origin = this.entries.get(entryId);
    const evaluationId = origin
      ? deliveredEvaluationId(origin)
      : (this.evaluations.get(entryId)?.evaluationId ?? null);
    for (const correction of this.correctionsOf(entryId)) {
      if (origin && evaluationId === null) continue;
      if (correction.corrects) correction.corrects.evaluationId ??= evaluationId;
      for (const stored of correction.items)
        if (isPrerequisiteKind(stored.item.kind) || !origin) stored.heldFor = null;
      this.schedule(correction);
    }
  }
}
