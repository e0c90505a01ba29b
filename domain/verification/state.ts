import type { DocumentState } from '#contract/vocabulary.ts';

/**
 * Returns the state of a signed version: the last one is in force while the evaluation is closed and annulled otherwise; each
 * earlier one is replaced. The state is not stored.
 */
export const documentState = (isLast: boolean, isClosed: boolean): DocumentState =>
  isLast ? (isClosed ? 'vigente' : 'anulada') : 'reemplazada';
