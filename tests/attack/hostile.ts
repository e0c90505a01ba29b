/** All printable ASCII characters, and one character of each other class that patterns distinguish. */
const TESTED_CHARACTERS = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)),
  ...Array.from('\n\t\r\u0001\u00a0\u00f1\u0301\u200b\u2013\u2028\ufeff\u{1f642}'),
  '\ud83d',
];
/** Maximum number of characters that are tried for one character set of a pattern. */
const MAX_SET_CHARACTERS = 2;
/** Matches one piece of a pattern: a set, an escape, the start of a group, a bounded quantifier, or a single character. */
const PATTERN_PIECE =
  /\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\.|\(\?(?:<?[=!]|:|<\w+>)|\{\d+(?:,\d*)?\}|[^\\]/gu;
const PATTERN_SYNTAX = ['^', '$', '(', ')', '*', '+', '?', '|', '\\b', '\\B'];

const sampleCharactersOf = (piece: string, flags: string): string[] => {
  if (PATTERN_SYNTAX.includes(piece) || /^\(|^\{\d|^\\\d/.test(piece)) return [];
  const pattern = new RegExp(`^${piece === '/' ? '\\/' : piece}$`, flags.replace(/[gy]/g, ''));
  return TESTED_CHARACTERS.filter((sign) => pattern.test(sign)).slice(0, MAX_SET_CHARACTERS);
};

/** Returns the characters that the pattern names, grouped into runs. A bracket, a bar or a similar piece ends a run. */
function characterRuns({ source, flags }: RegExp): string[][][] {
  const runs: string[][][] = [[]];
  for (const [piece] of source.matchAll(PATTERN_PIECE)) {
    const signs = sampleCharactersOf(piece, flags);
    if (signs.length > 0) runs.at(-1)?.push(signs);
    else if (piece !== '\\b' && runs.at(-1)?.length !== 0) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** Text that causes backtracking: a beginning, a part to repeat, and an end that does not match. */
export interface HostileText {
  readonly before: string;
  readonly pump: string;
  readonly after: string;
}

const firstCharacterOf = (signs: readonly string[]): string => signs[0] ?? '';
const TEXT_ENDS = ['', '\n', '\u0001'];

/**
 * Returns texts that make a pattern with overlapping repetitions slow. Each text begins like a match and then repeats
 * characters or runs that the pattern names at that position.
 */
export function createHostileTexts(pattern: RegExp): HostileText[] {
  const runs = characterRuns(pattern);
  const words = runs.map((run) => run.map(firstCharacterOf).join(''));
  const repetitionsAt = (index: number) =>
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
      repetitionsAt(index).map((pump) => ({ before, pump })),
    ),
  );
  const bare = words.flatMap((word, index) =>
    [...repetitionsAt(index), word + (words[index + 1] ?? '')].map((pump) => ({ before: '', pump })),
  );
  return [...begun, ...bare].flatMap((text) => TEXT_ENDS.map((after) => ({ ...text, after })));
}

/** Returns the text with its middle part repeated up to the given length in characters. */
export const repeatHostileText = ({ before, pump, after }: HostileText, length: number): string =>
  before +
  pump.repeat(Math.max(1, Math.floor((length - before.length - after.length) / pump.length))) +
  after;
