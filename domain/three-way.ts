/**
 * Three states of a draft that is open in several windows: last read or written by this window, currently held by this window,
 * and stored on the device.
 */
export interface Sides<Value> {
  readonly base: Value;
  readonly mine: Value;
  readonly lying: Value;
}

export interface MergeRules<Value> {
  /** Merges a value that exists both in this window and on the device. */
  readonly both: (mine: Value, lying: Value, base: Value | undefined) => Value;
  /** Resolves a value that this window removed; returns undefined when no change of another window remains. */
  readonly gone: (lying: Value, base: Value) => Value | undefined;
}

/** Compares the JSON text: both values are parsed, so their fields have the same order. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Rule for a value that cannot be merged from two: a change made in this window wins. */
export const wholeValue: MergeRules<unknown> = {
  // An untouched field is empty.
  both: (mine, lying, base) => (isSame(mine, base ?? '') ? lying : mine),
  gone: (lying, base) => (isSame(lying, base) ? undefined : lying),
};

/**
 * Merges one value. A value that this window holds is kept on the device when another window removes it: this window may be the
 * last one.
 */
export function mergeField<Value>(
  { base, mine, lying }: Sides<Value | undefined>,
  { both, gone }: MergeRules<Value>,
): Value | undefined {
  if (lying === undefined) return mine;
  if (mine !== undefined) return both(mine, lying, base);
  return base === undefined ? lying : gone(lying, base);
}

type Keyed<Value> = Readonly<Partial<Record<string, Value>>>;

/** Merges key by key, so that each window keeps its own changes. */
export function mergeKeys<Value>(
  { base, mine, lying }: Sides<Keyed<Value>>,
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
  { base, mine, lying }: Sides<readonly Value[]>,
  idOf: (value: Value) => string,
  settling: MergeRules<Value>,
): Value[] {
  const keyed = (values: readonly Value[]): Keyed<Value> =>
    Object.fromEntries(values.map((value) => [idOf(value), value]));
  return Object.values(mergeKeys({ base: keyed(base), mine: keyed(mine), lying: keyed(lying) }, settling));
}
