import {
  hasConflict,
  isChanged,
  rebase,
  unfinishedNotes,
  unreadNotes,
  type Section,
  type Worksheet,
} from '#domain/evaluation/worksheet.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { TaggedEvaluation } from '#sync/reads/evaluations.ts';
import type { ReadState, SaveResult } from '#sync/changes/clinical.ts';

/** Others save too: after so many times one says so instead of trying on. */
const TURNS = 4;

/** Sends the section as a change of `evaluation`, which `state` names. */
export type Send<Body> = (
  state: ReadState,
  sheet: Worksheet,
  evaluation: Evaluation,
) => Promise<SaveResult<Body>>;

export interface SaveAttempt<Body> {
  readonly section: Section;
  readonly sheet: Worksheet;
  readonly held: TaggedEvaluation;
  readonly send: Send<Body>;
  /** The evaluation as it is now; null when it cannot be asked for. */
  readonly reread: () => Promise<TaggedEvaluation | null>;
}

export type SaveOutcome<Body> =
  | (Exclude<SaveResult<Body>, { type: 'stale' }> & {
      /** What was sent, over the state that it was a change of. */
      readonly sent: Worksheet;
      readonly held: TaggedEvaluation;
    })
  /** Two people wrote the same: there is nothing left to save. */
  | { readonly type: 'settled' }
  /** A person has to choose between two texts first. */
  | { readonly type: 'conflict' }
  /** A line beside a note has to be written into it or given up first. */
  | { readonly type: 'unfinished' }
  /** Words of an earlier visit have to be read first. */
  | { readonly type: 'unread' }
  /** The evaluation changes faster than one can save. */
  | { readonly type: 'busy' };

function waitingForReader(sheet: Worksheet): 'unfinished' | 'unread' | null {
  if (unfinishedNotes(sheet).length > 0) return 'unfinished';
  return unreadNotes(sheet).length > 0 ? 'unread' : null;
}

/**
 * Saves a section as a change of what was read. Where somebody else has saved meanwhile, their state is read and the
 * texts are merged: what settles by itself is sent again, what does not waits for a choice. Nothing is overwritten unseen.
 */
export async function saveSection<Body>(attempt: SaveAttempt<Body>): Promise<SaveOutcome<Body>> {
  let { sheet, held } = attempt;
  for (let turn = 0; turn < TURNS; turn += 1) {
    if (hasConflict(sheet, attempt.section)) return { type: 'conflict' };
    const waiting = attempt.section === 'notes' ? waitingForReader(sheet) : null;
    if (waiting) return { type: waiting };
    if (!isChanged(sheet, attempt.section)) return { type: 'settled' };
    const result = await attempt.send({ id: held.evaluation.id, etag: held.etag }, sheet, held.evaluation);
    if (result.type !== 'stale') return { ...result, sent: sheet, held };
    const now = await attempt.reread();
    if (!now) return { type: 'unreachable', cause: 'no_answer', sent: sheet, held };
    held = now;
    sheet = rebase(sheet, now.evaluation);
  }
  return { type: 'busy' };
}
