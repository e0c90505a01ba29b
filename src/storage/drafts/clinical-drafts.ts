import { joinOtherWindowTexts, mergeWorksheets } from '#domain/evaluation/worksheet/sheet-merge.ts';
import {
  emptyWorksheet,
  isDiscardableWorksheet,
  type Worksheet,
} from '#domain/evaluation/worksheet/worksheet.ts';
import { db } from '../database/database.ts';
import { StoredWorksheet } from '../vault/encrypted-worksheets.ts';
import { createSharedDraftStore } from './shared-drafts.ts';

const worksheetIdOf = (ownerId: string, evaluationId: string): string => `${ownerId}:${evaluationId}`;

export const createWorksheetStore = () =>
  createSharedDraftStore<Worksheet>({
    schema: StoredWorksheet,
    aadOf: (id) => `clinical:${id}`,
    empty: emptyWorksheet,
    isEmpty: isDiscardableWorksheet,
    merge: mergeWorksheets,
    shown: joinOtherWindowTexts,
  });
const worksheetStore = createWorksheetStore();

export const loadWorksheet = (ownerId: string, evaluationId: string): Promise<Worksheet | null> =>
  worksheetStore.load(worksheetIdOf(ownerId, evaluationId));

/** Reads the marks of templates that the windows of this device have stored for the evaluation. */
export const readStoredMarks = async (ownerId: string, evaluationId: string): Promise<Worksheet['marks']> =>
  (await worksheetStore.peek(worksheetIdOf(ownerId, evaluationId)))?.marks;

export const saveWorksheet = (ownerId: string, evaluationId: string, worksheet: Worksheet): Promise<void> =>
  worksheetStore.save(worksheetIdOf(ownerId, evaluationId), ownerId, worksheet);

/**
 * Returns the ids of the evaluations with texts and choices of the user that are stored on this device only. Can be used in a live
 * query.
 */
export async function listUnsavedEvaluations(ownerId: string): Promise<ReadonlySet<string>> {
  const ids = await db.clinicalDrafts.where('ownerId').equals(ownerId).primaryKeys();
  const { length } = worksheetIdOf(ownerId, '');
  return new Set(ids.map((id) => id.slice(length)));
}

/** Discards the unsaved changes of this window; the unsaved changes of other windows stay. */
export const discardWindowWorksheet = (ownerId: string, evaluationId: string): Promise<void> =>
  saveWorksheet(ownerId, evaluationId, emptyWorksheet);
