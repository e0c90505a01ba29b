import type { Gender, IdentificationType } from '#contract/vocabulary.ts';

/** Names in the parts of the registration form; empty text for a missing part. */
export interface NameParts {
  readonly first_name: string;
  readonly middle_name: string;
  readonly last_name: string;
  readonly second_last_name: string;
}

/**
 * Names of a card. Where the card does not separate them, the user chooses among suggestions. The likeliest comes first; the
 * list is empty when none is likely.
 */
export type CardNames =
  | ({ readonly type: 'parts' } & NameParts)
  | { readonly type: 'joined'; readonly text: string; readonly suggestions: readonly NameParts[] }
  /**
   * The card has names on one side only. The names of the other side may be missing or may not exist, so the user chooses the
   * split.
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
  /** YYYY-MM-DD */
  readonly birth_date: string | null;
  readonly gender: Exclude<Gender, 'O'> | null;
}

/** Reasons why the user must compare a value with the card. */
export type CardDoubt =
  /** A name fills its field: its end may be missing. */
  | 'names_cut'
  /** The lines of newer cards have no accents and no ñ. */
  | 'names_plain'
  /** A letter arrived as another character: the reader uses another country's keyboard layout. */
  | 'names_odd'
  /** The birth date is missing or invalid. */
  | 'birth_date'
  /** A check digit fails: the covered data were printed or read wrong. */
  | 'check_number'
  | 'check_birth_date'
  | 'check_expiry'
  | 'check_whole'
  /** A foreigner's card has two numbers, and no published rule says which one is the person's. */
  | 'number_place';

export type CardReading =
  | { readonly type: 'person'; readonly person: CardPerson; readonly doubts: readonly CardDoubt[] }
  /** The card is a document type that a registration cannot have. */
  | { readonly type: 'other_document' }
  | { readonly type: 'unreadable' };
