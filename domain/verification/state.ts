import type { DocumentState } from '#contract/vocabulary.ts';

/**
 * Returns the state of a signed version. The last version is valid while the evaluation is closed, and otherwise voided; every
 * earlier version is replaced. The state is computed and not stored.
 */
export const documentState = (isLast: boolean, isClosed: boolean): DocumentState =>
  isLast ? (isClosed ? 'vigente' : 'anulada') : 'reemplazada';
