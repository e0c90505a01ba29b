import { createHash } from 'node:crypto';

/** Repeatable series of random numbers (mulberry32), so that every first start creates the same demo clinic. */
export interface Random {
  below(below: number): number;
  pick<const List extends readonly [unknown, ...unknown[]]>(items: List): List[number];
  chance(share: number): boolean;
}

export function repeatableRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (limit: number) => Math.floor(next() * limit);
  return {
    below: int,
    chance: (share) => next() < share,
    pick: (items) => items[int(items.length)] ?? items[0],
  };
}

/** Returns a version 8 UUID derived from a digest, so that an object has the same id each time the demo clinic is loaded. */
export function demoId(kind: string, key: string): string {
  const hex = createHash('sha256').update(`ventanilla demo ${kind} ${key}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
