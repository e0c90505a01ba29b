/**
 * Unsent entries of a device in the terms of its users: a registration is an evaluation with its images, an attachment a file.
 */
export interface Unsent {
  readonly evaluations: number;
  readonly files: number;
  /** Corrections of registrations. */
  readonly corrections: number;
}

export const NOTHING_UNSENT: Unsent = { evaluations: 0, files: 0, corrections: 0 };

export const countOf = ({ evaluations, files, corrections }: Unsent): number =>
  evaluations + files + corrections;
