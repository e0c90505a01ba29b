import { evaluationIdOfDraftKey } from '#domain/correction.ts';
import { isRewritable } from '#domain/outbox/entry.ts';
import { db } from '../../database/database.ts';
import { findItemsOfEntry } from '../../database/items.ts';
import type { CorrectedRegistrationIds, EntryRow, ItemRow } from '../../database/records.ts';
import { createdEvaluationId } from '../rows/held-corrections.ts';
import { toOutboxItem } from '../rows/outbox-rows.ts';

/** Way in which a correction must be stored at this moment (S30). */
export type CorrectionPlan =
  /** The server certainly does not have the registration, so the queued registration is replaced. */
  | { readonly type: 'registration'; readonly entry: EntryRow; readonly items: readonly ItemRow[] }
  /** The registration was sent, or may have been, so the correction becomes a separate entry. */
  | {
      readonly type: 'correction';
      readonly corrects: CorrectedRegistrationIds;
      /** Branch of the registration; null when only the server knows it. */
      readonly branchId: string | null;
      readonly items: readonly ItemRow[];
    }
  | { readonly type: 'none' };

const NO_PLAN = { type: 'none' } as const;

async function planForEntry(entry: EntryRow): Promise<CorrectionPlan> {
  const items = await findItemsOfEntry(entry.id);
  const evaluation = items.find(({ kind }) => kind === 'evaluation');
  if (entry.kind !== 'registration' || !evaluation) return NO_PLAN;
  if (isRewritable(toOutboxItem(evaluation))) return { type: 'registration', entry, items };
  if (evaluation.state.name === 'attention') return NO_PLAN;
  const corrects = { entryId: entry.id, evaluationId: createdEvaluationId(items) };
  return { type: 'correction', corrects, branchId: entry.branchId, items };
}

/**
 * Returns the plan of a correction. `key`: key of the draft, which is an entry's id or `correctionDraftKey`. Reads entries,
 * items and receipts, inside or outside a transaction.
 */
export async function planCorrection(ownerId: string, key: string): Promise<CorrectionPlan> {
  const sent = evaluationIdOfDraftKey(key);
  if (sent !== null)
    return { type: 'correction', corrects: { entryId: null, evaluationId: sent }, branchId: null, items: [] };
  const entry = await db.entries.get(key);
  if (entry) return entry.ownerId === ownerId ? planForEntry(entry) : NO_PLAN;
  const receipt = await db.receipts.get(key);
  if (receipt?.ownerId !== ownerId || receipt.kind !== 'registration' || receipt.evaluationId === null)
    return NO_PLAN;
  const { evaluationId, branchId } = receipt;
  return { type: 'correction', corrects: { entryId: key, evaluationId }, branchId, items: [] };
}

const itemFingerprintOf = ({ id, key, attempts, state }: ItemRow): string =>
  [id, key, attempts, state.name].join(' ');

/** Returns true if content that was prepared for one plan can be stored under the other plan. */
export function isSameCorrectionPlan(one: CorrectionPlan, other: CorrectionPlan): boolean {
  const sortedMarks = (plan: CorrectionPlan) =>
    plan.type === 'none' ? [] : plan.items.map(itemFingerprintOf).sort();
  return one.type === other.type && sortedMarks(one).join() === sortedMarks(other).join();
}

export async function findQueuedCorrections(
  ownerId: string,
  { entryId, evaluationId }: CorrectedRegistrationIds,
): Promise<EntryRow[]> {
  const [byEntry, byEvaluation] = await Promise.all([
    entryId === null ? [] : db.entries.where('corrects.entryId').equals(entryId).toArray(),
    evaluationId === null
      ? []
      : db.entries.where('[ownerId+corrects.evaluationId]').equals([ownerId, evaluationId]).toArray(),
  ]);
  const all = new Map([...byEntry, ...byEvaluation].map((entry) => [entry.id, entry]));
  return [...all.values()]
    .filter((entry) => entry.ownerId === ownerId)
    .sort((one, other) => one.capturedAt - other.capturedAt);
}

/**
 * Returns true if a later correction may replace the correction of this entry, because it was never sent or the server rejected
 * it.
 */
export async function isCorrectionReplaceable({ id }: EntryRow): Promise<boolean> {
  const lead = (await findItemsOfEntry(id)).find(({ kind }) => kind === 'correction');
  return lead !== undefined && (lead.state.name === 'attention' || isRewritable(toOutboxItem(lead)));
}
