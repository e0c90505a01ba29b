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
const DOCUMENT_NUMBER_COUNT = 100_000_000;
const firstDocumentOffset = randomInt(DOCUMENT_NUMBER_COUNT);
/**
 * Difference between two consecutive document numbers. It has no common factor with DOCUMENT_NUMBER_COUNT, so that no number
 * repeats.
 */
const DOCUMENT_NUMBER_STRIDE = 7_919;

let visitorCount = 0;

export function createVisitor(): Visitor {
  visitorCount += 1;
  const document = `97${String((firstDocumentOffset + visitorCount * DOCUMENT_NUMBER_STRIDE) % DOCUMENT_NUMBER_COUNT).padStart(8, '0')}`;
  return {
    document,
    first_name: FIRST_NAMES[visitorCount % FIRST_NAMES.length] ?? '',
    last_name: `${SURNAMES[visitorCount % SURNAMES.length] ?? ''}${toLetters(visitorCount)}`,
  };
}

/** Writes the number in letters, to make a surname that is unique and still looks like a name. */
function toLetters(value: number): string {
  return Array.from(String(value), (digit) => 'abcdefghij'[Number(digit)]).join('');
}
