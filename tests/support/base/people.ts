import { randomInt } from 'node:crypto';

/** Somebody who comes to the desk. */
export interface Visitor {
  readonly document: string;
  readonly firstName: string;
  readonly lastName: string;
}

const FIRST = ['Zorobabela', 'Ñandúmara', 'Quirico', 'Eufrasia', 'Wamba', 'Íñiga'];
const LAST = ['Quiñónez', 'Zubizarreta', 'Yturralde', 'Güechá', 'Ñungo', 'Xirgu'];

/** A number has ten digits, also the two thousandth: the desk asks about one that no document has (P10.245). */
const NUMBERS = 100_000_000;
const first = randomInt(NUMBERS);
/** Has no factor in common with how many there are: none comes twice. */
const STRIDE = 7_919;

let count = 0;

/** A person with a document that nobody else of the run has; names that occur nowhere by chance. */
export function visitor(): Visitor {
  count += 1;
  const document = `97${String((first + count * STRIDE) % NUMBERS).padStart(8, '0')}`;
  return {
    document,
    firstName: FIRST[count % FIRST.length] ?? '',
    lastName: `${LAST[count % LAST.length] ?? ''}${letters(count)}`,
  };
}

/** The number in letters, so that every surname is its own and still a name. */
function letters(value: number): string {
  return Array.from(String(value), (digit) => 'abcdefghij'[Number(digit)]).join('');
}
