/** One fact that the specification states, in words of our own. */
export interface Statement {
  /** `<area>-<number>`; the area is the file's name. What is dropped leaves its number unused. */
  readonly id: string;
  readonly section: '§1' | '§2' | '§3' | '§4' | '§5' | '§6' | '§7' | '§8' | '§9';
  readonly says: string;
  /** Why the product does otherwise on purpose. The statement's check then shows what it does instead. */
  readonly onPurpose?: string;
}
