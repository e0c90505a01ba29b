import { db } from './database.ts';
import type { EntryRow, ItemRow } from './records.ts';

/** Returns the corrections of these registrations in any user's queue. */
export const findCorrectionsOf = (entryIds: readonly string[]): Promise<EntryRow[]> =>
  db.entries
    .where('corrects.entryId')
    .anyOf([...entryIds])
    .toArray();

/** Returns the rows of a correction that must wait, because its registration is sent again and has to arrive first. */
export const heldCorrectionRows = ({ corrects }: EntryRow, rows: readonly ItemRow[]): ItemRow[] =>
  rows.map(({ dueAt, ...row }) =>
    corrects?.entryId
      ? { ...row, heldFor: corrects.entryId }
      : { ...row, ...(dueAt !== undefined && { dueAt }) },
  );

/** Returns the correction's entry without the evaluation id, because the server has lost that evaluation. */
export const withoutEvaluation = (entry: EntryRow): EntryRow =>
  entry.corrects?.entryId ? { ...entry, corrects: { ...entry.corrects, evaluationId: null } } : entry;
