import { choiceUsageScore, addChoiceUse, type ChoiceUse } from '#domain/catalog/usual.ts';
import { db } from '../database/database.ts';
import { runStorageOperation } from '../base/problem.ts';
import type { RecentChoiceRow } from '../database/records.ts';

/** Number of rows that are suggested for an empty query, and of suggestions with which a new user starts. */
export const MAX_SUGGESTED_CHOICES = 5;
/** Evaluation type and companies that were chosen together (`visitChoicesKey`), stored like a catalogue row. */
export const VISIT_CHOICES_RESOURCE = 'visits';
/** Number of recently used candidates from which the most usual choices are selected. */
const MAX_RECENT_CANDIDATES = 60;

const queryRecentChoices = (ownerId: string, resource: string) =>
  db.recents
    .where('[ownerId+resource+usedAt]')
    .between([ownerId, resource, -Infinity], [ownerId, resource, Infinity]);

/** User, branch and hour of the choices. Without branch and hour, the last used choices come first. */
export interface RecentsQuery {
  readonly ownerId: string;
  readonly here?: ChoiceUse | undefined;
}

/** Returns this user's choices on this device: the most usual ones of the branch at this hour, then the last used. */
export async function listUsualChoiceIds(
  resource: string,
  { ownerId, here }: RecentsQuery,
): Promise<string[]> {
  const rows = await queryRecentChoices(ownerId, resource).reverse().limit(MAX_RECENT_CANDIDATES).toArray();
  return rows
    .map(({ id, uses = [] }) => ({ id, score: here ? choiceUsageScore(uses, here) : 0 }))
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_SUGGESTED_CHOICES)
    .map(({ id }) => id);
}

export const hasRecentChoices = async (ownerId: string, resource: string): Promise<boolean> =>
  (await queryRecentChoices(ownerId, resource).count()) > 0;

/**
 * Stores other users' choices, most used first, as suggestions for a user who has no choices on this device. Each later choice
 * of the user ranks before them.
 */
export const seedRecentChoices = (ownerId: string, resource: string, ids: readonly string[]): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.recents, async () => {
      if (await hasRecentChoices(ownerId, resource)) return;
      const first = ids.slice(0, MAX_SUGGESTED_CHOICES);
      await db.recents.bulkPut(
        first.map((id, nth) => ({ ownerId, resource, id, usedAt: first.length - nth })),
      );
    }),
  );

/** Records the choices of a registration. The write need not be durable, because a lost use costs only a rank in a list. */
export const recordChoiceUses = (
  ownerId: string,
  chosen: readonly Pick<RecentChoiceRow, 'resource' | 'id'>[],
  use: ChoiceUse,
): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.recents, async () => {
      const before = await db.recents.bulkGet(
        chosen.map(({ resource, id }): [string, string, string] => [ownerId, resource, id]),
      );
      await db.recents.bulkPut(
        chosen.map((row, nth) => ({
          ownerId,
          ...row,
          usedAt: use.at,
          uses: addChoiceUse(before[nth]?.uses ?? [], use),
        })),
      );
      // Unlike the catalogue rows, the combinations have no natural limit, so the oldest are deleted.
      await queryRecentChoices(ownerId, VISIT_CHOICES_RESOURCE)
        .reverse()
        .offset(MAX_RECENT_CANDIDATES)
        .delete();
    }),
  );
