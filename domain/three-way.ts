/**
 * Three states of a draft that is open in several windows: as this window last read or wrote it (`base`), as this window has it
 * now (`mine`), and as it is stored on the device (`lying`).
 */
export interface MergeSides<Value> {
  readonly base: Value;
  readonly mine: Value;
  readonly lying: Value;
}

export interface MergeRules<Value> {
  /** Merges a value that exists in this window (`mine`) and on the device (`lying`). */
  readonly both: (mine: Value, lying: Value, base: Value | undefined) => Value;
  /**
   * Returns the value to keep when this window has removed it; undefined to remove it. A value that another window has changed
   * in the meantime is kept.
   */
  readonly gone: (lying: Value, base: Value) => Value | undefined;
}

/** Compares two values by their JSON. Equal values have their keys in the same order, because both were parsed. */
const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Rule for a value that cannot be merged: this window's value wins if this window changed it; otherwise the stored value wins.
 */
export const wholeValueRule: MergeRules<unknown> = {
  // A missing `base` counts as an empty text, because the field was empty before the user typed in this window.
  both: (mine, lying, base) => (isSameJson(mine, base ?? '') ? lying : mine),
  gone: (lying, base) => (isSameJson(lying, base) ? undefined : lying),
};

/** Merges one value. A value that another window has removed stays in this window, in case the other window was closed. */
export function mergeField<Value>(
  { base, mine, lying }: MergeSides<Value | undefined>,
  { both, gone }: MergeRules<Value>,
): Value | undefined {
  if (lying === undefined) return mine;
  if (mine !== undefined) return both(mine, lying, base);
  return base === undefined ? lying : gone(lying, base);
}

type ByKey<Value> = Readonly<Partial<Record<string, Value>>>;

/** Merges two objects key by key, so that the changes of every window are kept. */
export function mergeKeys<Value>(
  { base, mine, lying }: MergeSides<ByKey<Value>>,
  settling: MergeRules<Value>,
): Record<string, Value> {
  const keys = new Set([...Object.keys(lying), ...Object.keys(mine)]);
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const value = mergeField({ base: base[key], mine: mine[key], lying: lying[key] }, settling);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

export function mergeList<Value>(
  { base, mine, lying }: MergeSides<readonly Value[]>,
  idOf: (value: Value) => string,
  settling: MergeRules<Value>,
): Value[] {
  const indexByKey = (values: readonly Value[]): ByKey<Value> =>
    Object.fromEntries(values.map((value) => [idOf(value), value]));
  return Object.values(
    mergeKeys({ base: indexByKey(base), mine: indexByKey(mine), lying: indexByKey(lying) }, settling),
  );
}
