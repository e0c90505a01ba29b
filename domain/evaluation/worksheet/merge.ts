/**
 * Result of merging a text that two users, such as two doctors in one evaluation, may have changed since both of them read it.
 */
export type TextMergeResult =
  /** No conflict: at most one user changed the text, or both wrote the same. */
  | { readonly type: 'settled'; readonly text: string }
  /** Both users changed the text differently; the user must choose one of the texts. */
  | { readonly type: 'conflict'; readonly mine: string; readonly theirs: string };

export function mergeText(base: string, mine: string, theirs: string): TextMergeResult {
  if (mine === theirs || theirs === base) return { type: 'settled', text: mine };
  return mine === base ? { type: 'settled', text: theirs } : { type: 'conflict', mine, theirs };
}
