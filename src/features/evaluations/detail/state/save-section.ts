import {
  hasSectionConflict,
  isSectionChanged,
  rebaseWorksheet,
  notesWithUnfinishedLine,
  unreadCopiedNotes,
  type WorksheetSection,
  type Worksheet,
} from '#domain/evaluation/worksheet/worksheet.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { EvaluationWithEtag } from '#sync/reads/evaluations/evaluations.ts';
import type { EvaluationIdAndEtag, SaveResult } from '#sync/changes/clinical.ts';

/** Maximum number of attempts when other users save at the same time. After the last attempt, the user sees an error. */
const SAVE_ATTEMPTS_MAX = 4;

/** Sends the section as a change of `evaluation`. `state`: ETag of the evaluation that was read. */
export type SendSection<Body> = (
  state: EvaluationIdAndEtag,
  sheet: Worksheet,
  evaluation: Evaluation,
) => Promise<SaveResult<Body>>;

export interface SaveAttempt<Body> {
  readonly section: WorksheetSection;
  readonly sheet: Worksheet;
  readonly held: EvaluationWithEtag;
  readonly send: SendSection<Body>;
  /** Reads the evaluation again; null if it cannot be read. */
  readonly reread: () => Promise<EvaluationWithEtag | null>;
}

export type SaveOutcome<Body> =
  | (Exclude<SaveResult<Body>, { type: 'stale' }> & {
      readonly sent: Worksheet;
      readonly held: EvaluationWithEtag;
    })
  /** Both users wrote the same text, so nothing is left to save. */
  | { readonly type: 'settled' }
  /** The doctor must first choose between the texts of two users. */
  | { readonly type: 'conflict' }
  /** The doctor must first add or cancel the unfinished line of a note. */
  | { readonly type: 'unfinished' }
  /** The doctor must first confirm the text of an earlier visit. */
  | { readonly type: 'unread' }
  /** Other users saved before each attempt. */
  | { readonly type: 'busy' };

function findUnfinishedNotesState(sheet: Worksheet): 'unfinished' | 'unread' | null {
  if (notesWithUnfinishedLine(sheet).length > 0) return 'unfinished';
  return unreadCopiedNotes(sheet).length > 0 ? 'unread' : null;
}

/**
 * Saves a section as a change of the evaluation that was read. If another user has saved since, the newer evaluation is read
 * and the texts are merged and sent again. If both users changed the same text, the doctor must choose, so that no change is
 * overwritten unseen.
 */
export async function saveSection<Body>(attempt: SaveAttempt<Body>): Promise<SaveOutcome<Body>> {
  let { held } = attempt;
  // The save of another section may have read `held` after the caller's worksheet was last merged with the server.
  let sheet = rebaseWorksheet(attempt.sheet, held.evaluation);
  for (let turn = 0; turn < SAVE_ATTEMPTS_MAX; turn += 1) {
    if (hasSectionConflict(sheet, attempt.section)) return { type: 'conflict' };
    const waiting = attempt.section === 'notes' ? findUnfinishedNotesState(sheet) : null;
    if (waiting) return { type: waiting };
    if (!isSectionChanged(sheet, attempt.section)) return { type: 'settled' };
    const result = await attempt.send({ id: held.evaluation.id, etag: held.etag }, sheet, held.evaluation);
    if (result.type !== 'stale') return { ...result, sent: sheet, held };
    const now = await attempt.reread();
    if (!now) return { type: 'unreachable', cause: 'no_answer', sent: sheet, held };
    held = now;
    sheet = rebaseWorksheet(sheet, now.evaluation);
  }
  return { type: 'busy' };
}
