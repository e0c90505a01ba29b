import { Dexie, RangeSet } from 'dexie';

/** After so many changes all live queries of this window read anew: a dozen short reads. */
const CHANGES = 250;

let changes = 0;

function count(): void {
  changes += 1;
  if (changes < CHANGES) return;
  changes = 0;
  // Not within the change's own round: some queries have heard of it, and others have not.
  setTimeout(() => Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) }));
}

/**
 * Once a window. A Dexie live query notes the keys of every change until it reads again, whatever the table. One that nothing
 * concerns, such as the link's, would note those of weeks, and compare them at each change. Who reads anew begins with none.
 */
export const boundLiveQueries = (): void => Dexie.on('storagemutated', count);
