import { db } from './database.ts';
import type { EntryRow, ItemRow } from './records.ts';

export const findCorrectionsOfEntries = (entryIds: readonly string[]): Promise<EntryRow[]> =>
  db.entries
    .where('corrects.entryId')
    .anyOf([...entryIds])
    .toArray();

/**
 * Returns the correction's rows. If its registration is on this device and is sent again, the returned rows wait until the
 * registration is delivered.
 */
export const toBlockedCorrectionRows = ({ corrects }: EntryRow, rows: readonly ItemRow[]): ItemRow[] =>
  rows.map(({ dueAt, ...row }) =>
    corrects?.entryId
      ? { ...row, heldFor: corrects.entryId }
      : { ...row, ...(dueAt !== undefined && { dueAt }) },
  );

/** Returns the correction's entry without the evaluation id, because the server has lost the evaluation. */
export const withoutCorrectedEvaluationId = (entry: EntryRow): EntryRow =>
  entry.corrects?.entryId ? { ...entry, corrects: { ...entry.corrects, evaluationId: null } } : entry;
