import type { Gender, IdentificationType } from '#contract/vocabulary.ts';

/** Names as the registration has them; empty text for a missing one. */
export interface NameParts {
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  readonly secondLastName: string;
}

/**
 * Names of a card. Where the card does not separate them, the user chooses among suggestions: the likeliest is first, and the
 * list is empty when none is likely.
 */
export type CardNames =
  | ({ readonly type: 'parts' } & NameParts)
  | { readonly type: 'joined'; readonly text: string; readonly suggestions: readonly NameParts[] }
  /** All names are on one side of the document, which leaves open whether the other side exists: the user chooses. */
  | {
      readonly type: 'one_side';
      readonly side: 'given_names' | 'surnames';
      readonly text: string;
      readonly suggestions: readonly NameParts[];
    };

export interface CardPerson {
  readonly identificationType: IdentificationType;
  readonly identificationNumber: string;
  readonly names: CardNames;
  /** YYYY-MM-DD */
  readonly birthDate: string | null;
  readonly gender: Exclude<Gender, 'O'> | null;
}

/** Points that the user must compare with the card. */
export type Doubt =
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
  /** No published rule says which number on a foreigner's card is the person's. */
  | 'number_place';

export type CardReading =
  | { readonly type: 'person'; readonly person: CardPerson; readonly doubts: readonly Doubt[] }
  /** A document type that the registration does not have. */
  | { readonly type: 'other_document' }
  | { readonly type: 'unreadable' };
