/** An expression of a module and its replacement; offsets in UTF-16 code units. */
export interface Fault {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
}
export function listPossibleFaults(file: string, source: string): Fault[];
