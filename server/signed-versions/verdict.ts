import type { VerdictClass } from '#contract/vocabulary.ts';
import type { SignedVersionContent } from './signed-version.ts';

/**
 * Returns the verdict that the doctor chose; `otro` if the doctor chose none or the version was signed before doctors could
 * choose.
 */
export const verdictClassOfVersion = ({ decisions }: Pick<SignedVersionContent, 'decisions'>): VerdictClass =>
  decisions?.aptitude ?? 'otro';
