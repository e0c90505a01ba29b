/** One text that two people may have changed since both read `base`, as two doctors on one evaluation do. */
export type Merge =
  /** Nobody, or only one of them, changed it, or both wrote the same. */
  | { readonly type: 'settled'; readonly text: string }
  /** Both changed it, differently: a person chooses. */
  | { readonly type: 'conflict'; readonly mine: string; readonly theirs: string };

export function mergeText(base: string, mine: string, theirs: string): Merge {
  if (mine === theirs || theirs === base) return { type: 'settled', text: mine };
  return mine === base ? { type: 'settled', text: theirs } : { type: 'conflict', mine, theirs };
}
