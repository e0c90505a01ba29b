import { createLazyGetter } from '#domain/text/lazily.ts';
import { NOTE_TYPES, type NoteType } from '#contract/vocabulary.ts';
import { db } from '../database/database.ts';
import { NOTE_PHRASES_RESOURCE } from './catalogs.ts';

export interface CachedPhrase {
  readonly id: string;
  readonly type: NoteType;
  readonly words: string;
}

const textCollator = createLazyGetter(() => new Intl.Collator('es-CO'));

/** Returns how often and when this user inserted each phrase on this device. Counts only the newest uses. */
async function readPhraseUses(
  ownerId: string,
): Promise<ReadonlyMap<string, { uses: number; usedAt: number }>> {
  const rows = await db.recents
    .where('[ownerId+resource+usedAt]')
    .between([ownerId, NOTE_PHRASES_RESOURCE, -Infinity], [ownerId, NOTE_PHRASES_RESOURCE, Infinity])
    .toArray();
  return new Map(rows.map(({ id, uses = [], usedAt }) => [id, { uses: uses.length, usedAt }]));
}

/** Returns the clinic's active phrases: the user's most used first, then the others in alphabetical order. */
export async function listActiveCachedPhrases(ownerId: string): Promise<CachedPhrase[]> {
  const [rows, used] = await Promise.all([
    db.catalogs.where('resource').equals(NOTE_PHRASES_RESOURCE).toArray(),
    readPhraseUses(ownerId),
  ]);
  const rankOf = ({ id }: CachedPhrase) => used.get(id) ?? { uses: 0, usedAt: 0 };
  return rows
    .filter(({ active }) => active)
    .flatMap(({ id, code, name: words }) => {
      // A newer server may have types of notes that this version does not know.
      const type = NOTE_TYPES.find((known) => known === code);
      return type ? [{ id, type, words }] : [];
    })
    .sort((a, b) => {
      const [one, other] = [rankOf(a), rankOf(b)];
      return other.uses - one.uses || other.usedAt - one.usedAt || textCollator().compare(a.words, b.words);
    });
}
