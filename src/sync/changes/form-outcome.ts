import { fieldMessages, saveFailureOf, type SaveFailure } from '../messages/failure-text.ts';
import type { SaveResult } from '../requests/saving.ts';

/** Outcome of a change for a form: saved, a conflict with another user's state, or an error with messages by field. */
export type FormOutcome<Row> =
  | { readonly type: 'saved'; readonly row: Row }
  /** Another user changed the record since it was read; nothing was saved. */
  | { readonly type: 'conflict'; readonly now: Row }
  | {
      readonly type: 'failed';
      readonly trouble: SaveFailure;
      /** Messages by field. */
      readonly errors: Readonly<Record<string, string>>;
    };

const STORED_ON_DEVICE = 'Lo que escribiste sigue aquí.';

/**
 * Converts the result of a save for a form. `reread`: returns the record as it is now; null when it cannot be requested, and
 * then there is no conflict to resolve.
 */
export async function formOutcome<Row>(
  result: SaveResult<Row>,
  reread: () => Promise<Row | null>,
  fallback: string,
): Promise<FormOutcome<Row>> {
  if (result.type === 'saved') return { type: 'saved', row: result.body };
  const now = result.type === 'stale' ? await reread() : null;
  if (now !== null) return { type: 'conflict', now };
  const told = result.type === 'stale' ? ({ type: 'unreachable', cause: 'no_answer' } as const) : result;
  const found = saveFailureOf(told, fallback);
  const trouble =
    told.type === 'unreachable' ? { ...found, text: `${found.text} ${STORED_ON_DEVICE}` } : found;
  return { type: 'failed', trouble, errors: fieldMessages(trouble.details) };
}
