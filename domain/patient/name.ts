import { foldText } from '../text/fold.ts';

/**
 * Surname that is stored for a patient who has only given names, because the contract requires a surname. Clients of the base
 * contract show this surname; the screens and documents of this product omit it.
 */
export const NO_SURNAME = 'Sin apellido';

export const isNoSurname = (text: string): boolean => foldText(text) === foldText(NO_SURNAME);

export interface NameFields {
  readonly first_name: string;
  readonly middle_name?: string | null | undefined;
  readonly last_name: string;
  readonly second_last_name?: string | null | undefined;
}

const LOWER_CASE_WORDS = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'da', 'do', 'dos', 'der', 'e']);

const capitalizeWord = (word: string): string =>
  word.replace(/(^|[-'’])\p{Ll}/gu, (beginning) => beginning.toUpperCase());

/** Returns true when all letters have the same case. The user then did not choose the case on purpose. */
const hasOneCase = (text: string): boolean => text === text.toLowerCase() || text === text.toUpperCase();

/**
 * Returns one part of a name as screens and documents write it; no other rule for names exists. A part in mixed case stays as
 * it was typed. 'DE LA CRUZ' and 'de la cruz' become 'De la Cruz', or 'de la Cruz' when another part precedes (`follows`).
 */
export function formatNamePart(typed: string, follows = false): string {
  if (!hasOneCase(typed)) return typed;
  return typed
    .toLowerCase()
    .split(' ')
    .map((word, index) =>
      (follows || index > 0) && LOWER_CASE_WORDS.has(word) ? word : capitalizeWord(word),
    )
    .join(' ');
}

export function formatNameParts(person: NameFields): Required<Record<keyof NameFields, string>> {
  const formatPart = (typed: string | null | undefined, follows: boolean) =>
    formatNamePart(typed?.trim() ?? '', follows);
  return {
    first_name: formatPart(person.first_name, false),
    middle_name: formatPart(person.middle_name, true),
    last_name: formatPart(person.last_name, true),
    second_last_name: formatPart(person.second_last_name, true),
  };
}

/** Returns the full name, given names first, without missing parts. */
export const fullName = (person: NameFields): string =>
  Object.values(formatNameParts(person))
    .filter((part) => part && !isNoSurname(part))
    .join(' ');

/** Puts the preposition before a doctor's name: 'del Dr. Jorge', 'de la Dra. Ana', 'de Ana'. */
export function addDoctorPreposition(name: string): string {
  if (/^dra\b/i.test(name)) return `de la ${name}`;
  return /^dr\b/i.test(name) ? `del ${name}` : `de ${name}`;
}

/** Returns first name and initial of the surname, as a waiting-room screen shows a patient: 'Ana G.'. */
export function firstNameAndInitial({ first_name, last_name }: NameFields): string {
  const [first = ''] = formatNamePart(first_name.trim()).split(' ');
  const [initial] = isNoSurname(last_name) ? [] : last_name.trim().normalize();
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`;
}
