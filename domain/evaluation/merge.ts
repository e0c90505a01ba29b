/**
 * Merge of a text that two users may have changed after both read the version `base`, such as two doctors in one evaluation.
 */
export type TextMerge =
  /** No more than one user changed the text, or both wrote the same. */
  | { readonly type: 'settled'; readonly text: string }
  /** Both users changed the text in different ways: the user chooses between both texts. */
  | { readonly type: 'conflict'; readonly mine: string; readonly theirs: string };

export function mergeText(base: string, mine: string, theirs: string): TextMerge {
  if (mine === theirs || theirs === base) return { type: 'settled', text: mine };
  return mine === base ? { type: 'settled', text: theirs } : { type: 'conflict', mine, theirs };
}
