import type { Drawing } from '../signature/strokes.ts';

/** What is typed, ticked or drawn in one step of the set-up, and not saved yet. */
export interface SetupDraft {
  /** By the field's name. */
  readonly texts: Readonly<Record<string, string>>;
  /** Codes of what was proposed and is wanted; null while nobody has touched them. */
  readonly ticked: readonly string[] | null;
  /** Wanted, and not among the proposals. */
  readonly added: readonly { readonly code: string; readonly name: string }[];
  readonly drawing: Drawing | null;
}

export const emptySetupDraft: SetupDraft = { texts: {}, ticked: null, added: [], drawing: null };
