import type { Gender, IdentificationType } from '#contract/vocabulary.ts';

/** Names in the fields of the registration form; empty for a missing name. */
export interface NameParts {
  readonly first_name: string;
  readonly middle_name: string;
  readonly last_name: string;
  readonly second_last_name: string;
}

/**
 * Names of a card. When the card does not separate them, the user chooses a suggestion. The likeliest comes first; the list is
 * empty when none is likely.
 */
export type CardNames =
  | ({ readonly type: 'parts' } & NameParts)
  | { readonly type: 'joined'; readonly text: string; readonly suggestions: readonly NameParts[] }
  /**
   * The card has only surnames or only given names. The user must choose the split, because the person may have no other name,
   * or the card may lack it.
   */
  | {
      readonly type: 'one_side';
      readonly side: 'given_names' | 'surnames';
      readonly text: string;
      readonly suggestions: readonly NameParts[];
    };

export interface CardPerson {
  readonly identification_type: IdentificationType;
  readonly identification_number: string;
  readonly names: CardNames;
  /** Birth date as YYYY-MM-DD. */
  readonly birth_date: string | null;
  readonly gender: Exclude<Gender, 'O'> | null;
}

export type CardDoubt =
  /** A name fills its column, so that its end may be missing. */
  | 'names_cut'
  /** Accents and ñ may be missing, because the machine-readable lines of newer cards have none. */
  | 'names_plain'
  /** A letter arrived as another character, because the reader uses another country's keyboard layout. */
  | 'names_odd'
  /** The birth date is missing or invalid. */
  | 'birth_date'
  /** A check digit is wrong: the data that it covers were misprinted or misread. */
  | 'check_number'
  | 'check_birth_date'
  | 'check_expiry'
  | 'check_whole'
  /** A foreigner's card has two numbers, and no published rule states which of them identifies the person. */
  | 'number_place';

export type CardReading =
  | { readonly type: 'person'; readonly person: CardPerson; readonly doubts: readonly CardDoubt[] }
  /** The document type of the card cannot be registered. */
  | { readonly type: 'other_document' }
  | { readonly type: 'unreadable' };
