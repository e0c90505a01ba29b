/** Merge of a text that two users may have changed since both read `base`, such as two doctors on one evaluation. */
export type Merge =
  /** No more than one user changed it, or both wrote the same. */
  | { readonly type: 'settled'; readonly text: string }
  /** Both changed it differently: the user chooses. */
  | { readonly type: 'conflict'; readonly mine: string; readonly theirs: string };

export function mergeText(base: string, mine: string, theirs: string): Merge {
  if (mine === theirs || theirs === base) return { type: 'settled', text: mine };
  return mine === base ? { type: 'settled', text: theirs } : { type: 'conflict', mine, theirs };
}
