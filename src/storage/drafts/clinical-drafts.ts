import { joinConflictingTexts, mergeWorksheets } from '#domain/evaluation/sheet-merge.ts';
import { emptyWorksheet, isEmptyWorksheet, type Worksheet } from '#domain/evaluation/worksheet.ts';
import { EncryptedWorksheet } from '../vault/encrypted-worksheets.ts';
import { openDrafts } from './shared-drafts.ts';

const draftId = (ownerId: string, evaluationId: string): string => `${ownerId}:${evaluationId}`;

export const openWorksheets = () =>
  openDrafts<Worksheet>({
    schema: EncryptedWorksheet,
    aadOf: (id) => `clinical:${id}`,
    empty: emptyWorksheet,
    isEmpty: isEmptyWorksheet,
    merge: mergeWorksheets,
    shown: joinConflictingTexts,
  });
const worksheets = openWorksheets();

export const loadWorksheet = (ownerId: string, evaluationId: string): Promise<Worksheet | null> =>
  worksheets.load(draftId(ownerId, evaluationId));

export const saveWorksheet = (ownerId: string, evaluationId: string, worksheet: Worksheet): Promise<void> =>
  worksheets.save(draftId(ownerId, evaluationId), ownerId, worksheet);

/** Discards the unsaved changes of this window; the unsaved changes of other windows stay. */
export const discardWorksheet = (ownerId: string, evaluationId: string): Promise<void> =>
  saveWorksheet(ownerId, evaluationId, emptyWorksheet);
