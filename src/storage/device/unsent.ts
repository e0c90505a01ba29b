import type { EntryKind } from '#domain/outbox/item.ts';
import type { Unsent } from '#domain/outbox/unsent.ts';
import { db } from '../database/database.ts';

const TARGET = '[ownerId+target.evaluationId]';

/** Only attachments have a target, so that only they are in its index. */
const filesOf = (ownerId: string): Promise<number> =>
  db.entries.where(TARGET).between([ownerId, ''], [ownerId, '\uffff']).count();

/** Unsent among these entries. */
export function unsentAmong(entries: readonly { readonly kind: EntryKind }[]): Unsent {
  const files = entries.filter(({ kind }) => kind === 'attachment').length;
  return { evaluations: entries.length - files, files };
}

/** Of this user, the files on their way to exams. */
export const fileIdsOf = async (ownerId: string): Promise<string[]> =>
  db.entries.where(TARGET).between([ownerId, ''], [ownerId, '\uffff']).primaryKeys();

/** Entries of this user that have not wholly arrived. */
export async function unsentOf(ownerId: string): Promise<Unsent> {
  const [all, files] = await Promise.all([
    db.entries.where('ownerId').equals(ownerId).count(),
    filesOf(ownerId),
  ]);
  return { evaluations: all - files, files };
}

/** What of everybody else lies sealed here, of anybody when nobody is signed in; how much is all one may know (S16). */
export async function unsentOfOthers(ownerId: string | null): Promise<Unsent> {
  const [all, files, own] = await Promise.all([
    db.entries.count(),
    db.entries.orderBy(TARGET).count(),
    ownerId === null ? { evaluations: 0, files: 0 } : unsentOf(ownerId),
  ]);
  return { evaluations: all - files - own.evaluations, files: files - own.files };
}
