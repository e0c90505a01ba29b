import type { VerdictClass } from '#contract/vocabulary.ts';
import type { SignedVersionContent } from './closing.ts';

/** Returns the class that the doctor chose; `otro` if none was chosen or the version predates the choice. */
export const verdictOf = ({ decisions }: Pick<SignedVersionContent, 'decisions'>): VerdictClass =>
  decisions?.aptitude ?? 'otro';
