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

/** Moves one row; inside a transaction over items. `siblings` are all rows of the entry, the row included. */
export async function moveRow(
  row: ItemRow,
  event: ItemEvent,
  now: number,
  sealedRefusal: ArrayBuffer | null,
): Promise<ItemRow> {
  const evaluation = row.kind === 'evaluation' ? undefined : evaluationAmong(await itemsOf(row.entryId));
  const moved = afterTransition(
    row,
    transition(toItem(row), event, now),
    evaluation ? toItem(evaluation) : null,
    sealedRefusal,
  );
  await db.items.put(moved);
  return moved;
}

function recoverOrphans(ownerId: string, now: number): Promise<void> {
  return storing(() =>
    db.transaction('rw', db.items, async () => {
      for (const row of await itemsIn(ownerId, 'sending').toArray())
        await moveRow(row, { type: 'orphan' }, now, null);
    }),
  );
}

function wake(ownerId: string, causes: readonly WaitCause[], now: number): Promise<void> {
  const wakes = (row: ItemRow) =>
    row.state.name === 'waiting' && (causes.includes(row.state.cause) || isDue(row.state, now));
  return storing(() =>
    db.transaction('rw', db.items, async () => {
      const rows = await itemsIn(ownerId, 'waiting').filter(wakes).toArray();
      for (const row of rows) await moveRow(row, { type: 'retry' }, now, null);
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
  const evaluation = evaluationAmong(await itemsOf(row.entryId));
  const entry = await db.entries.get(row.entryId);
  if (!entry) throw new Error(`outbox item ${row.id} has no entry`);
  const moved = await moveRow(row, { type: 'claim' }, now, null);
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

/** A delivered file needs its bytes no longer; a delivered evaluation sets its media free. */
async function afterDelivery(row: ItemRow): Promise<void> {
  if (row.kind !== 'evaluation') {
    await db.items.put({ ...row, picture: null });
    await dropUnreferenced([row.picture?.bytesId]);
    return;
  }
  const evaluation = toItem(row);
  for (const sibling of await itemsOf(row.entryId)) {
    if (sibling.kind === 'evaluation' || sibling.state.name !== 'queued') continue;
    await db.items.put(afterTransition(sibling, toItem(sibling), evaluation, null));
  }
}

/** The entry's standing follows its items; when all have arrived only a receipt stays (S22). */
export async function updateEntry(entry: EntryRow, now: number): Promise<void> {
  const rows = await itemsOf(entry.id);
  const standing = entryStanding(rows.map(toItem));
  if (standing !== 'delivered') {
    if (standing !== entry.standing) await db.entries.put({ ...entry, standing });
    return;
  }
  await closeEntry(entry, 'delivered', now);
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

/** Inside a transaction over `closingTables`. */
export async function closeEntry(
  entry: EntryRow,
  outcome: 'delivered' | 'discarded',
  now: number,
): Promise<void> {
  const { id } = entry;
  const rows = await itemsOf(id);
  const bytesIds = rows.map((row) => row.picture?.bytesId);
  await db.receipts.put(receiptOf(entry, rows, { id, outcome, settledAt: now }));
  await db.items.where('entryId').equals(id).delete();
  await db.entries.delete(id);
  await dropFromParcels(id);
  await dropUnreferenced(bytesIds);
}

/**
 * A colleague received the entry while it was being sent (S14): it is in that queue under the same key, and going once
 * more makes no second evaluation (S7).
 */
async function isReceivedByAnother({ item: { entryId, ownerId } }: ClaimedItem): Promise<boolean> {
  const now = (await db.entries.get(entryId)) ?? (await db.receipts.get(entryId));
  return now !== undefined && now.ownerId !== ownerId;
}

/** Inside a transaction over `closingTables` and patients. `sealed`: the event's refusal. */
async function settleRow(
  claimed: ClaimedItem,
  event: ItemEvent,
  now: number,
  sealed: ArrayBuffer | null,
): Promise<void> {
  const { id, entryId } = claimed.item;
  if (await isReceivedByAnother(claimed)) return;
  const row = await db.items.get(id);
  const entry = await db.entries.get(entryId);
  if (!row || !entry) throw new Error(`outbox item ${id} left the outbox while it was being sent`);
  const moved = await moveRow(row, event, now, sealed);
  if (moved.state.name === 'delivered') await afterDelivery(moved);
  if (event.type === 'refuse' && event.refusal.code === NOT_THEIRS) await forgetPatient(entry);
  await updateEntry(entry, now);
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
