import { randomInt } from 'node:crypto';

export interface Visitor {
  readonly document: string;
  readonly first_name: string;
  readonly last_name: string;
}

const FIRST_NAMES = ['Zorobabela', 'Ñandúmara', 'Quirico', 'Eufrasia', 'Wamba', 'Íñiga'];
const SURNAMES = ['Quiñónez', 'Zubizarreta', 'Yturralde', 'Güechá', 'Ñungo', 'Xirgu'];

/**
 * Count of possible document numbers. Each has ten digits, because reception prompts about numbers that no document can have
 * (P10.245).
 */
const NUMBERS = 100_000_000;
const first = randomInt(NUMBERS);
/** Difference between two document numbers; it has no common factor with NUMBERS, so that no number repeats. */
const STRIDE = 7_919;

let count = 0;

export function visitor(): Visitor {
  count += 1;
  const document = `97${String((first + count * STRIDE) % NUMBERS).padStart(8, '0')}`;
  return {
    document,
    first_name: FIRST_NAMES[count % FIRST_NAMES.length] ?? '',
    last_name: `${SURNAMES[count % SURNAMES.length] ?? ''}${letters(count)}`,
  };
}

/** Writes the number in letters, to make a surname that is unique and still looks like a name. */
function letters(value: number): string {
  return Array.from(String(value), (digit) => 'abcdefghij'[Number(digit)]).join('');
}
