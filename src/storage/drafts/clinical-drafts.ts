import { joinOtherWindowTexts, mergeWorksheets } from '#domain/evaluation/sheet-merge.ts';
import { emptyWorksheet, isEmptyWorksheet, type Worksheet } from '#domain/evaluation/worksheet.ts';
import { EncryptedWorksheet } from '../vault/encrypted-worksheets.ts';
import { createDraftStore } from './shared-drafts.ts';

const draftId = (ownerId: string, evaluationId: string): string => `${ownerId}:${evaluationId}`;

export const createWorksheetStore = () =>
  createDraftStore<Worksheet>({
    schema: EncryptedWorksheet,
    aadOf: (id) => `clinical:${id}`,
    empty: emptyWorksheet,
    isEmpty: isEmptyWorksheet,
    merge: mergeWorksheets,
    shown: joinOtherWindowTexts,
  });
const worksheetStore = createWorksheetStore();

export const loadWorksheet = (ownerId: string, evaluationId: string): Promise<Worksheet | null> =>
  worksheetStore.load(draftId(ownerId, evaluationId));

export const saveWorksheet = (ownerId: string, evaluationId: string, worksheet: Worksheet): Promise<void> =>
  worksheetStore.save(draftId(ownerId, evaluationId), ownerId, worksheet);

/** Discards the unsaved changes of this window; the unsaved changes of other windows stay. */
export const discardWorksheet = (ownerId: string, evaluationId: string): Promise<void> =>
  saveWorksheet(ownerId, evaluationId, emptyWorksheet);
