import type { VerdictClass } from '#contract/vocabulary.ts';
import type { ClosingContent } from './closing.ts';

/** Class that the doctor chose; `otro` where none was chosen or the version predates the choice. */
export const verdictOf = ({ decisions }: Pick<ClosingContent, 'decisions'>): VerdictClass =>
  decisions?.aptitude ?? 'otro';
