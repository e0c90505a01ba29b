import type { ErrorCode } from '#contract/errors.ts';
import { entryStatus, isPrerequisiteKind } from '#domain/outbox/entry.ts';
import type { ItemEvent } from '#domain/outbox/item.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { readServerIncarnation } from '../../retention/retained-rows.ts';
import { db } from '../../database/database.ts';
import { findItemsOfEntry } from '../../database/items.ts';
import type { EntryRow, ItemRow } from '../../database/records.ts';
import { closeEntries, type ClosedEntry } from '../rows/close-entries.ts';
import { findCorrectionsOfEntries } from '../../database/correction-rows.ts';
import {
  createdEvaluationId,
  toUnblockedCorrectionRows,
  withCorrectedEvaluationId,
} from '../rows/held-corrections.ts';
import { reduceItemRow } from '../rows/moves.ts';
import { applyTransitionToRow, toOutboxItem } from '../rows/outbox-rows.ts';
import { forgetPatient } from '../patients.ts';

/** Outcome of one send. `sealed`: rejection of `event`, encrypted before the transaction that stores it. */
export interface RecordableSendResult {
  readonly claimed: ClaimedItem;
  readonly event: ItemEvent;
  readonly now: number;
  readonly sealed: ArrayBuffer | null;
}

/**
 * Error code for an identity document that belongs to another patient (S15). The device then must not remember the registered
 * patient under this identity document.
 */
const OTHER_PATIENT_CODE = 'document_of_another' satisfies ErrorCode;

interface EntryChange {
  readonly entryBefore: EntryRow;
  entry: EntryRow;
  readonly before: readonly ItemRow[];
  after: ItemRow[];
  now: number;
}

async function readEntryChanges(entryIds: readonly string[]): Promise<Map<string, EntryChange>> {
  const [entries, items] = await Promise.all([
    db.entries.bulkGet([...entryIds]),
    Promise.all(entryIds.map(findItemsOfEntry)),
  ]);
  return new Map(
    entries.flatMap((entry, nth) => {
      const rows = items[nth] ?? [];
      return entry ? [[entry.id, { entryBefore: entry, entry, before: rows, after: rows, now: 0 }]] : [];
    }),
  );
}

/**
 * Returns the entry's rows after one item changed its state. When the evaluation or correction is delivered, its pictures
 * become due.
 */
function rowsAfterItemChange(rows: readonly ItemRow[], moved: ItemRow): ItemRow[] {
  const lead =
    isPrerequisiteKind(moved.kind) && moved.state.name === 'delivered' ? toOutboxItem(moved) : undefined;
  return rows.map((row) => {
    if (row.id === moved.id) return moved;
    const isFreed = lead && row.state.name === 'queued';
    return isFreed ? applyTransitionToRow(row, toOutboxItem(row), lead, null) : row;
  });
}

/**
 * Returns true if a colleague received the entry while it was being sent (S14). The result is then ignored: the colleague sends
 * the entry under the same key, which creates no second evaluation (S7).
 */
async function isEntryReceivedByColleague(
  touched: EntryChange | undefined,
  { item }: ClaimedItem,
): Promise<boolean> {
  const isStored = touched?.entry ?? (await db.receipts.get(item.entryId));
  return isStored !== undefined && isStored.ownerId !== item.ownerId;
}

async function applySendResult(
  touched: EntryChange | undefined,
  { claimed, event, now, sealed }: RecordableSendResult,
): Promise<void> {
  if (await isEntryReceivedByColleague(touched, claimed)) return;
  const row = touched?.after.find(({ id }) => id === claimed.item.id);
  if (!touched || !row)
    throw new Error(`outbox item ${claimed.item.id} left the outbox while it was being sent`);
  const moved = reduceItemRow({ row, rows: touched.after }, event, now, sealed);
  Object.assign(touched, { after: rowsAfterItemChange(touched.after, moved), now });
  if (event.type === 'refuse' && event.refusal.code === OTHER_PATIENT_CODE)
    await forgetPatient(touched.entry);
}

/** Returns the registrations whose evaluation is delivered, so that corrections which wait for it may be sent. */
const findWithDeliveredEvaluation = (touched: readonly EntryChange[]): EntryChange[] =>
  touched.filter(({ entry, after }) => entry.kind === 'registration' && createdEvaluationId(after) !== null);

/**
 * Makes corrections due once the evaluation is delivered, and their pictures once the registration has nothing left to send
 * (S30).
 */
async function unblockCorrections(touched: Map<string, EntryChange>): Promise<void> {
  const origins = findWithDeliveredEvaluation([...touched.values()]);
  if (origins.length === 0) return;
  const waiting = await findCorrectionsOfEntries(origins.map(({ entry }) => entry.id));
  if (waiting.length === 0) return;
  const unread = waiting.map(({ id }) => id).filter((id) => !touched.has(id));
  if (unread.length > 0) for (const [id, read] of await readEntryChanges(unread)) touched.set(id, read);
  for (const { id } of waiting) {
    const correction = touched.get(id);
    const origin = touched.get(correction?.entry.corrects?.entryId ?? '');
    const evaluationId = origin && createdEvaluationId(origin.after);
    if (!correction || !origin || !evaluationId) continue;
    if (correction.entry.corrects?.evaluationId !== evaluationId)
      correction.entry = withCorrectedEvaluationId(correction.entry, evaluationId);
    correction.after = toUnblockedCorrectionRows(correction.after, { isGone: isEntryDelivered(origin) });
  }
}

async function writeChangedEntries(touched: readonly EntryChange[]): Promise<void> {
  const changed = touched.flatMap(({ entryBefore, entry, after }) => {
    const standing = entryStatus(after.map(toOutboxItem));
    const isSame = entry === entryBefore && standing === entry.standing;
    return isSame || standing === 'delivered' ? [] : [{ ...entry, standing }];
  });
  if (changed.length > 0) await db.entries.bulkPut(changed);
}

const changedRows = ({ before, after }: EntryChange): ItemRow[] =>
  after.filter((row) => !before.includes(row));

const isEntryDelivered = ({ after }: EntryChange): boolean =>
  entryStatus(after.map(toOutboxItem)) === 'delivered';

const closedEntryOf = ({ entry, after: rows, now: settledAt }: EntryChange): ClosedEntry => ({
  entry,
  rows,
  outcome: 'delivered',
  settledAt,
});

/**
 * Changed rows by item id, which the transaction writes at its end. A claim in the same transaction may take a row that a
 * result has made due.
 */
export type UnwrittenItemRows = Map<string, ItemRow>;

/**
 * Records the results and reads each row once. Closes completely delivered entries and returns the changed rows of all others
 * for the caller to write. Must run inside a transaction over `entryClosingTables` and patients.
 */
export async function recordSendResults(
  results: readonly RecordableSendResult[],
): Promise<UnwrittenItemRows> {
  if (results.length === 0) return new Map();
  const touched = await readEntryChanges([...new Set(results.map(({ claimed }) => claimed.item.entryId))]);
  for (const result of results) await applySendResult(touched.get(result.claimed.item.entryId), result);
  await unblockCorrections(touched);
  const all = [...touched.values()];
  const life = results.some(({ event }) => event.type === 'deliver') ? await readServerIncarnation() : null;
  const stay = all.filter((one) => !isEntryDelivered(one));
  await writeChangedEntries(stay);
  await closeEntries(all.filter(isEntryDelivered).map(closedEntryOf), life);
  return new Map(stay.flatMap(changedRows).map((row) => [row.id, row]));
}
