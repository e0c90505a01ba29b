/** Requirement of the base contract, in our words. */
export interface Statement {
  /** `<area>-<number>`. The area is the name of the file. The number of a deleted requirement is not reused. */
  readonly id: string;
  readonly section: 'P1' | 'P2' | 'P3' | 'P4' | 'P5' | 'P6' | 'P7' | 'P8' | 'P9';
  readonly says: string;
  /** Reason why the product deviates from the requirement on purpose. The check then covers the actual behaviour. */
  readonly onPurpose?: string;
}
