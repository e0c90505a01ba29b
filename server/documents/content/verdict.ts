import type { VerdictClass } from '#contract/vocabulary.ts';
import type { SignedVersionContent } from '../../schema/evaluation/signed-version.ts';

/**
 * Returns the aptitude that the doctor chose. Returns `otro` if the doctor chose none, or if the version was signed before
 * doctors could choose one.
 */
export const verdictClassOfVersion = ({ decisions }: Pick<SignedVersionContent, 'decisions'>): VerdictClass =>
  decisions?.aptitude ?? 'otro';
