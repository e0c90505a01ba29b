/** Requirement of the base contract, in our own wording. */
export interface Statement {
  /** `<area>-<number>`; the area is the name of the file. The number of a deleted statement is not reused. */
  readonly id: string;
  readonly section: 'P1' | 'P2' | 'P3' | 'P4' | 'P5' | 'P6' | 'P7' | 'P8' | 'P9';
  readonly says: string;
  /** Reason why the product deviates on purpose. The check of the statement then shows the actual behaviour. */
  readonly onPurpose?: string;
}
