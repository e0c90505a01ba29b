import type { DBCore, DBCoreMutateRequest, DBCoreTransaction, Middleware } from 'dexie';
import { bogotaDay } from '#domain/time/clock.ts';
import type { EntryRow, ItemRow, OutboxReceiptRow } from './records.ts';
import type { DeviceRow } from './device-records.ts';

export type WrittenRowRef =
  | { readonly type: 'entry' | 'entry_gone'; readonly id: string }
  /** `day`: day of the capture in Bogotá, such as '2026-11-22'. */
  | { readonly type: 'receipt'; readonly id: string; readonly day: string }
  | { readonly type: 'receipts'; readonly id: '' }
  | { readonly type: 'keys' | 'device'; readonly id: '' };

type BackupWriteListener = (written: Promise<readonly WrittenRowRef[]>) => void;
let backupWriteListener: BackupWriteListener = () => undefined;

/**
 * Sets the listener. It is called for each transaction of this window or worker that changes backed-up rows, with a promise of
 * the changes; the promise resolves to an empty list after an abort.
 */
export const setBackupWriteListener = (next: BackupWriteListener): void => void (backupWriteListener = next);

/**
 * Returns true if a write of the item in this state changes the entry's backup. Sending, postponing or rejecting an item does
 * not change it.
 */
const isBackupAffected = ({ state, namesakes }: ItemRow): boolean =>
  state.name === 'queued' || state.name === 'delivered' || namesakes !== undefined;

const isBackedUpDeviceRow = ({ id }: DeviceRow): boolean =>
  id === 'identity' || id === 'provider-traits' || id === 'mail-key';

type ReadWrittenRows = (request: DBCoreMutateRequest) => readonly WrittenRowRef[];

const writtenValuesOf = (request: DBCoreMutateRequest): readonly unknown[] =>
  'values' in request ? request.values : [];
const toWrittenEntryRows = (
  type: 'entry' | 'entry_gone',
  ids: readonly unknown[],
): readonly WrittenRowRef[] => ids.map((id) => ({ type, id: String(id) }));
const createWrittenRowsIf = (isSo: boolean, type: 'receipts' | 'keys' | 'device'): readonly WrittenRowRef[] =>
  isSo ? [{ type, id: '' }] : [];
const removedKeysOf = (request: DBCoreMutateRequest): readonly unknown[] =>
  request.type === 'delete' ? request.keys : [];

/**
 * Function of each table that derives the changes to report from a write. Removals are taken only from explicit deletions, not
 * from missing rows, because rows are also missing after the browser's data were deleted.
 */
const WRITTEN_ROW_READERS_BY_TABLE: Readonly<Record<string, ReadWrittenRows>> = {
  entries: (request) => {
    const rows = writtenValuesOf(request) as readonly EntryRow[];
    const ids = rows.map(({ id }) => id);
    return [...toWrittenEntryRows('entry_gone', removedKeysOf(request)), ...toWrittenEntryRows('entry', ids)];
  },
  // Deletions are not reported, because items are deleted together with their entry.
  items: (request) => {
    const rows = writtenValuesOf(request) as readonly ItemRow[];
    const entryIds = rows.filter(isBackupAffected).map(({ entryId }) => entryId);
    return toWrittenEntryRows('entry', entryIds);
  },
  receipts: (request) => {
    const rows = writtenValuesOf(request) as readonly OutboxReceiptRow[];
    const settled = rows.map(({ id, capturedAt }): WrittenRowRef => ({
      type: 'receipt',
      id,
      day: bogotaDay(capturedAt),
    }));
    return [...createWrittenRowsIf(removedKeysOf(request).length > 0, 'receipts'), ...settled];
  },
  deviceKeys: (request) => createWrittenRowsIf(writtenValuesOf(request).length > 0, 'keys'),
  device: (request) => {
    const rows = writtenValuesOf(request) as readonly DeviceRow[];
    return createWrittenRowsIf(rows.some(isBackedUpDeviceRow), 'device');
  },
};

const writtenRowsByTransaction = new WeakMap<DBCoreTransaction, Map<string, WrittenRowRef>>();

function observeTransaction(trans: DBCoreTransaction): Map<string, WrittenRowRef> {
  const seen = new Map<string, WrittenRowRef>();
  writtenRowsByTransaction.set(trans, seen);
  // Dexie's type does not state that this is the browser's own transaction.
  const own = trans as unknown as IDBTransaction;
  const over = new Promise<readonly WrittenRowRef[]>((resolve) => {
    own.addEventListener('complete', () => resolve([...seen.values()]));
    own.addEventListener('abort', () => resolve([]));
  });
  backupWriteListener(over);
  return seen;
}

function addWrittenRows(trans: DBCoreTransaction, news: readonly WrittenRowRef[]): void {
  if (news.length === 0) return;
  const seen = writtenRowsByTransaction.get(trans) ?? observeTransaction(trans);
  for (const one of news) seen.set(`${one.type} ${one.id}`, one);
}

/** Observes the tables themselves, so that every write of an entry leads to a backup. */
export const backupWriteObserver: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'entry-watch',
  create: (core) => ({
    ...core,
    table: (name) => {
      const table = core.table(name);
      const tell = WRITTEN_ROW_READERS_BY_TABLE[name];
      if (!tell) return table;
      return {
        ...table,
        mutate: (request) => {
          addWrittenRows(request.trans, tell(request));
          return table.mutate(request);
        },
      };
    },
  }),
};
