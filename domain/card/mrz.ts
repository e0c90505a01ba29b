import type { IdentificationType } from '#contract/vocabulary.ts';
import { normalizeDocumentNumber } from '../patient/document.ts';
import { parseMrzBirthDate } from './calendar-day.ts';
import {
  failedMrzChecks,
  MRZ_LAYOUTS,
  parseMrzLines,
  textOfMrzRange,
  type MrzCheckDigit,
  type MrzKind,
} from './mrz-layout.ts';
import { namesFromSurnamesAndGivenNames } from './names.ts';
import type { CardNames, CardReading, CardDoubt } from './reading.ts';

const COLOMBIA_MRZ_CODE = 'COL';
/** Age at which a cédula replaces the tarjeta de identidad. */
const ADULT_AGE_YEARS = 18;

const DOUBT_OF_CHECK: Record<MrzCheckDigit['of'], CardDoubt> = {
  number: 'check_number',
  birth_date: 'check_birth_date',
  expiry: 'check_expiry',
  whole: 'check_whole',
};

/** Removes the fillers ('<') at both ends of a field. `trim` is safe, because machine-readable lines contain no spaces. */
const trimFillers = (text: string): string => text.replaceAll('<', ' ').trim().replaceAll(' ', '<');

interface ParsedMrz {
  readonly kind: MrzKind;
  readonly lines: string;
  readonly birth_date: string | null;
  readonly today: string;
}

interface MrzDocument {
  readonly type: IdentificationType;
  readonly number: string;
  readonly doubt?: CardDoubt;
}

function isKnownMinor({ birth_date, today }: ParsedMrz): boolean {
  if (birth_date === null) return false;
  return `${Number(birth_date.slice(0, 4)) + ADULT_AGE_YEARS}${birth_date.slice(4)}` > today;
}

/**
 * Returns the document number. A number longer than nine characters continues in the optional columns, after a filler (ICAO
 * 9303-5, 4.2.2.2).
 */
function readMrzDocumentNumber(kind: MrzKind, lines: string): string {
  const number = textOfMrzRange(lines, MRZ_LAYOUTS[kind].fields.number);
  if (kind !== 'TD1' || lines.charAt(14) !== '<') return trimFillers(number);
  const rest = trimFillers(lines.slice(15, 30).split('<', 1)[0] ?? '');
  return trimFillers(number + rest.slice(0, -1));
}

/**
 * Returns the document of a Colombian card. The citizen's number is in the optional columns of the second line; the number in
 * the first line belongs to the card itself.
 */
function readColombianDocument(read: ParsedMrz): MrzDocument {
  const { fields } = MRZ_LAYOUTS.TD1;
  const optional = trimFillers(textOfMrzRange(read.lines, fields.optional)).replaceAll('<', '');
  if (textOfMrzRange(read.lines, fields.nationality) !== COLOMBIA_MRZ_CODE)
    return { type: 'CE', number: readMrzDocumentNumber('TD1', read.lines), doubt: 'number_place' };
  return { type: isKnownMinor(read) ? 'TI' : 'CC', number: /^\d+$/.test(optional) ? optional : '' };
}

function readMrzDocument(read: ParsedMrz): MrzDocument | null {
  const { kind, lines } = read;
  if (kind === 'TD3') return { type: 'PA', number: readMrzDocumentNumber(kind, lines) };
  return textOfMrzRange(lines, MRZ_LAYOUTS.TD1.fields.issuer) === COLOMBIA_MRZ_CODE
    ? readColombianDocument(read)
    : null;
}

const splitAtFillers = (side: string): string[] => side.split('<').filter(Boolean);

function readMrzNames(kind: MrzKind, lines: string): { names: CardNames; isCut: boolean } {
  const field = textOfMrzRange(lines, MRZ_LAYOUTS[kind].fields.names);
  const [surnames = '', ...given] = field.split('<<');
  const names = namesFromSurnamesAndGivenNames(splitAtFillers(surnames), splitAtFillers(given.join('<')));
  return { names, isCut: !field.endsWith('<') };
}

const parseMrzGender = (sign: string): 'F' | 'M' | null => (sign === 'F' || sign === 'M' ? sign : null);

/**
 * Returns the doubts about a card: one for each wrong check digit, and one about the document type or number if
 * there is one. Only the composite check digit covers the number of a Colombian citizen.
 */
const listCardDoubts = (failed: readonly MrzCheckDigit['of'][], document: MrzDocument): CardDoubt[] => [
  ...failed.map((check) => DOUBT_OF_CHECK[check]),
  ...(document.doubt ? [document.doubt] : []),
];

/** Reads a card or passport from its machine-readable lines; returns null for any other text. `today` is YYYY-MM-DD. */
export function readMrz(text: string, today: string): CardReading | null {
  const found = parseMrzLines(text);
  if (!found) return null;
  const { kind, lines } = found;
  const { fields } = MRZ_LAYOUTS[kind];
  const birth_date = parseMrzBirthDate(textOfMrzRange(lines, fields.birth), today);
  const document = readMrzDocument({ kind, lines, birth_date, today });
  if (document === null) return { type: 'other_document' };
  const identification_number = normalizeDocumentNumber(document.type, document.number);
  if (identification_number === '') return { type: 'unreadable' };
  const { names, isCut } = readMrzNames(kind, lines);
  const doubts: CardDoubt[] = [...listCardDoubts(failedMrzChecks(kind, lines), document), 'names_plain'];
  if (isCut) doubts.push('names_cut');
  if (birth_date === null) doubts.push('birth_date');
  const gender = parseMrzGender(lines.charAt(fields.sex));
  const person = { identification_type: document.type, identification_number, names, birth_date, gender };
  return { type: 'person', person, doubts };
}
