import { joinSheet, mergeSheets } from '#domain/evaluation/sheet-merge.ts';
import { emptyWorksheet, isEmptySheet, type Worksheet } from '#domain/evaluation/worksheet.ts';
import { SealedWorksheet } from '../vault/sealed-sheets.ts';
import { openDrafts } from './shared-drafts.ts';

const draftId = (ownerId: string, evaluationId: string): string => `${ownerId}:${evaluationId}`;

/** What one window knows of the worksheets on this device. */
export const openWorksheets = () =>
  openDrafts<Worksheet>({
    schema: SealedWorksheet,
    aadOf: (id) => `clinical:${id}`,
    empty: emptyWorksheet,
    isEmpty: isEmptySheet,
    merge: mergeSheets,
    shown: joinSheet,
  });
const worksheets = openWorksheets();

/** What this user has typed on an evaluation and not saved; null when nothing. */
export const loadWorksheet = (ownerId: string, evaluationId: string): Promise<Worksheet | null> =>
  worksheets.load(draftId(ownerId, evaluationId));

export const saveWorksheet = (ownerId: string, evaluationId: string, worksheet: Worksheet): Promise<void> =>
  worksheets.save(draftId(ownerId, evaluationId), ownerId, worksheet);

/** What this window has typed; what another has stays. */
export const discardWorksheet = (ownerId: string, evaluationId: string): Promise<void> =>
  saveWorksheet(ownerId, evaluationId, emptyWorksheet);
