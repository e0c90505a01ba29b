import type { Drawing } from '../signature/strokes.ts';
import {
  mergeField,
  mergeKeys,
  mergeList,
  wholeValueRule,
  type MergeRules,
  type MergeSides,
} from '../three-way.ts';

export interface SetupDraft {
  readonly texts: Readonly<Record<string, string>>;
  /** Codes of the proposed rows that the user selected; null while the user has not changed the default selection. */
  readonly ticked: readonly string[] | null;
  readonly added: readonly { readonly code: string; readonly name: string }[];
  readonly drawing: Drawing | null;
}

export const emptySetupDraft: SetupDraft = { texts: {}, ticked: null, added: [], drawing: null };

/** Merges this window's changes into the draft that another window has stored in the meantime (`lying`). */
export function mergeSetupDrafts({ base, mine, lying }: MergeSides<SetupDraft>): SetupDraft {
  const mergeNamed = <Name extends 'ticked' | 'drawing'>(name: Name): SetupDraft[Name] =>
    (mergeField(
      { base: base[name] ?? undefined, mine: mine[name] ?? undefined, lying: lying[name] ?? undefined },
      wholeValueRule,
    ) ?? null) as SetupDraft[Name];
  return {
    ...lying,
    ...mine,
    texts: mergeKeys(
      { base: base.texts, mine: mine.texts, lying: lying.texts },
      wholeValueRule as MergeRules<string>,
    ),
    ticked: mergeNamed('ticked'),
    added: mergeList(
      { base: base.added, mine: mine.added, lying: lying.added },
      ({ code }) => code,
      wholeValueRule as MergeRules<SetupDraft['added'][number]>,
    ),
    drawing: mergeNamed('drawing'),
  };
}

export const isEmptySetupDraft = ({ texts, ticked, added, drawing }: SetupDraft): boolean =>
  Object.keys(texts).length === 0 && ticked === null && added.length === 0 && drawing === null;
