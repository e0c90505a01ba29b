import { db } from './database.ts';
import type { EntryRow, ItemRow } from './records.ts';

/** Corrections of these registrations that are in any user's queue. */
export const correctionsOf = (entryIds: readonly string[]): Promise<EntryRow[]> =>
  db.entries
    .where('corrects.entryId')
    .anyOf([...entryIds])
    .toArray();

/** Rows of a correction that has to be sent after its registration once more. */
export const heldAgain = ({ corrects }: EntryRow, rows: readonly ItemRow[]): ItemRow[] =>
  rows.map(({ dueAt, ...row }) =>
    corrects?.entryId
      ? { ...row, heldFor: corrects.entryId }
      : { ...row, ...(dueAt !== undefined && { dueAt }) },
  );

/** The correction's entry without the evaluation, which the server has lost. */
export const displaced = (entry: EntryRow): EntryRow =>
  entry.corrects?.entryId ? { ...entry, corrects: { ...entry.corrects, evaluationId: null } } : entry;
