import { combineWorksheets, mergeWorksheets } from '#domain/evaluation/sheet-merge.ts';
import { emptyWorksheet, isEmptySheet, type Worksheet } from '#domain/evaluation/worksheet.ts';
import { EncryptedWorksheet } from '../vault/sealed-sheets.ts';
import { openDrafts } from './shared-drafts.ts';

const draftId = (ownerId: string, evaluationId: string): string => `${ownerId}:${evaluationId}`;

/** Opens the worksheets on this device for one window. */
export const openWorksheets = () =>
  openDrafts<Worksheet>({
    schema: EncryptedWorksheet,
    aadOf: (id) => `clinical:${id}`,
    empty: emptyWorksheet,
    isEmpty: isEmptySheet,
    merge: mergeWorksheets,
    shown: combineWorksheets,
  });
const worksheets = openWorksheets();

/** Returns the user's unsaved changes of an evaluation; null without any. */
export const loadWorksheet = (ownerId: string, evaluationId: string): Promise<Worksheet | null> =>
  worksheets.load(draftId(ownerId, evaluationId));

export const saveWorksheet = (ownerId: string, evaluationId: string, worksheet: Worksheet): Promise<void> =>
  worksheets.save(draftId(ownerId, evaluationId), ownerId, worksheet);

/** Discards the changes of this window; those of another window stay. */
export const discardWorksheet = (ownerId: string, evaluationId: string): Promise<void> =>
  saveWorksheet(ownerId, evaluationId, emptyWorksheet);
