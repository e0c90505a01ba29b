import { toFormOutcome, type FormOutcome } from '#sync/changes/form-outcome.ts';
import type { SaveResult } from '#sync/requests/saving.ts';

/** Converts the result of creating a row into the outcome for a form. A new row cannot have changed in the meantime. */
export const toNewRowOutcome = <Row>(result: SaveResult<Row>, fallback: string): Promise<FormOutcome<Row>> =>
  toFormOutcome(result, () => Promise.resolve(null), fallback);

export const failedOutcome = (text: string) =>
  ({ type: 'failed', trouble: { type: 'refused', code: null, text, details: [] }, errors: {} }) as const;

export const KEPT_INPUT_TEXT = 'Lo que escribiste sigue aquí.';
