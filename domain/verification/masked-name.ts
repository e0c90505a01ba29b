import { isNoSurname } from '../patient/name.ts';

interface PersonToMask {
  readonly first_name: string;
  readonly middle_name?: string | null | undefined;
  readonly last_name: string;
  readonly identification_number: string;
}

/** Text after an initial. It has the same length for all names, so that it does not disclose their length. */
export const NAME_MASK = '***';

const maskedInitial = (name: string): string =>
  `${(Array.from(name.trim())[0] ?? '').toLocaleUpperCase('es')}${NAME_MASK}`;

/**
 * Returns the surname; for a patient without a surname the last given name, because the documents of such a patient print only
 * given names.
 */
const surnameToMask = ({ first_name: first, middle_name: middle, last_name: last }: PersonToMask): string =>
  isNoSurname(last) ? (`${first} ${middle ?? ''}`.trim().split(/\s+/u).at(-1) ?? '') : last;

/**
 * Masks a name: `Ana María Gil Núñez` becomes `A*** G***`. A reader can compare it with a printed document, but cannot identify
 * the patient.
 */
export const maskedName = (person: PersonToMask): string =>
  `${maskedInitial(person.first_name)} ${maskedInitial(surnameToMask(person))}`;

export const lastDocumentCharacters = ({
  identification_number: number,
}: Pick<PersonToMask, 'identification_number'>): string =>
  number
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(-3);
