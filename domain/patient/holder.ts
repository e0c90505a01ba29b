import type { IdentificationType } from '#contract/vocabulary.ts';
import { foldText } from '../text/fold.ts';
import { normalizeDocumentNumber } from './document.ts';

/** Who somebody is as it stands on the screen: a document and a full name, either of which may still be empty. */
export interface Holder {
  readonly identificationType: IdentificationType;
  readonly identificationNumber: string;
  readonly name: string;
}

/** They stand between names and are none. */
const PARTICLES: ReadonlySet<string> = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'da', 'do', 'dos']);

const namesOf = ({ name }: Holder): readonly string[] =>
  foldText(name)
    .split(' ')
    .filter((word) => word !== '' && !PARTICLES.has(word));

const numberOf = ({ identificationType, identificationNumber }: Holder): string =>
  normalizeDocumentNumber(identificationType, identificationNumber);

const differ = (one: string, other: string): boolean => one !== '' && other !== '' && one !== other;

/**
 * Whether two holders may be one person. They are two where the number differs, or where no name of one is a name of the
 * other. So a letter, an accent, a second name, names in other fields and a tarjeta de identidad that became a cédula (it
 * keeps its number) are corrections; what is empty says nothing.
 */
export function mayBeOnePerson(one: Holder, other: Holder): boolean {
  if (differ(numberOf(one), numberOf(other))) return false;
  const [names, others] = [namesOf(one), namesOf(other)];
  return names.length === 0 || others.length === 0 || names.some((name) => others.includes(name));
}

/** Every name of both is the same: then another number is a number that was typed or read wrong. */
export const haveSameName = (one: Holder, other: Holder): boolean =>
  foldText(one.name) !== '' && foldText(one.name) === foldText(other.name);
