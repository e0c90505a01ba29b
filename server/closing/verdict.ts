import type { VerdictClass } from '#contract/vocabulary.ts';
import { verdictClassOf } from '#domain/verification/verdict.ts';
import type { ClosingContent } from './closing.ts';

/** Of the note that the concept prints as its verdict. */
export const verdictOf = ({ notes }: Pick<ClosingContent, 'notes'>): VerdictClass =>
  verdictClassOf(notes.find(({ note_type: type }) => type === 'concepto')?.content ?? '');
