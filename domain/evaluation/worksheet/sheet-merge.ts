import { hasVisibleCharacter } from '#contract/primitives.ts';
import { mergeKeys, mergeList, wholeValueRule, type MergeRules, type MergeSides } from '../../three-way.ts';
import { mergeText } from './merge.ts';
import type { AddedExam, WindowText, TypedText, Worksheet } from './worksheet.ts';

/** Functions that read and replace the text in a note or in an added exam. */
interface TextAccessor<Value> {
  readonly of: (value: Value) => WindowText;
  readonly put: (value: Value, text: WindowText) => Value;
}

const TYPED_TEXT_ACCESSOR: TextAccessor<TypedText> = {
  of: ({ mine, takenFrom }) => ({ words: mine, takenFrom }),
  put: (text, { words, takenFrom }) => ({ ...text, mine: words, takenFrom, beside: undefined }),
};
const ADDED_EXAM_ACCESSOR: TextAccessor<AddedExam> = {
  of: ({ notes }) => ({ words: notes }),
  put: (exam, { words }) => ({ ...exam, notes: words, beside: undefined }),
};

/** Joins the texts of two windows, one below the other; returns undefined when both are blank. */
function joinWindowTexts(...texts: readonly (WindowText | undefined)[]): WindowText | undefined {
  const seen = texts.flatMap((text) => (text && hasVisibleCharacter(text.words) ? [text] : []));
  if (seen.length === 0) return undefined;
  return {
    words: [...new Set(seen.map(({ words }) => words))].join('\n'),
    takenFrom: seen.find(({ takenFrom }) => takenFrom !== undefined)?.takenFrom,
  };
}

type WithOtherWindowText = { readonly beside?: WindowText | undefined };

/**
 * Returns the merge rules for a text that two windows change at the same time. Each window keeps its own text and stores the
 * other window's text separately. If each window joined both texts, it would add the other text again at every key press.
 */
function createTextMergeRules<Of extends WithOtherWindowText>({ of, put }: TextAccessor<Of>): MergeRules<Of> {
  return {
    both: (mine, lying, base) => {
      const before = base && of(base).words;
      const merge = mergeText(before ?? '', of(mine).words, of(lying).words);
      if (merge.type === 'settled')
        return merge.text === of(mine).words ? { ...mine, beside: lying.beside } : lying;
      const ours = lying.beside?.words === before;
      return { ...mine, beside: joinWindowTexts(of(lying), ours ? undefined : lying.beside) };
    },
    gone: (lying, base) => {
      const before = of(base).words;
      if (of(lying).words === before) return lying.beside && put(lying, lying.beside);
      return lying.beside?.words === before ? { ...lying, beside: undefined } : lying;
    },
  };
}

const [ofText, ofExam] = [
  createTextMergeRules(TYPED_TEXT_ACCESSOR),
  createTextMergeRules(ADDED_EXAM_ACCESSOR),
];

/**
 * Merges the changes of this window (`mine`) into the worksheet that is stored now (`lying`), which another window may have
 * changed.
 */
export function mergeWorksheets({ base, mine, lying }: MergeSides<Worksheet>): Worksheet {
  const begun = mergeKeys(
    { base: base.begun ?? {}, mine: mine.begun ?? {}, lying: lying.begun ?? {} },
    wholeValueRule,
  );
  const choices = mergeKeys(
    { base: base.choices ?? {}, mine: mine.choices ?? {}, lying: lying.choices ?? {} },
    wholeValueRule,
  );
  const marks = mergeKeys(
    { base: base.marks ?? {}, mine: mine.marks ?? {}, lying: lying.marks ?? {} },
    wholeValueRule,
  );
  return {
    ...lying,
    ...mine,
    texts: mergeKeys({ base: base.texts, mine: mine.texts, lying: lying.texts }, ofText),
    added: mergeList(
      { base: base.added, mine: mine.added, lying: lying.added },
      ({ examId }) => examId,
      ofExam,
    ),
    ...(mine.begun || lying.begun ? { begun } : {}),
    ...(mine.choices || lying.choices ? { choices } : {}),
    ...(mine.marks || lying.marks ? { marks: marks as Worksheet['marks'] } : {}),
  };
}

function joinOtherWindowText<Of extends WithOtherWindowText>({ of, put }: TextAccessor<Of>, value: Of): Of {
  const both = value.beside && joinWindowTexts(of(value), value.beside);
  return both ? put(value, both) : value;
}

export const joinOtherWindowTexts = (sheet: Worksheet): Worksheet => ({
  ...sheet,
  texts: Object.fromEntries(
    Object.entries(sheet.texts).map(([key, text]) => [
      key,
      text && joinOtherWindowText(TYPED_TEXT_ACCESSOR, text),
    ]),
  ),
  added: sheet.added.map((exam) => joinOtherWindowText(ADDED_EXAM_ACCESSOR, exam)),
});
