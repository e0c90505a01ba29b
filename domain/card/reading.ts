import type { Gender, IdentificationType } from '#contract/vocabulary.ts';

/** Names as the registration has them; empty text for none. */
export interface NameParts {
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  readonly secondLastName: string;
}

/** Ways to split names that the card does not separate: a person chooses. The likeliest is first; empty where none is likely. */
export type CardNames =
  | ({ readonly type: 'parts' } & NameParts)
  | { readonly type: 'joined'; readonly text: string; readonly suggestions: readonly NameParts[] }
  /** All names are on one side of the document, which leaves open whether the other exists: a person chooses. */
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

/** What somebody has to compare with the card. */
export type Doubt =
  /** A name is as long as its place: its end may be missing. */
  | 'names_cut'
  /** The lines of newer cards have no accents and no ñ. */
  | 'names_plain'
  /** A letter came as another sign: the reader's keyboard is another country's. */
  | 'names_odd'
  /** The day of birth is missing or no day. */
  | 'birth_date'
  /** A check digit does not fit: what it covers was printed or read wrong. */
  | 'check_number'
  | 'check_birth_date'
  | 'check_expiry'
  | 'check_whole'
  /** Which of the numbers of a foreigner's card is theirs is not published. */
  | 'number_place';

export type CardReading =
  | { readonly type: 'person'; readonly person: CardPerson; readonly doubts: readonly Doubt[] }
  /** A document for which the registration has no type. */
  | { readonly type: 'other_document' }
  | { readonly type: 'unreadable' };
