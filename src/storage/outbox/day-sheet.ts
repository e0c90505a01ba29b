import type { TimeSpan } from '#domain/time/shift.ts';
import { db } from '../database/database.ts';
import type { RegistrationSummary } from '../vault/entry-summary.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { decryptRegistrationSummary } from './rows/outbox-rows.ts';
import type { EntryRow, OutboxReceiptRow } from '../database/records.ts';

/** Outcome of a registration as known to this device. Times: ms of the device's clock. */
export type DaySheetLineState =
  | { readonly name: 'confirmed'; readonly at: number; readonly evaluationId: string | null }
  | { readonly name: 'on_its_way' }
  | { readonly name: 'attention' }
  | { readonly name: 'discarded'; readonly at: number }
  | { readonly name: 'handed_over'; readonly at: number };

export interface DaySheetLine {
  readonly id: string;
  readonly capturedAt: number;
  /** Id of the user who confirmed the registration; differs from the owner after a handover (S14). */
  readonly capturedBy: string;
  readonly branchId: string;
  readonly turn: string | null;
  readonly state: DaySheetLineState;
  readonly summary: RegistrationSummary;
}

function stateOfReceipt({ outcome, settledAt: at, evaluationId }: OutboxReceiptRow): DaySheetLineState {
  switch (outcome) {
    case 'delivered':
      return { name: 'confirmed', at, evaluationId };
    case 'discarded':
      return { name: 'discarded', at };
    case 'handed_over':
      return { name: 'handed_over', at };
  }
}

const daySheetLineStateOf = (row: EntryRow | OutboxReceiptRow): DaySheetLineState =>
  'outcome' in row ? stateOfReceipt(row) : { name: row.standing };

const entryIdOfRow = (row: EntryRow | OutboxReceiptRow): string => ('outcome' in row ? row.entryId : row.id);
const isHandedOver = (row: EntryRow | OutboxReceiptRow): boolean =>
  'outcome' in row && row.outcome === 'handed_over';

/** Returns one row per registration. An entry that was handed over and later returned appears once, in its present state. */
function uniqueRegistrationRows(
  rows: readonly (EntryRow | OutboxReceiptRow)[],
): (EntryRow | OutboxReceiptRow)[] {
  const here = new Set(rows.filter((row) => !isHandedOver(row)).map(entryIdOfRow));
  return rows
    .filter((row) => row.kind === 'registration' && !(isHandedOver(row) && here.has(entryIdOfRow(row))))
    .sort((one, other) => one.capturedAt - other.capturedAt);
}

/**
 * Returns the owner's registrations captured in the span, oldest first, whether queued or not. Reads only an index range,
 * because receipts stay on the device permanently.
 */
export async function readDaySheet(ownerId: string, { start, end }: TimeSpan): Promise<DaySheetLine[]> {
  const keys = await requireKeysOf(ownerId);
  const range = [[ownerId, start], [ownerId, end], true, false] as const;
  // Read both tables in one transaction: while an outcome is being recorded, a registration is in exactly one of them.
  const rows = await db.transaction('r', [db.entries, db.receipts], () =>
    Promise.all([
      db.entries
        .where('[ownerId+capturedAt]')
        .between(...range)
        .toArray(),
      db.receipts
        .where('[ownerId+capturedAt]')
        .between(...range)
        .toArray(),
    ]),
  );
  return Promise.all(
    uniqueRegistrationRows(rows.flat()).map(async (row) => {
      const { id, capturedAt, capturedBy, branchId, turn = null, sealedSummary } = row;
      const summary = await decryptRegistrationSummary(keys, entryIdOfRow(row), sealedSummary);
      return { id, capturedAt, capturedBy, branchId, turn, state: daySheetLineStateOf(row), summary };
    }),
  );
}

export async function readEarliestCaptureTime(ownerId: string): Promise<number | null> {
  const range = [
    [ownerId, -Infinity],
    [ownerId, Infinity],
  ] as const;
  const [entry, receipt] = await Promise.all([
    db.entries
      .where('[ownerId+capturedAt]')
      .between(...range)
      .first(),
    db.receipts
      .where('[ownerId+capturedAt]')
      .between(...range)
      .first(),
  ]);
  const times = [entry, receipt].flatMap((row) => (row ? [row.capturedAt] : []));
  return times.length > 0 ? Math.min(...times) : null;
}
