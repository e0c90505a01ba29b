/** Every sign of the Basic Latin block, and one of each kind that patterns tell apart. */
const ALPHABET = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)),
  ...Array.from('\n\t\r\u0001\u00a0\u00f1\u0301\u200b\u2013\u2028\ufeff\u{1f642}'),
  '\ud83d',
];
/** Of a set at most so many signs are tried. */
const SIGNS = 2;
/** A piece of a pattern that takes one sign: a set, an escape, the dot, or the sign itself. */
const PIECE =
  /\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\.|\(\?(?:<?[=!]|:|<\w+>)|\{\d+(?:,\d*)?\}|[^\\]/gu;
const NO_SIGN = ['^', '$', '(', ')', '*', '+', '?', '|', '\\b', '\\B'];

const signsOf = (piece: string, flags: string): string[] => {
  if (NO_SIGN.includes(piece) || /^\(|^\{\d|^\\\d/.test(piece)) return [];
  const pattern = new RegExp(`^${piece === '/' ? '\\/' : piece}$`, flags.replace(/[gy]/g, ''));
  return ALPHABET.filter((sign) => pattern.test(sign)).slice(0, SIGNS);
};

/** The signs that the pattern names, run by run: a run is what stands between brackets, bars and the like. */
function runsOf({ source, flags }: RegExp): string[][][] {
  const runs: string[][][] = [[]];
  for (const [piece] of source.matchAll(PIECE)) {
    const signs = signsOf(piece, flags);
    if (signs.length > 0) runs.at(-1)?.push(signs);
    else if (piece !== '\\b' && runs.at(-1)?.length !== 0) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** What a pattern may be made to walk again and again: a beginning, what is repeated, and an end that does not fit. */
export interface Hostile {
  readonly before: string;
  readonly pump: string;
  readonly after: string;
}

const first = (signs: readonly string[]): string => signs[0] ?? '';
const ENDS = ['', '\n', '\u0001'];

/**
 * Texts that make a pattern with overlapping repetitions slow, made of the pattern itself: after each part of what it
 * looks for, the signs and runs beside it over and over.
 */
export function hostileTo(pattern: RegExp): Hostile[] {
  const runs = runsOf(pattern);
  const words = runs.map((run) => run.map(first).join(''));
  const pumpsAt = (index: number) =>
    [
      ...new Set([
        words[index],
        words[index + 1],
        ...(runs[index] ?? []).flat(),
        ...(runs[index + 1] ?? []).flat(),
      ]),
    ].filter((pump) => pump !== undefined);
  const begun = words.flatMap((word, index) =>
    [word, words.slice(0, index + 1).join('')].flatMap((before) =>
      pumpsAt(index).map((pump) => ({ before, pump })),
    ),
  );
  const bare = words.flatMap((word, index) =>
    [...pumpsAt(index), word + (words[index + 1] ?? '')].map((pump) => ({ before: '', pump })),
  );
  return [...begun, ...bare].flatMap((text) => ENDS.map((after) => ({ ...text, after })));
}

/** The text, so long. */
export const textOf = ({ before, pump, after }: Hostile, length: number): string =>
  before +
  pump.repeat(Math.max(1, Math.floor((length - before.length - after.length) / pump.length))) +
  after;
