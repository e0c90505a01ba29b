import type { Drawing } from '../signature/strokes.ts';
import { settle, settleKeys, settleList, wholeValue, type Settling, type Sides } from '../three-way.ts';

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

/** What this window has changed of the step, over what another window has written meanwhile. */
export function mergeSetupDrafts({ base, mine, lying }: Sides<SetupDraft>): SetupDraft {
  const one = <Name extends 'ticked' | 'drawing'>(name: Name): SetupDraft[Name] =>
    (settle(
      { base: base[name] ?? undefined, mine: mine[name] ?? undefined, lying: lying[name] ?? undefined },
      wholeValue,
    ) ?? null) as SetupDraft[Name];
  return {
    ...lying,
    ...mine,
    texts: settleKeys(
      { base: base.texts, mine: mine.texts, lying: lying.texts },
      wholeValue as Settling<string>,
    ),
    ticked: one('ticked'),
    added: settleList(
      { base: base.added, mine: mine.added, lying: lying.added },
      ({ code }) => code,
      wholeValue as Settling<SetupDraft['added'][number]>,
    ),
    drawing: one('drawing'),
  };
}

export const isEmptySetupDraft = ({ texts, ticked, added, drawing }: SetupDraft): boolean =>
  Object.keys(texts).length === 0 && ticked === null && added.length === 0 && drawing === null;
