import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { parseQueueNumber } from '#domain/queue-number.ts';
import { db } from '../../database/database.ts';
import { findItemsOfEntry } from '../../database/items.ts';
import type { EntryRow, ItemRow } from '../../database/records.ts';
import type { UnwrittenItemRows } from './results.ts';
import { EARLIEST_DUE_TIME, LATEST_DUE_TIME } from '../rows/due.ts';
import { createdEvaluationId } from '../rows/held-corrections.ts';
import { reduceItemRow } from '../rows/moves.ts';
import { toOutboxItem } from '../rows/outbox-rows.ts';

/** Request for the next due item of a user. With `only`, it accepts evaluations and no files. */
export interface ItemClaimRequest {
  readonly ownerId: string;
  readonly now: number;
  readonly only: 'evaluations' | undefined;
}

/** Returns at most `most` due items of one lane (evaluations or files), by due time, then by capture time (S12). */
const readDueItemsOfLane = (
  lane: ItemRow['lane'],
  { ownerId, now }: ItemClaimRequest,
  most: number,
): Promise<ItemRow[]> =>
  db.items
    .where('[ownerId+lane+dueAt+capturedAt]')
    .between([ownerId, lane, EARLIEST_DUE_TIME], [ownerId, lane, now, LATEST_DUE_TIME])
    .limit(most)
    .toArray();

/** Compares rows in sending order: evaluations before files, then by due time, then by capture time (S12). */
const compareSendOrder = (one: ItemRow, other: ItemRow): number =>
  one.lane - other.lane || (one.dueAt ?? 0) - (other.dueAt ?? 0) || one.capturedAt - other.capturedAt;

async function findDueItems(
  claim: ItemClaimRequest,
  most: number,
  unwritten: UnwrittenItemRows,
): Promise<ItemRow[]> {
  const moved = [...unwritten.values()];
  // The database still returns the rows that this transaction has claimed, because they are written only at its end. The query
  // therefore reads that many rows more.
  const claimed = moved.filter(({ state }) => state.name === 'sending').length;
  const readStoredItems = async (lane: ItemRow['lane'], count: number) =>
    count > 0
      ? (await readDueItemsOfLane(lane, claim, count + claimed))
          .filter(({ id }) => !unwritten.has(id))
          .slice(0, count)
      : [];
  const evaluations = await readStoredItems(0, most);
  const files = await readStoredItems(1, claim.only ? 0 : most - evaluations.length);
  const freed = moved.filter(
    ({ ownerId, lane, dueAt }) =>
      ownerId === claim.ownerId && dueAt !== undefined && dueAt <= claim.now && !(claim.only && lane === 1),
  );
  return [...evaluations, ...files, ...freed].toSorted(compareSendOrder).slice(0, most);
}

interface RelatedRows {
  readonly entries: ReadonlyMap<string, EntryRow>;
  readonly items: ReadonlyMap<string, readonly ItemRow[]>;
}

async function readRelatedRows(rows: readonly ItemRow[], unwritten: UnwrittenItemRows): Promise<RelatedRows> {
  const entryIds = [...new Set(rows.map(({ entryId }) => entryId))];
  const ofFiles = [...new Set(rows.filter(({ lane }) => lane === 1).map(({ entryId }) => entryId))];
  const [entries, items] = await Promise.all([
    db.entries.bulkGet(entryIds),
    Promise.all(ofFiles.map(async (entryId) => [entryId, await findItemsOfEntry(entryId)] as const)),
  ]);
  const now = (row: ItemRow): ItemRow => unwritten.get(row.id) ?? row;
  return {
    entries: new Map(entries.flatMap((entry) => (entry ? [[entry.id, entry]] : []))),
    items: new Map(items.map(([entryId, lying]) => [entryId, lying.map(now)])),
  };
}

const rowByClaimedItem = new WeakMap<ClaimedItem, ItemRow>();

/** Returns the row that the claim wrote; undefined for a claim of another window or worker. */
export const findRowWrittenByClaim = (claimed: ClaimedItem): ItemRow | undefined =>
  rowByClaimedItem.get(claimed);

function createClaimedItem(row: ItemRow, around: RelatedRows): ClaimedItem {
  const entry = around.entries.get(row.entryId);
  if (!entry) throw new Error(`outbox item ${row.id} has no entry`);
  const known = entry.target?.evaluationId ?? entry.corrects?.evaluationId;
  const claimed = {
    item: toOutboxItem(row),
    evaluationId:
      known ?? (row.kind === 'evaluation' ? null : createdEvaluationId(around.items.get(row.entryId) ?? [])),
    capturedBy: row.capturedBy,
    consent: row.consent,
    examOrderId: entry.target?.examOrderId ?? null,
    capturedAt: entry.capturedAt,
    clockOffset: entry.clockOffset,
    turn: parseQueueNumber(entry.turn),
    isCorrection: entry.kind === 'correction',
  };
  rowByClaimedItem.set(claimed, row);
  return claimed;
}

const claimGroupOf = ({ ownerId, only }: ItemClaimRequest): string => `${ownerId} ${only ?? 'all'}`;

async function claimDueItems(
  claim: ItemClaimRequest,
  most: number,
  unwritten: UnwrittenItemRows,
): Promise<ClaimedItem[]> {
  const rows = await findDueItems(claim, most, unwritten);
  const around = await readRelatedRows(rows, unwritten);
  return rows.map((row) => {
    const entryRows = around.items.get(row.entryId) ?? [];
    const moved = reduceItemRow({ row, rows: entryRows }, { type: 'claim' }, claim.now, null);
    unwritten.set(moved.id, moved);
    return createClaimedItem(moved, around);
  });
}

/**
 * Returns an item for each claim; null for a claim when no item is due. Adds the claimed rows to `unwritten`. Must run inside a
 * transaction over `entryClosingTables`.
 */
export async function claimNextItems(
  claims: readonly ItemClaimRequest[],
  unwritten: UnwrittenItemRows,
): Promise<(ClaimedItem | null)[]> {
  const found = new Map<string, ClaimedItem[]>();
  for (const claim of claims) {
    const alike = claims.filter((other) => claimGroupOf(other) === claimGroupOf(claim));
    if (!found.has(claimGroupOf(claim)))
      found.set(claimGroupOf(claim), await claimDueItems(claim, alike.length, unwritten));
  }
  return claims.map((claim) => found.get(claimGroupOf(claim))?.shift() ?? null);
}
