/** One fact that the base contract states, in words of our own. */
export interface Statement {
  /** `<area>-<number>`; the area is the file's name. What is dropped leaves its number unused. */
  readonly id: string;
  readonly section: 'P1' | 'P2' | 'P3' | 'P4' | 'P5' | 'P6' | 'P7' | 'P8' | 'P9';
  readonly says: string;
  /** Why the product does otherwise on purpose. The statement's check then shows what it does instead. */
  readonly onPurpose?: string;
}
