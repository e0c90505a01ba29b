import type { DocumentState } from '#contract/vocabulary.ts';

/** The last closing holds while the evaluation is closed, each earlier one is replaced; nothing of it is kept. */
export const documentState = (isLast: boolean, isClosed: boolean): DocumentState =>
  isLast ? (isClosed ? 'vigente' : 'anulada') : 'reemplazada';
