import { firstMessageByField, saveFailureOf, type SaveFailure } from '../messages/failure-text.ts';
import type { SaveResult } from '../requests/saving.ts';

export type FormOutcome<Row> =
  | { readonly type: 'saved'; readonly row: Row }
  /** Another user changed the record after it was read, so nothing was saved. `now`: present record. */
  | { readonly type: 'conflict'; readonly now: Row }
  | {
      readonly type: 'failed';
      readonly trouble: SaveFailure;
      readonly errors: Readonly<Record<string, string>>;
    };

export const INPUT_KEPT_TEXT = 'Lo que escribiste sigue aquí.';

export const failedFormOutcome = (text: string) =>
  ({ type: 'failed', trouble: { type: 'refused', code: null, text, details: [] }, errors: {} }) as const;

/**
 * Converts the result of a save into the outcome for a form. `reread`: returns the present record; null if it cannot be read,
 * which is reported as an error, not as a conflict. A new record has no `reread`, because no other user can have changed it.
 */
export async function toFormOutcome<Row>(
  result: SaveResult<Row>,
  reread: (() => Promise<Row | null>) | null,
  fallback: string,
): Promise<FormOutcome<Row>> {
  if (result.type === 'saved') return { type: 'saved', row: result.body };
  const now = result.type === 'stale' && reread ? await reread() : null;
  if (now !== null) return { type: 'conflict', now };
  const outcome = result.type === 'stale' ? ({ type: 'unreachable', cause: 'no_answer' } as const) : result;
  const found = saveFailureOf(outcome, fallback);
  const trouble =
    outcome.type === 'unreachable' ? { ...found, text: `${found.text} ${INPUT_KEPT_TEXT}` } : found;
  return { type: 'failed', trouble, errors: firstMessageByField(trouble.details) };
}
