export interface Named {
  readonly first_name: string;
  readonly middle_name?: string | null | undefined;
  readonly last_name: string;
  readonly second_last_name?: string | null | undefined;
}

const SMALL = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'da', 'do', 'dos', 'der', 'e']);

const capital = (word: string): string =>
  word.replace(/(^|[-'’])\p{Ll}/gu, (beginning) => beginning.toUpperCase());

/** 'DE LA CRUZ' as people write it: 'De la Cruz', and 'de la Cruz' where it follows another part of the name. */
export const properName = (name: string, follows = false): string =>
  name
    .toLowerCase()
    .split(' ')
    .map((word, index) => ((follows || index > 0) && SMALL.has(word) ? word : capital(word)))
    .join(' ');

/** What was typed without any capital, as people write it; whoever typed one meant the others. For the eye alone. */
export const writtenName = (typed: string, follows = false): string =>
  typed === typed.toLowerCase() ? properName(typed, follows) : typed;

const partsOf = (person: Named): string[] =>
  [person.first_name, person.middle_name, person.last_name, person.second_last_name]
    .map((part) => part?.trim() ?? '')
    .filter(Boolean);

/** First name first, missing parts left out. */
export const fullName = (person: Named): string =>
  partsOf(person)
    .map((part, index) => writtenName(part, index > 0))
    .join(' ');

/** The same to the letter, where it matters what was typed. */
export const typedName = (person: Named): string => partsOf(person).join(' ');
