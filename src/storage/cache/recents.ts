import { RECENTS_MAX, recentsOf, type MirroredResource } from './catalogs.ts';
import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';

export const hasRecents = async (ownerId: string, resource: MirroredResource): Promise<boolean> =>
  (await recentsOf(ownerId, resource).count()) > 0;

/** What others use, the most used first, for a user who has used nothing here yet; whatever is used comes before it. */
export const beginRecents = (
  ownerId: string,
  resource: MirroredResource,
  ids: readonly string[],
): Promise<void> =>
  storing(() =>
    db.transaction('rw', db.recents, async () => {
      if (await hasRecents(ownerId, resource)) return;
      const first = ids.slice(0, RECENTS_MAX);
      await db.recents.bulkPut(
        first.map((id, nth) => ({ ownerId, resource, id, usedAt: first.length - nth })),
      );
    }),
  );
