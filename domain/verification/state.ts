import type { DocumentState } from '#contract/vocabulary.ts';

/**
 * Returns the state of a signed version. An earlier version is replaced. The last version is valid while the evaluation is
 * closed, and voided after a reopening. The state is computed and never stored.
 */
export const documentState = (isLast: boolean, isClosed: boolean): DocumentState =>
  isLast ? (isClosed ? 'vigente' : 'anulada') : 'reemplazada';
