/**
 * Number of unsent entries on a device, as users count them: a registration is an evaluation with its images, an attachment is
 * a file.
 */
export interface UnsentCounts {
  readonly evaluations: number;
  readonly files: number;
  /** Corrections of registrations. */
  readonly corrections: number;
}

export const NOTHING_UNSENT: UnsentCounts = { evaluations: 0, files: 0, corrections: 0 };

export const totalUnsent = ({ evaluations, files, corrections }: UnsentCounts): number =>
  evaluations + files + corrections;
