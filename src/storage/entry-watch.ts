import type { DBCore, DBCoreMutateRequest, DBCoreTransaction, Middleware } from 'dexie';
import type { EntryRow, ItemRow, ReceiptRow } from './records.ts';

/** Stands for the device's keys among the ids of entries. */
export const DEVICE_KEYS = 'device-keys';
/** Begins what stands for a receipt there; its time of capture follows, nothing where it was removed. */
export const RECEIPT = 'receipt:';

type Listener = (written: Promise<ReadonlySet<string>>) => void;
let listener: Listener = () => undefined;

/**
 * Calls for each transaction of this window or worker that writes or removes entries, receipts or keys; which, is told when it is
 * over, none when it came to nothing.
 */
export const onWritten = (next: Listener): void => void (listener = next);

/** Sent, put off or refused, an item is still what was copied. */
const isOtherNow = ({ state, namesakes }: ItemRow): boolean =>
  state.name === 'queued' || state.name === 'delivered' || namesakes !== undefined;

type Told = (request: DBCoreMutateRequest) => readonly string[];

/** What else empties a table is found out at the next start. */
const WATCHED: Readonly<Record<string, Told>> = {
  entries: (request) => {
    if (request.type === 'delete') return request.keys as string[];
    return 'values' in request ? (request.values as EntryRow[]).map(({ id }) => id) : [];
  },
  // They leave with their entry.
  items: (request) =>
    'values' in request ? (request.values as ItemRow[]).filter(isOtherNow).map(({ entryId }) => entryId) : [],
  receipts: (request) => {
    const rows = 'values' in request ? (request.values as ReceiptRow[]) : [];
    return request.type === 'delete' ? [RECEIPT] : rows.map(({ capturedAt }) => RECEIPT + capturedAt);
  },
  deviceKeys: ({ type }) => (type === 'deleteRange' ? [] : [DEVICE_KEYS]),
};

const written = new WeakMap<DBCoreTransaction, Set<string>>();

function follow(trans: DBCoreTransaction): Set<string> {
  const ids = new Set<string>();
  written.set(trans, ids);
  // Dexie's type leaves out what it is: the browser's own transaction.
  const own = trans as unknown as IDBTransaction;
  const over = new Promise<Set<string>>((resolve) => {
    own.addEventListener('complete', () => resolve(ids));
    own.addEventListener('abort', () => resolve(new Set()));
  });
  listener(over);
  return ids;
}

function note(trans: DBCoreTransaction, told: readonly string[]): void {
  if (told.length === 0) return;
  const ids = written.get(trans) ?? follow(trans);
  for (const id of told) ids.add(id);
}

/** Watches the tables themselves, so that nobody who writes an entry can forget its shadow. */
export const entryWatch: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'entry-watch',
  create: (core) => ({
    ...core,
    table: (name) => {
      const table = core.table(name);
      const told = WATCHED[name];
      if (!told) return table;
      return {
        ...table,
        mutate: (request) => {
          note(request.trans, told(request));
          return table.mutate(request);
        },
      };
    },
  }),
};
