/**
 * Number of unsent entries on a device, as users count them: a registration is one evaluation with its images, an attachment is
 * one file.
 */
export interface UnsentCounts {
  readonly evaluations: number;
  readonly files: number;
  readonly corrections: number;
}

export const NOTHING_UNSENT: UnsentCounts = { evaluations: 0, files: 0, corrections: 0 };

export const totalUnsent = ({ evaluations, files, corrections }: UnsentCounts): number =>
  evaluations + files + corrections;
