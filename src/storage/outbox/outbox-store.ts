import type { ErrorCode } from '#contract/errors.ts';
import { entryStanding } from '#domain/outbox/entry.ts';
import type { ItemEvent, WaitCause } from '#domain/outbox/item.ts';
import type { ClaimedItem, OutboxStore } from '#domain/outbox/ports.ts';
import { isDue, transition } from '#domain/outbox/transition.ts';
import { db } from '../database/database.ts';
import { keysOf } from '../keys/keyring.ts';
import { afterTransition, sealRefusal, toItem } from './outbox-rows.ts';
import { dropFromParcels, parcelTables } from './parcel-rows.ts';
import { forgetPatient } from './patients.ts';
import { dropUnreferenced } from '../keys/pictures.ts';
import { storing } from '../base/problem.ts';
import { itemsOf } from '../database/items.ts';
import { SharedTransaction } from '../database/shared-transaction.ts';
import type { EntryRow, ItemRow, ReceiptRow } from '../database/records.ts';

/** The document is somebody else's (S15): the device must not know it as that of whom it registered. */
const NOT_THEIRS = 'document_of_another' satisfies ErrorCode;

const EARLIEST = Number.NEGATIVE_INFINITY;
const LATEST = Number.POSITIVE_INFINITY;

export const itemsIn = (ownerId: string, state: ItemRow['state']['name']) =>
  db.items.where('[ownerId+state.name]').equals([ownerId, state]);

const evaluationAmong = (rows: readonly ItemRow[]) => rows.find((row) => row.kind === 'evaluation');

/** A row, and all of its entry. */
interface RowOfEntry {
  readonly row: ItemRow;
  readonly rows: readonly ItemRow[];
}

/** The row after an event. */
function movedRow(
  { row, rows }: RowOfEntry,
  event: ItemEvent,
  now: number,
  sealedRefusal: ArrayBuffer | null,
): ItemRow {
  const evaluation = row.kind === 'evaluation' ? undefined : evaluationAmong(rows);
  const item = transition(toItem(row), event, now);
  return afterTransition(row, item, evaluation ? toItem(evaluation) : null, sealedRefusal);
}

/** Moves one row; inside a transaction over items. */
export async function moveRow(row: ItemRow, event: ItemEvent, now: number): Promise<void> {
  const rows = row.kind === 'evaluation' ? [] : await itemsOf(row.entryId);
  await db.items.put(movedRow({ row, rows }, event, now, null));
}

function recoverOrphans(ownerId: string, now: number): Promise<void> {
  return storing(() =>
    db.transaction('rw', db.items, async () => {
      for (const row of await itemsIn(ownerId, 'sending').toArray())
        await moveRow(row, { type: 'orphan' }, now);
    }),
  );
}

function wake(ownerId: string, causes: readonly WaitCause[], now: number): Promise<void> {
  const wakes = (row: ItemRow) =>
    row.state.name === 'waiting' && (causes.includes(row.state.cause) || isDue(row.state, now));
  return storing(() =>
    db.transaction('rw', db.items, async () => {
      const rows = await itemsIn(ownerId, 'waiting').filter(wakes).toArray();
      for (const row of rows) await moveRow(row, { type: 'retry' }, now);
    }),
  );
}

async function firstDue(ownerId: string, now: number): Promise<ItemRow | undefined> {
  for (const lane of [0, 1]) {
    const row = await db.items
      .where('[ownerId+lane+dueAt+capturedAt]')
      .between([ownerId, lane, EARLIEST], [ownerId, lane, now, LATEST])
      .first();
    if (row) return row;
  }
  return undefined;
}

/** Claims and results of items that travel at the same time. */
const shared = new SharedTransaction((work) => db.transaction('rw', [...closingTables(), db.patients], work));

async function claimDue(ownerId: string, now: number): Promise<ClaimedItem | null> {
  const row = await firstDue(ownerId, now);
  if (!row) return null;
  const [rows, entry] = await Promise.all([itemsOf(row.entryId), db.entries.get(row.entryId)]);
  if (!entry) throw new Error(`outbox item ${row.id} has no entry`);
  const moved = movedRow({ row, rows }, { type: 'claim' }, now, null);
  await db.items.put(moved);
  const evaluation = evaluationAmong(rows);
  const delivered = evaluation?.state.name === 'delivered' ? evaluation.state.remoteId : null;
  return {
    item: toItem(moved),
    evaluationId: row.kind === 'evaluation' ? null : (entry.target?.evaluationId ?? delivered),
    capturedBy: row.capturedBy,
    consent: row.consent,
    examOrderId: entry.target?.examOrderId ?? null,
    capturedAt: entry.capturedAt,
    clockOffset: entry.clockOffset,
  };
}

const claimNext = (ownerId: string, now: number): Promise<ClaimedItem | null> =>
  storing(() => shared.run(() => claimDue(ownerId, now)));

/** The entry's rows after one of them has moved: a delivered evaluation sets its media free. */
function rowsAfter(rows: readonly ItemRow[], moved: ItemRow): ItemRow[] {
  const evaluation =
    moved.kind === 'evaluation' && moved.state.name === 'delivered' ? toItem(moved) : undefined;
  return rows.map((row) => {
    if (row.id === moved.id) return moved;
    const isFreed = evaluation && row.state.name === 'queued';
    return isFreed ? afterTransition(row, toItem(row), evaluation, null) : row;
  });
}

/** The entry's standing follows its items; when all have arrived only a receipt stays (S22). */
export async function updateEntry(entry: EntryRow, now: number): Promise<void> {
  const rows = await itemsOf(entry.id);
  const standing = entryStanding(rows.map(toItem));
  if (standing === 'delivered') await closeEntry(entry, rows, standing, now);
  else if (standing !== entry.standing) await db.entries.put({ ...entry, standing });
}

/** What an entry leaves behind, and leaves. */
export const closingTables = () => [
  db.items,
  db.entries,
  db.receipts,
  db.drafts,
  db.bytes,
  ...parcelTables(),
];

/** What stays of an entry that leaves its owner's queue. */
export function receiptOf(
  entry: EntryRow,
  items: readonly ItemRow[],
  left: Pick<ReceiptRow, 'id' | 'outcome' | 'settledAt'>,
): ReceiptRow {
  const { id: entryId, kind, ownerId, capturedBy, branchId, capturedAt, patientTag, sealedSummary } = entry;
  const evaluation = evaluationAmong(items);
  const created = evaluation?.state.name === 'delivered' ? evaluation.state.remoteId : null;
  const evaluationId = entry.target?.evaluationId ?? created;
  const facts = { entryId, kind, ownerId, capturedBy, branchId, capturedAt, patientTag, sealedSummary };
  return { ...left, ...facts, evaluationId };
}

/** Inside a transaction over `closingTables`. `rows`: all of the entry, as they are at last. */
export async function closeEntry(
  entry: EntryRow,
  rows: readonly ItemRow[],
  outcome: 'delivered' | 'discarded',
  now: number,
): Promise<void> {
  const { id } = entry;
  await Promise.all([
    db.receipts.put(receiptOf(entry, rows, { id, outcome, settledAt: now })),
    db.items.bulkDelete(rows.map((row) => row.id)),
    db.entries.delete(id),
  ]);
  await dropFromParcels(id);
  await dropUnreferenced(rows.map((row) => row.picture?.bytesId));
}

/**
 * A colleague received the entry while it was being sent (S14): it is in that queue under the same key, and going once
 * more makes no second evaluation (S7).
 */
async function isReceivedByAnother(entry: EntryRow | undefined, claimed: ClaimedItem): Promise<boolean> {
  const now = entry ?? (await db.receipts.get(claimed.item.entryId));
  return now !== undefined && now.ownerId !== claimed.item.ownerId;
}

/** A delivered file needs its bytes no longer. */
async function dropDelivered(row: ItemRow): Promise<void> {
  if (row.kind === 'evaluation' || row.state.name !== 'delivered') return;
  await db.items.put({ ...row, picture: null });
  await dropUnreferenced([row.picture?.bytesId]);
}

/** Inside a transaction over `closingTables` and patients. `sealed`: the event's refusal. */
async function settleRow(
  claimed: ClaimedItem,
  event: ItemEvent,
  now: number,
  sealed: ArrayBuffer | null,
): Promise<void> {
  const { id, entryId } = claimed.item;
  const [entry, rows] = await Promise.all([db.entries.get(entryId), itemsOf(entryId)]);
  if (await isReceivedByAnother(entry, claimed)) return;
  const row = rows.find((one) => one.id === id);
  if (!row || !entry) throw new Error(`outbox item ${id} left the outbox while it was being sent`);
  const moved = movedRow({ row, rows }, event, now, sealed);
  const after = rowsAfter(rows, moved);
  if (event.type === 'refuse' && event.refusal.code === NOT_THEIRS) await forgetPatient(entry);
  const standing = entryStanding(after.map(toItem));
  if (standing === 'delivered') return closeEntry(entry, after, standing, now);
  await db.items.bulkPut(after.filter((one) => !rows.includes(one)));
  await dropDelivered(moved);
  if (standing !== entry.standing) await db.entries.put({ ...entry, standing });
}

function settle(claimed: ClaimedItem, event: ItemEvent, now: number): Promise<void> {
  const { id, ownerId } = claimed.item;
  return storing(async () => {
    const refusal = 'refusal' in event ? event.refusal : undefined;
    const sealed = refusal ? await sealRefusal(await keysOf(ownerId), id, refusal) : null;
    await shared.run(() => settleRow(claimed, event, now, sealed));
  });
}

export const outboxStore: OutboxStore = { recoverOrphans, wake, claimNext, settle };

/** When the next item goes by itself: 0 for at once, null when none does. Milliseconds of the device's clock. */
export async function nextDueAt(ownerId: string): Promise<number | null> {
  const firstOf = (lane: number) =>
    db.items
      .where('[ownerId+lane+dueAt+capturedAt]')
      .between([ownerId, lane, EARLIEST], [ownerId, lane, LATEST])
      .first();
  const times = [await firstOf(0), await firstOf(1)].flatMap((row) =>
    row?.dueAt === undefined ? [] : [row.dueAt],
  );
  return times.length > 0 ? Math.min(...times) : null;
}
