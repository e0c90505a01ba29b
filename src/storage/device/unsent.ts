import type { EntryKind } from '#domain/outbox/item.ts';
import type { UnsentCounts } from '#domain/outbox/unsent.ts';
import { db } from '../database/database.ts';

const ENTRY_KIND_BY_COUNT_FIELD = {
  evaluations: 'registration',
  files: 'attachment',
  corrections: 'correction',
} as const;

export function countEntriesByKind(entries: readonly { readonly kind: EntryKind }[]): UnsentCounts {
  const countOf = (wanted: EntryKind) => entries.filter(({ kind }) => kind === wanted).length;
  return {
    evaluations: countOf(ENTRY_KIND_BY_COUNT_FIELD.evaluations),
    files: countOf(ENTRY_KIND_BY_COUNT_FIELD.files),
    corrections: countOf(ENTRY_KIND_BY_COUNT_FIELD.corrections),
  };
}

async function countUnsentByKind(count: (kind: EntryKind) => PromiseLike<number>): Promise<UnsentCounts> {
  const [evaluations, files, corrections] = await Promise.all([
    count(ENTRY_KIND_BY_COUNT_FIELD.evaluations),
    count(ENTRY_KIND_BY_COUNT_FIELD.files),
    count(ENTRY_KIND_BY_COUNT_FIELD.corrections),
  ]);
  return { evaluations, files, corrections };
}

export const listUnsentIdsOfKind = (ownerId: string, kind: EntryKind): Promise<string[]> =>
  db.entries.where('[ownerId+kind]').equals([ownerId, kind]).primaryKeys();

/** Returns how many entries of the user are not completely delivered, by kind. */
export const countUnsentOfUser = (ownerId: string): Promise<UnsentCounts> =>
  countUnsentByKind((kind) => db.entries.where('[ownerId+kind]').equals([ownerId, kind]).count());

/**
 * Counts the unsent entries of all other users, or of every user when no user is signed in. Only their number may be shown
 * (S16).
 */
export async function countUnsentOfOthers(ownerId: string | null): Promise<UnsentCounts> {
  const all = await countUnsentByKind((kind) => db.entries.where('kind').equals(kind).count());
  if (ownerId === null) return all;
  const own = await countUnsentOfUser(ownerId);
  return {
    evaluations: all.evaluations - own.evaluations,
    files: all.files - own.files,
    corrections: all.corrections - own.corrections,
  };
}
