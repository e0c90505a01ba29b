import type { IdentificationType } from '#contract/vocabulary.ts';
import { foldText } from '../text/fold.ts';
import { normalizeDocumentNumber } from './document.ts';

/** Document and full name of the patient in a form; each may be empty. */
export interface Identity {
  readonly identification_type: IdentificationType;
  readonly identification_number: string;
  readonly name: string;
}

const NAME_PARTICLES: ReadonlySet<string> = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'y',
  'da',
  'do',
  'dos',
]);

const nameWordsOf = ({ name }: Identity): readonly string[] =>
  foldText(name)
    .split(' ')
    .filter((word) => word !== '' && !NAME_PARTICLES.has(word));

const normalizedNumberOf = ({ identification_type, identification_number }: Identity): string =>
  normalizeDocumentNumber(identification_type, identification_number);

const areFilledAndDifferent = (one: string, other: string): boolean =>
  one !== '' && other !== '' && one !== other;

/**
 * Returns true when two identities may belong to the same patient; false when the numbers differ or the names have no word in
 * common. Therefore these changes count as corrections: a letter or accent, a second name, swapped name fields, or a tarjeta de
 * identidad that became a cédula (with the same number). Empty values are not compared.
 */
export function mayBeSamePatient(one: Identity, other: Identity): boolean {
  if (areFilledAndDifferent(normalizedNumberOf(one), normalizedNumberOf(other))) return false;
  const [names, others] = [nameWordsOf(one), nameWordsOf(other)];
  return names.length === 0 || others.length === 0 || names.some((name) => others.includes(name));
}

/** Returns true when all names are equal. A different document number is then an error of typing or reading. */
export const haveSameNames = (one: Identity, other: Identity): boolean =>
  foldText(one.name) !== '' && foldText(one.name) === foldText(other.name);
