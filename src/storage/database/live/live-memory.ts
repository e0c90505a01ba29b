import { Dexie, RangeSet } from 'dexie';

/** Number of changes after which all live queries of this window read again, at the cost of a dozen short reads. */
const MAX_CHANGES_BEFORE_REREAD = 250;

let changesSinceReread = 0;

function rereadAfterManyChanges(): void {
  changesSinceReread += 1;
  if (changesSinceReread < MAX_CHANGES_BEFORE_REREAD) return;
  changesSinceReread = 0;
  // Waits until the notification of the current change has reached all live queries.
  setTimeout(() => Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) }));
}

/**
 * Must be called once per window. A Dexie live query collects the keys of every change in any table until it reads again. A
 * query that no change affects, such as that of the connection state, would collect the keys of weeks. Reading again clears the
 * collection.
 */
export const limitLiveQueryMemory = (): void => Dexie.on('storagemutated', rereadAfterManyChanges);
