/** What lies unsent on a device, by what people call it: a registration is an evaluation with its pictures, an attachment a file. */
export interface Unsent {
  readonly evaluations: number;
  readonly files: number;
}

export const NOTHING_UNSENT: Unsent = { evaluations: 0, files: 0 };

export const countOf = ({ evaluations, files }: Unsent): number => evaluations + files;
