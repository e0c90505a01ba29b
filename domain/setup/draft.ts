import type { Drawing } from '../signature/strokes.ts';
import { mergeField, mergeKeys, mergeList, wholeValue, type MergeRules, type Sides } from '../three-way.ts';

/** Input in one step of the set-up (typed, ticked or drawn) that is not saved yet. */
export interface SetupDraft {
  /** Texts by field name. */
  readonly texts: Readonly<Record<string, string>>;
  /** Codes of the proposals that the user selected; null while the user has changed none. */
  readonly ticked: readonly string[] | null;
  /** Selected rows that are not among the proposals. */
  readonly added: readonly { readonly code: string; readonly name: string }[];
  readonly drawing: Drawing | null;
}

export const emptySetupDraft: SetupDraft = { texts: {}, ticked: null, added: [], drawing: null };

/** Returns the changes of this window to the step, over the draft that another window has stored in the meantime. */
export function mergeSetupDrafts({ base, mine, lying }: Sides<SetupDraft>): SetupDraft {
  const one = <Name extends 'ticked' | 'drawing'>(name: Name): SetupDraft[Name] =>
    (mergeField(
      { base: base[name] ?? undefined, mine: mine[name] ?? undefined, lying: lying[name] ?? undefined },
      wholeValue,
    ) ?? null) as SetupDraft[Name];
  return {
    ...lying,
    ...mine,
    texts: mergeKeys(
      { base: base.texts, mine: mine.texts, lying: lying.texts },
      wholeValue as MergeRules<string>,
    ),
    ticked: one('ticked'),
    added: mergeList(
      { base: base.added, mine: mine.added, lying: lying.added },
      ({ code }) => code,
      wholeValue as MergeRules<SetupDraft['added'][number]>,
    ),
    drawing: one('drawing'),
  };
}

export const isEmptySetupDraft = ({ texts, ticked, added, drawing }: SetupDraft): boolean =>
  Object.keys(texts).length === 0 && ticked === null && added.length === 0 && drawing === null;
