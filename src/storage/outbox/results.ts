import type { ErrorCode } from '#contract/errors.ts';
import { entryStatus, isPrerequisiteKind } from '#domain/outbox/entry.ts';
import type { ItemEvent } from '#domain/outbox/item.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { currentIncarnation } from '../retention/retained-rows.ts';
import { db } from '../database/database.ts';
import { findItemsOfEntry } from '../database/items.ts';
import type { EntryRow, ItemRow } from '../database/records.ts';
import { closeEntries, type ClosedEntry } from './rows/close-entries.ts';
import { findCorrectionsOf } from '../database/correction-rows.ts';
import { createdEvaluationId, freeCorrectionRows, withEvaluationId } from './rows/held-corrections.ts';
import { rowAfterEvent } from './rows/moves.ts';
import { afterTransition, toItem } from './rows/outbox-rows.ts';
import { forgetPatient } from './patients.ts';

/** Outcome of one send. `sealed`: rejection in the event, encrypted before the transaction. */
export interface SendResultRow {
  readonly claimed: ClaimedItem;
  readonly event: ItemEvent;
  readonly now: number;
  readonly sealed: ArrayBuffer | null;
}

/**
 * Error code for a document that belongs to another patient (S15). The device then must not remember the registered patient
 * under this document.
 */
const OTHER_PATIENT_CODE = 'document_of_another' satisfies ErrorCode;

interface ItemBeforeResult {
  readonly entryBefore: EntryRow;
  entry: EntryRow;
  readonly before: readonly ItemRow[];
  after: ItemRow[];
  now: number;
}

async function readChangedItems(entryIds: readonly string[]): Promise<Map<string, ItemBeforeResult>> {
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
function rowsAfter(rows: readonly ItemRow[], moved: ItemRow): ItemRow[] {
  const lead = isPrerequisiteKind(moved.kind) && moved.state.name === 'delivered' ? toItem(moved) : undefined;
  return rows.map((row) => {
    if (row.id === moved.id) return moved;
    const isFreed = lead && row.state.name === 'queued';
    return isFreed ? afterTransition(row, toItem(row), lead, null) : row;
  });
}

/**
 * Returns true if a colleague received the entry while it was being sent (S14). The result is then ignored: the colleague sends
 * the entry under the same key, which creates no second evaluation (S7).
 */
async function isReceivedByAnother(
  touched: ItemBeforeResult | undefined,
  { item }: ClaimedItem,
): Promise<boolean> {
  const isStored = touched?.entry ?? (await db.receipts.get(item.entryId));
  return isStored !== undefined && isStored.ownerId !== item.ownerId;
}

async function applyResult(
  touched: ItemBeforeResult | undefined,
  { claimed, event, now, sealed }: SendResultRow,
): Promise<void> {
  if (await isReceivedByAnother(touched, claimed)) return;
  const row = touched?.after.find(({ id }) => id === claimed.item.id);
  if (!touched || !row)
    throw new Error(`outbox item ${claimed.item.id} left the outbox while it was being sent`);
  const moved = rowAfterEvent({ row, rows: touched.after }, event, now, sealed);
  Object.assign(touched, { after: rowsAfter(touched.after, moved), now });
  if (event.type === 'refuse' && event.refusal.code === OTHER_PATIENT_CODE)
    await forgetPatient(touched.entry);
}

/** Returns the registrations whose evaluation is delivered, so that corrections which wait for it may be sent. */
const deliveredRegistrations = (touched: readonly ItemBeforeResult[]): ItemBeforeResult[] =>
  touched.filter(({ entry, after }) => entry.kind === 'registration' && createdEvaluationId(after) !== null);

/**
 * Makes corrections due once the evaluation is delivered, and their pictures once the registration has nothing left to send
 * (S30).
 */
async function freeCorrections(touched: Map<string, ItemBeforeResult>): Promise<void> {
  const origins = deliveredRegistrations([...touched.values()]);
  if (origins.length === 0) return;
  const waiting = await findCorrectionsOf(origins.map(({ entry }) => entry.id));
  if (waiting.length === 0) return;
  const unread = waiting.map(({ id }) => id).filter((id) => !touched.has(id));
  if (unread.length > 0) for (const [id, read] of await readChangedItems(unread)) touched.set(id, read);
  for (const { id } of waiting) {
    const correction = touched.get(id);
    const origin = touched.get(correction?.entry.corrects?.entryId ?? '');
    const evaluationId = origin && createdEvaluationId(origin.after);
    if (!correction || !origin || !evaluationId) continue;
    if (correction.entry.corrects?.evaluationId !== evaluationId)
      correction.entry = withEvaluationId(correction.entry, evaluationId);
    correction.after = freeCorrectionRows(correction.after, { isGone: hasArrived(origin) });
  }
}

async function writeEntries(touched: readonly ItemBeforeResult[]): Promise<void> {
  const changed = touched.flatMap(({ entryBefore, entry, after }) => {
    const standing = entryStatus(after.map(toItem));
    const isSame = entry === entryBefore && standing === entry.standing;
    return isSame || standing === 'delivered' ? [] : [{ ...entry, standing }];
  });
  if (changed.length > 0) await db.entries.bulkPut(changed);
}

const changedRows = ({ before, after }: ItemBeforeResult): ItemRow[] =>
  after.filter((row) => !before.includes(row));

const hasArrived = ({ after }: ItemBeforeResult): boolean => entryStatus(after.map(toItem)) === 'delivered';

const closedEntryOf = ({ entry, after: rows, now: settledAt }: ItemBeforeResult): ClosedEntry => ({
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
 * for the caller to write. Must run inside a transaction over `closeEntryTables` and patients.
 */
export async function recordResults(results: readonly SendResultRow[]): Promise<UnwrittenItemRows> {
  if (results.length === 0) return new Map();
  const touched = await readChangedItems([...new Set(results.map(({ claimed }) => claimed.item.entryId))]);
  for (const result of results) await applyResult(touched.get(result.claimed.item.entryId), result);
  await freeCorrections(touched);
  const all = [...touched.values()];
  const life = results.some(({ event }) => event.type === 'deliver') ? await currentIncarnation() : null;
  const stay = all.filter((one) => !hasArrived(one));
  await writeEntries(stay);
  await closeEntries(all.filter(hasArrived).map(closedEntryOf), life);
  return new Map(stay.flatMap(changedRows).map((row) => [row.id, row]));
}
