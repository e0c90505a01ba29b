/**
 * Three states of a draft that is open in several windows. `base`: last read or written by this window; `mine`: held by this
 * window now; `lying`: stored on the device.
 */
export interface MergeSides<Value> {
  readonly base: Value;
  readonly mine: Value;
  readonly lying: Value;
}

export interface MergeRules<Value> {
  /** Merges a value that exists both in this window (`mine`) and on the device (`lying`). */
  readonly both: (mine: Value, lying: Value, base: Value | undefined) => Value;
  /** Decides about a value that this window removed; returns undefined when no other window has changed the value. */
  readonly gone: (lying: Value, base: Value) => Value | undefined;
}

/** Compares the JSON of two values. Both are parsed, so their fields have the same order. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Rule for a value that cannot be merged: if this window changed the value, its value wins; otherwise the stored one. */
export const wholeValueRule: MergeRules<unknown> = {
  // A field that the user has not touched is empty.
  both: (mine, lying, base) => (isSame(mine, base ?? '') ? lying : mine),
  gone: (lying, base) => (isSame(lying, base) ? undefined : lying),
};

/** Merges one value. When another window removed the value, this window still keeps it: this window may be the last one. */
export function mergeField<Value>(
  { base, mine, lying }: MergeSides<Value | undefined>,
  { both, gone }: MergeRules<Value>,
): Value | undefined {
  if (lying === undefined) return mine;
  if (mine !== undefined) return both(mine, lying, base);
  return base === undefined ? lying : gone(lying, base);
}

type Keyed<Value> = Readonly<Partial<Record<string, Value>>>;

/** Merges two objects key by key, so that each window keeps its own changes. */
export function mergeKeys<Value>(
  { base, mine, lying }: MergeSides<Keyed<Value>>,
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
  const keyed = (values: readonly Value[]): Keyed<Value> =>
    Object.fromEntries(values.map((value) => [idOf(value), value]));
  return Object.values(mergeKeys({ base: keyed(base), mine: keyed(mine), lying: keyed(lying) }, settling));
}
