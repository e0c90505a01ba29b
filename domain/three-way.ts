/** A draft in one of several windows: what this one last read or wrote, what it holds now, and what lies on the device. */
export interface Sides<Value> {
  readonly base: Value;
  readonly mine: Value;
  readonly lying: Value;
}

export interface Settling<Value> {
  /** Both have it. */
  readonly both: (mine: Value, lying: Value, base: Value | undefined) => Value;
  /** This window took away what it had; undefined where nothing of another window is left. */
  readonly gone: (lying: Value, base: Value) => Value | undefined;
}

/** What was read and what was typed have their fields in one order: both are parsed. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Of a value that cannot be put together of two: what this window changed is this window's. */
export const wholeValue: Settling<unknown> = {
  // A field that nobody has touched is empty.
  both: (mine, lying, base) => (isSame(mine, base ?? '') ? lying : mine),
  gone: (lying, base) => (isSame(lying, base) ? undefined : lying),
};

/** What this window holds never leaves the device because another window took it away: this one may yet be the last. */
export function settle<Value>(
  { base, mine, lying }: Sides<Value | undefined>,
  { both, gone }: Settling<Value>,
): Value | undefined {
  if (lying === undefined) return mine;
  if (mine !== undefined) return both(mine, lying, base);
  return base === undefined ? lying : gone(lying, base);
}

type Keyed<Value> = Readonly<Partial<Record<string, Value>>>;

/** Key by key, so that each window keeps what it alone has changed. */
export function settleKeys<Value>(
  { base, mine, lying }: Sides<Keyed<Value>>,
  settling: Settling<Value>,
): Record<string, Value> {
  const keys = new Set([...Object.keys(lying), ...Object.keys(mine)]);
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const value = settle({ base: base[key], mine: mine[key], lying: lying[key] }, settling);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

export function settleList<Value>(
  { base, mine, lying }: Sides<readonly Value[]>,
  idOf: (value: Value) => string,
  settling: Settling<Value>,
): Value[] {
  const keyed = (values: readonly Value[]): Keyed<Value> =>
    Object.fromEntries(values.map((value) => [idOf(value), value]));
  return Object.values(settleKeys({ base: keyed(base), mine: keyed(mine), lying: keyed(lying) }, settling));
}
