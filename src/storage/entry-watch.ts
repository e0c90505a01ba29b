import type { DBCore, DBCoreMutateRequest, DBCoreTransaction, Middleware } from 'dexie';
import type { EntryRow } from './records.ts';

type Listener = (written: Promise<ReadonlySet<string>>) => void;
let listener: Listener = () => undefined;

/**
 * Calls for each transaction of this window or worker that writes or removes entries; their ids are told when it is over,
 * none when it came to nothing.
 */
export const onEntriesWritten = (next: Listener): void => void (listener = next);

function idsIn(request: DBCoreMutateRequest): string[] {
  switch (request.type) {
    case 'add':
    case 'put':
      return (request.values as EntryRow[]).map(({ id }) => id);
    case 'delete':
      return request.keys as string[];
    case 'deleteRange':
      return []; // Entries leave one by one; what else empties the table is found out at the next start.
  }
}

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

function note(request: DBCoreMutateRequest): void {
  const ids = written.get(request.trans) ?? follow(request.trans);
  for (const id of idsIn(request)) ids.add(id);
}

/** Watches the table itself, so that nobody who writes an entry can forget its shadow. */
export const entryWatch: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'entry-watch',
  create: (core) => ({
    ...core,
    table: (name) => {
      const table = core.table(name);
      if (name !== 'entries') return table;
      return {
        ...table,
        mutate: (request) => {
          note(request);
          return table.mutate(request);
        },
      };
    },
  }),
};
