import type { IdentificationType } from '#contract/vocabulary.ts';
import { foldText } from '../text/fold.ts';
import { normalizeDocumentNumber } from './document.ts';

/** Patient's document and full name as a form shows them; either may still be empty. */
export interface Identity {
  readonly identification_type: IdentificationType;
  readonly identification_number: string;
  readonly name: string;
}

/** Words between names that are not names themselves. */
const PARTICLES: ReadonlySet<string> = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'da', 'do', 'dos']);

const namesOf = ({ name }: Identity): readonly string[] =>
  foldText(name)
    .split(' ')
    .filter((word) => word !== '' && !PARTICLES.has(word));

const numberOf = ({ identification_type, identification_number }: Identity): string =>
  normalizeDocumentNumber(identification_type, identification_number);

const differ = (one: string, other: string): boolean => one !== '' && other !== '' && one !== other;

/**
 * Returns true when two identities may belong to the same patient. They belong to different patients when the numbers differ,
 * or when they have no name in common. Therefore a changed letter or accent, a second name, names in other fields and a tarjeta
 * de identidad that became a cédula (it keeps its number) are corrections. Empty values are ignored.
 */
export function mayBeSamePatient(one: Identity, other: Identity): boolean {
  if (differ(numberOf(one), numberOf(other))) return false;
  const [names, others] = [namesOf(one), namesOf(other)];
  return names.length === 0 || others.length === 0 || names.some((name) => others.includes(name));
}

/** Returns true when all names are equal: a different number is then a typing or reading error. */
export const haveSameNames = (one: Identity, other: Identity): boolean =>
  foldText(one.name) !== '' && foldText(one.name) === foldText(other.name);
