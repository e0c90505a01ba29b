/**
 * Pseudo-random generator (mulberry32) for simulations, not for secrets. A seed must give the same history with any library
 * release, and neither Node nor the language has a generator that accepts a seed.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Returns a number in [0, 1). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer in [0, count). */
  int(count: number): number {
    return Math.floor(this.fraction() * count);
  }

  percent(chance: number): boolean {
    return this.fraction() * 100 < chance;
  }

  pick<Value>(values: readonly Value[]): Value | undefined {
    return values[this.int(values.length)];
  }

  /** Returns one of the names, with a probability proportional to its weight. */
  pickWeighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const names = Object.keys(weights) as Name[];
    let left = this.fraction() * names.reduce((sum, name) => sum + weights[name], 0);
    for (const name of names) {
      left -= weights[name];
      if (left < 0) return name;
    }
    throw new Error('nothing to choose from');
  }
}
