import type { DocumentState } from '#contract/vocabulary.ts';

/**
 * Returns the state of a signed version: the last version is valid while the evaluation is closed, otherwise voided; every
 * earlier version is replaced. The state is computed and never stored.
 */
export const documentState = (isLast: boolean, isClosed: boolean): DocumentState =>
  isLast ? (isClosed ? 'vigente' : 'anulada') : 'reemplazada';
