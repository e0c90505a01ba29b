import { additionalValueError, type AdditionalKind } from '#contract/records/evaluation/additional-values.ts';
import { trimToVisibleLine } from '#contract/fold.ts';
import type { GENDER_LETTERS } from '#contract/records/roster-columns.ts';
import { foldText } from '../text/fold.ts';
import { problemOf, readAs, readDayCell, type CellReading, type DayReading } from './day-cell.ts';
import { SCIENTIFIC_PATTERN } from './document-cell.ts';
import { cellText, type Cell } from './table.ts';

/** Returns the text of a cell; whole numbers in scientific notation get their digits back. */
export function plainText(cell: Cell): string {
  if (typeof cell !== 'object' || cell?.type !== 'number') return cellText(cell).trim();
  const value = Number(cell.text);
  return Number.isSafeInteger(value) ? String(value) : cell.text;
}

/** Reads a phone number. Excel may have shortened it like a document number. */
export function readPhoneCell(cell: Cell): CellReading<string> {
  const text = plainText(cell);
  return SCIENTIFIC_PATTERN.test(text)
    ? problemOf('Excel dañó este número (perdió cifras). Escríbelo completo.')
    : readAs(text);
}

/** Characters of names. The letters ª and º come from accents that were read in a wrong encoding. */
const NAME_PATTERN = /^(?:(?![ªº])[\p{L}\p{M} .'’‘ʼ´`＇\p{Pd}])*$/u;

/** Returns why a text is no name, such as digits or wrongly read accents in it; null for a name. */
export const nameProblem = (text: string): string | null =>
  NAME_PATTERN.test(trimToVisibleLine(text))
    ? null
    : 'Un nombre solo lleva letras. Quita cifras y signos, y revisa las tildes.';

/** Letters of UTF-8 that were read as Windows-1252, such as 'Ã±' for 'ñ', and characters that could not be read. */
const WRONG_ACCENT_PATTERN = /[ÃÂ][\u0080-\u00bf\u0152-\u017e\u0192\u2013-\u203a\u20ac\u2122]|\ufffd/u;

export const hasWrongAccent = (cell: Cell): boolean => WRONG_ACCENT_PATTERN.test(cellText(cell));

/** Names under which companies write a value, by the folded text. */
type Synonyms = Readonly<Record<string, string>>;

export const joinSome = (names: readonly string[]): string =>
  names.length > 12 ? `${names.slice(0, 12).join(', ')}…` : names.join(', ');

/** Reads one of a list of values by its value, its label or another usual name. */
function readChoiceCell<Value extends string>(
  cell: Cell,
  labels: Readonly<Record<Value, string>>,
  synonyms: Synonyms = {},
): CellReading<Value> {
  const text = foldText(cellText(cell)).replace(/\.$/, '');
  const known = Object.entries<string>(labels) as [Value, string][];
  const value = Object.hasOwn(synonyms, text) ? synonyms[text] : text;
  const found = known.find(([one, label]) => foldText(one) === value || foldText(label) === text);
  return found
    ? readAs(found[0])
    : problemOf(`Valor desconocido. Usa ${joinSome(known.map(([, label]) => label))}.`);
}

/** Meaning of M in a column of genders: in a list with H for men, M means women; without F and H it may mean both. */
export type GenderLetters = (typeof GENDER_LETTERS)[number] | 'M_is_unknown';

const GENDER_WORDS = { masc: 'm', hombre: 'm', varon: 'm', fem: 'f', mujer: 'f' };
const GENDER_SYNONYMS: Readonly<Record<GenderLetters, Synonyms>> = {
  M_is_male: GENDER_WORDS,
  M_is_female: { ...GENDER_WORDS, h: 'm', m: 'f' },
  M_is_unknown: { ...GENDER_WORDS, h: 'm' },
};

/** Reads a gender by its value, its label, a usual word or the letters of the column. */
export function readGenderCell<Value extends string>(
  cell: Cell,
  labels: Readonly<Record<Value, string>>,
  letters: GenderLetters,
): CellReading<Value> {
  const isAmbiguous = letters === 'M_is_unknown' && foldText(cellText(cell)).replace(/\.$/, '') === 'm';
  return isAmbiguous
    ? problemOf('No se sabe si M es masculino o mujer. Escribe Masculino o Femenino.')
    : readChoiceCell(cell, labels, GENDER_SYNONYMS[letters]);
}

/** Returns the meaning of M by the other letters of the column, and of its title, such as 'Sexo (H/M)'. */
export function guessGenderLetters(title: Cell, cells: Iterable<Cell>): GenderLetters {
  const titleWords = foldText(cellText(title)).split(/[^a-z]+/);
  let [hasF, hasH] = [titleWords.includes('f'), titleWords.includes('h')];
  for (const cell of cells) {
    const text = foldText(cellText(cell));
    hasF ||= text.startsWith('f');
    hasH ||= text.startsWith('h');
  }
  if (hasF === hasH) return 'M_is_unknown';
  return hasH ? 'M_is_female' : 'M_is_male';
}

/** Additional field with the properties that decide how its values are read. */
export interface AdditionalFieldDefinition {
  readonly id: string;
  readonly name: string;
  readonly kind: AdditionalKind;
  readonly subject: 'patient' | 'visit';
  readonly choices: readonly string[];
}

const YES_NO_LABELS = { yes: 'Sí', no: 'No' } as const;
const YES_NO_SYNONYMS = { s: 'yes', x: 'yes', n: 'no' };

/** Reads the value of an additional field as the contract writes it. */
export function readAdditionalCell(
  cell: Cell,
  { kind, choices }: AdditionalFieldDefinition,
  days: DayReading,
): CellReading<string> {
  const read = (): CellReading<string> => {
    switch (kind) {
      case 'text':
        return readAs(plainText(cell));
      case 'number':
        return readAs(plainText(cell).replace(',', '.'));
      case 'date':
        return readDayCell(cell, days);
      case 'yes_no':
        return readChoiceCell(cell, YES_NO_LABELS, YES_NO_SYNONYMS);
      case 'choice':
        return readChoiceCell(cell, Object.fromEntries(choices.map((choice) => [choice, choice])));
    }
  };
  const reading = read();
  const error = reading.type === 'read' ? additionalValueError(kind, reading.value) : null;
  return error === null ? reading : problemOf(error);
}
