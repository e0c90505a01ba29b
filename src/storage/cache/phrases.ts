import { lazily } from '#domain/text/lazily.ts';
import { NOTE_TYPES, type NoteType } from '#contract/vocabulary.ts';
import { db } from '../database/database.ts';
import { NOTE_PHRASES } from './catalogs.ts';

/** Words that the clinic keeps for one of the notes. */
export interface KeptPhrase {
  readonly id: string;
  readonly type: NoteType;
  readonly words: string;
}

const byWords = lazily(() => new Intl.Collator('es-CO'));

/** How often this user has written each of them on this device, the newest uses alone. */
async function usesOf(ownerId: string): Promise<ReadonlyMap<string, { uses: number; usedAt: number }>> {
  const rows = await db.recents
    .where('[ownerId+resource+usedAt]')
    .between([ownerId, NOTE_PHRASES, -Infinity], [ownerId, NOTE_PHRASES, Infinity])
    .toArray();
  return new Map(rows.map(({ id, uses = [], usedAt }) => [id, { uses: uses.length, usedAt }]));
}

/** The clinic's active phrases as they lie here: what this user writes most first, then by their words. */
export async function keptPhrases(ownerId: string): Promise<KeptPhrase[]> {
  const [rows, used] = await Promise.all([
    db.catalogs.where('resource').equals(NOTE_PHRASES).toArray(),
    usesOf(ownerId),
  ]);
  const rankOf = ({ id }: KeptPhrase) => used.get(id) ?? { uses: 0, usedAt: 0 };
  return rows
    .filter(({ active }) => active)
    .flatMap(({ id, code, name: words }) => {
      // Of a type that a later version of the provider has: there is no note for it here.
      const type = NOTE_TYPES.find((known) => known === code);
      return type ? [{ id, type, words }] : [];
    })
    .sort((a, b) => {
      const [one, other] = [rankOf(a), rankOf(b)];
      return other.uses - one.uses || other.usedAt - one.usedAt || byWords().compare(a.words, b.words);
    });
}
