import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { toTurn } from '#domain/turn-number.ts';
import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import type { EntryRow, ItemRow } from '../database/records.ts';
import { evaluationAmong } from './rows/closing.ts';
import { EARLIEST, LATEST } from './rows/due.ts';
import { movedRow } from './rows/moves.ts';
import { toItem } from './rows/outbox-rows.ts';

/** Somebody asks for the next item that is due. */
export interface Claim {
  readonly ownerId: string;
  readonly now: number;
}

/** One lane's due items: by due time, then the oldest (S12). */
const dueIn = (lane: ItemRow['lane'], { ownerId, now }: Claim, most: number): Promise<ItemRow[]> =>
  db.items
    .where('[ownerId+lane+dueAt+capturedAt]')
    .between([ownerId, lane, EARLIEST], [ownerId, lane, now, LATEST])
    .limit(most)
    .toArray();

/** Evaluations before files (S12). */
async function due(claim: Claim, most: number): Promise<ItemRow[]> {
  const evaluations = await dueIn(0, claim, most);
  if (evaluations.length === most) return evaluations;
  return [...evaluations, ...(await dueIn(1, claim, most - evaluations.length))];
}

/** What the claimed rows need besides themselves, by the entry's id. */
interface Around {
  readonly entries: ReadonlyMap<string, EntryRow>;
  /** Of entries whose files are claimed. */
  readonly items: ReadonlyMap<string, readonly ItemRow[]>;
}

async function readAround(rows: readonly ItemRow[]): Promise<Around> {
  const entryIds = [...new Set(rows.map(({ entryId }) => entryId))];
  const ofFiles = [...new Set(rows.filter(({ lane }) => lane === 1).map(({ entryId }) => entryId))];
  const [entries, items] = await Promise.all([
    db.entries.bulkGet(entryIds),
    Promise.all(ofFiles.map(async (entryId) => [entryId, await itemsOf(entryId)] as const)),
  ]);
  return {
    entries: new Map(entries.flatMap((entry) => (entry ? [[entry.id, entry]] : []))),
    items: new Map(items),
  };
}

const rowsOfClaims = new WeakMap<ClaimedItem, ItemRow>();

/** The row of a claim of this window or worker, as the claim wrote it. */
export const rowOf = (claimed: ClaimedItem): ItemRow | undefined => rowsOfClaims.get(claimed);

function claimedItem(row: ItemRow, around: Around): ClaimedItem {
  const entry = around.entries.get(row.entryId);
  if (!entry) throw new Error(`outbox item ${row.id} has no entry`);
  const evaluation = evaluationAmong(around.items.get(row.entryId) ?? []);
  const delivered = evaluation?.state.name === 'delivered' ? evaluation.state.remoteId : null;
  const claimed = {
    item: toItem(row),
    evaluationId: row.kind === 'evaluation' ? null : (entry.target?.evaluationId ?? delivered),
    capturedBy: row.capturedBy,
    consent: row.consent,
    examOrderId: entry.target?.examOrderId ?? null,
    capturedAt: entry.capturedAt,
    clockOffset: entry.clockOffset,
    turn: toTurn(entry.turn),
  };
  rowsOfClaims.set(claimed, row);
  return claimed;
}

/** One owner's, of one moment: in a drain there is but one owner (S13). */
async function claimFor(claim: Claim, most: number): Promise<ClaimedItem[]> {
  const rows = await due(claim, most);
  const around = await readAround(rows);
  const moved = rows.map((row) =>
    movedRow({ row, rows: around.items.get(row.entryId) ?? [] }, { type: 'claim' }, claim.now, null),
  );
  if (moved.length > 0) await db.items.bulkPut(moved);
  return moved.map((row) => claimedItem(row, around));
}

/** Inside a transaction over `closingTables`: for each claim the next item, null where none is due any more. */
export async function claimTogether(claims: readonly Claim[]): Promise<(ClaimedItem | null)[]> {
  const found = new Map<string, ClaimedItem[]>();
  for (const claim of claims) {
    const most = claims.filter(({ ownerId }) => ownerId === claim.ownerId).length;
    if (!found.has(claim.ownerId)) found.set(claim.ownerId, await claimFor(claim, most));
  }
  return claims.map(({ ownerId }) => found.get(ownerId)?.shift() ?? null);
}
