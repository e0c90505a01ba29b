import { INPUT_KEPT_TEXT, failedFormOutcome } from '#sync/changes/form-outcome.ts';
import { failureText, saveFailureOf, type SaveFailure } from '#sync/messages/failure-text.ts';
import type { SaveResult } from '#sync/requests/saving.ts';

/** Returns why a row was not saved, with the hint that the typed values are kept if the server did not respond. */
export function partFailureOf(
  result: Exclude<SaveResult<unknown>, { type: 'saved' }>,
  fallback: string,
): SaveFailure {
  const trouble = saveFailureOf(result, fallback);
  return result.type === 'unreachable' ? { ...trouble, text: `${trouble.text} ${INPUT_KEPT_TEXT}` } : trouble;
}

/** Returns the failure of a part whose rows could not be read. */
export const thrownPartFailure = (error: unknown, fallback: string): SaveFailure =>
  failedFormOutcome(`${failureText(error, fallback)} ${INPUT_KEPT_TEXT}`).trouble;

/** Returns the failure with another name for a field that has one name in the API and another in the form. */
export const renameField = (trouble: SaveFailure, from: string, to: string): SaveFailure => ({
  ...trouble,
  details: trouble.details.map((detail) => (detail.field === from ? { ...detail, field: to } : detail)),
});
