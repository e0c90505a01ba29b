import type { IdentificationType } from '#contract/vocabulary.ts';
import { normalizeDocumentNumber } from '../patient/document.ts';
import { formatNamePart } from '../patient/name.ts';
import { parseCompactPastDate } from './calendar-day.ts';
import type { CardText } from './capture.ts';
import { namesFromJoinedText, namesFromSurnamesAndGivenNames, namesFromSeparatedNames } from './names.ts';
import type { CardNames, CardPerson, CardReading, CardDoubt } from './reading.ts';

/** Byte positions of the fields in the data of a card, if the reader sends all padding. */
const NUMBER_START_BYTE = 48;
const NAMES_START_BYTE = 58;
const NAME_COLUMN_BYTES = 23;
const COMPLETE_FRAME_BYTES = 160;

const PADDING_PATTERN = /\p{Cc}+|\s{2,}/u;
const PERSON_PATTERN = /(\d{10})(\D+)\d([MF])(\d{8})$/i;

/** Characters that a reader types instead of ñ when it uses another country's keyboard layout. No name contains them. */
const ENYE_SUBSTITUTES_PATTERN = /[;:]/g;
const NON_NAME_CHARACTERS_PATTERN = /[^\p{L} '.-]/gu;

const cleanFrameName = (text: string): string =>
  text
    .split(PADDING_PATTERN)
    .join(' ')
    .replace(ENYE_SUBSTITUTES_PATTERN, 'Ñ')
    .replace(NON_NAME_CHARACTERS_PATTERN, '')
    .trim()
    .replace(/\s+/g, ' ');

/** Returns the four name columns of a card frame; null when the reader has shortened or omitted the padding. */
function splitNameColumns(text: string): readonly string[] | null {
  const isComplete = text.length === COMPLETE_FRAME_BYTES && /^\d{10}\D/.test(text.slice(NUMBER_START_BYTE));
  if (!isComplete) return null;
  return [0, 1, 2, 3].map((at) =>
    text.slice(NAMES_START_BYTE + at * NAME_COLUMN_BYTES, NAMES_START_BYTE + (at + 1) * NAME_COLUMN_BYTES),
  );
}

function readFrameNames(text: string, middle: string): CardNames {
  const found = splitNameColumns(text);
  if (found) {
    const [last_name = '', second_last_name = '', first_name = '', middle_name = ''] = found.map((part) =>
      formatNamePart(cleanFrameName(part)),
    );
    if (last_name !== '' && first_name !== '')
      return { type: 'parts', first_name, middle_name, last_name, second_last_name };
    const sides = [found.slice(0, 2), found.slice(2)].map((side) => side.map(cleanFrameName).filter(Boolean));
    const [surnames = [], given = []] = sides;
    if (surnames.length + given.length > 0) return namesFromSurnamesAndGivenNames(surnames, given);
  }
  const parts = middle.split(PADDING_PATTERN).map(cleanFrameName).filter(Boolean);
  return parts.length < 2 ? namesFromJoinedText(parts[0] ?? '') : namesFromSeparatedNames(parts);
}

const hasPossiblyTruncatedName = (text: string, middle: string): boolean => {
  const parts = splitNameColumns(text) ?? middle.split(PADDING_PATTERN);
  return parts.length > 1 && parts.some((part) => cleanFrameName(part).length >= NAME_COLUMN_BYTES);
};

const readFrameDocumentType = (text: string): IdentificationType =>
  /^\D/.test(text) && text.startsWith('I') ? 'TI' : 'CC';

export function readBarcodeFrame(text: CardText, today: string): CardReading {
  const [, digits = '', middle = '', sex = '', born = ''] = PERSON_PATTERN.exec(text) ?? [];
  const identification_type = readFrameDocumentType(text);
  const identification_number = normalizeDocumentNumber(identification_type, digits);
  if (identification_number === '') return { type: 'unreadable' };
  const birth_date = parseCompactPastDate(born, today);
  const person: CardPerson = {
    identification_type,
    identification_number,
    names: readFrameNames(text, middle),
    birth_date,
    gender: sex.toUpperCase() === 'F' ? 'F' : 'M',
  };
  const doubts: [boolean, CardDoubt][] = [
    [hasPossiblyTruncatedName(text, middle), 'names_cut'],
    [middle.split(PADDING_PATTERN).some((part) => /[^\p{L} '.-]/u.test(part)), 'names_odd'],
    [birth_date === null, 'birth_date'],
  ];
  return { type: 'person', person, doubts: doubts.flatMap(([is, doubt]) => (is ? [doubt] : [])) };
}
