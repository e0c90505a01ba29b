import { haveSameName, mayBeOnePerson, type Holder } from '#domain/patient/holder.ts';
import type { CardPerson, NameParts } from '#domain/card/reading.ts';
import { holderIn, type KnownPatient, type RegistrationForm } from '#domain/registration.ts';
import { foldText } from '#domain/text/fold.ts';
import { fillFrom } from '../../form/create-body.ts';
import { CARD_FIELDS, isCardsDocument, type CardField, type CardValues } from './given.ts';

const NAME_FIELDS = ['firstName', 'middleName', 'lastName', 'secondLastName'] as const;
const namesOf = (names: NameParts): CardValues =>
  Object.fromEntries(NAME_FIELDS.map((field) => [field, names[field]]));

/** Joined names are left out until somebody has split them. */
export function cardValues({ names, ...person }: CardPerson): CardValues {
  return {
    identificationType: person.identificationType,
    identificationNumber: person.identificationNumber,
    ...(names.type === 'parts' ? namesOf(names) : {}),
    ...(person.birthDate === null ? {} : { birthDate: person.birthDate }),
    ...(person.gender === null ? {} : { gender: person.gender }),
  };
}
export const splitValues = (values: CardValues, names: NameParts): CardValues => ({
  ...values,
  ...namesOf(names),
});

/** Whom a card is of; names that nobody has split say nothing. */
export const holderOfCard = ({ identificationType, identificationNumber, names }: CardPerson): Holder => ({
  identificationType,
  identificationNumber,
  name:
    names.type !== 'parts'
      ? ''
      : NAME_FIELDS.map((field) => names[field])
          .filter(Boolean)
          .join(' '),
});

/** Of the registration in progress, what belongs to its person besides what a card can fill. */
export interface Captured {
  readonly photo: boolean;
  readonly signature: boolean;
}

export const hasVisit = (form: RegistrationForm): boolean =>
  form.evaluationTypeId !== '' || form.employerCompanyId !== '' || form.contractorCompanyId !== '';

/** What the lookup filled in is no work of anybody's, and goes with its person. */
const hasTypedJob = (form: RegistrationForm, linked: KnownPatient | null): boolean =>
  form.occupationName.trim() !== '' &&
  (linked === null || fillFrom(form, linked).occupationName !== form.occupationName);

/** The form is about somebody else than the card's. Where all names are the same only the number was wrong. */
export function isOfSomebodyElse(form: RegistrationForm, card: CardPerson): boolean {
  const [present, read] = [holderIn(form), holderOfCard(card)];
  const isNobody = present.identificationNumber === '' && present.name === '';
  return !isNobody && !mayBeOnePerson(present, read) && !haveSameName(present, read);
}

/**
 * A card of another person than the one in the form, of whom more is there than a card fills in: photo, signature, job,
 * companies. A number that was wrong is asked about as any other field.
 */
export function isOfAnother(
  { form, linked }: Pick<Before, 'form' | 'linked'>,
  card: CardPerson,
  captured: Captured,
): boolean {
  return (
    isOfSomebodyElse(form, card) &&
    (captured.photo ||
      captured.signature ||
      hasTypedJob(form, linked) ||
      hasVisit(form) ||
      form.additionalInfo.trim() !== '')
  );
}

interface Before {
  readonly form: RegistrationForm;
  /** Whom the lookup filled the form from. */
  readonly linked: KnownPatient | null;
  /** What the card before gave. */
  readonly given: CardValues;
}

/** Typed by a person: not empty, and neither the lookup's nor a card's. */
function isTyped({ form, linked, given }: Before, field: CardField): boolean {
  const value = form[field];
  if (value.trim() === '' || value === given[field]) return false;
  return linked === null || fillFrom(form, linked)[field] !== value || field === 'identificationNumber';
}

const isSame = (a: string, b: string): boolean => foldText(a) === foldText(b);

/** Typed fields that the card has otherwise; the document alone is no reason to ask where nobody typed about its person. */
export function conflicts(before: Before, values: CardValues): readonly CardField[] {
  const { form, linked, given } = before;
  const isLinkedDocument = linked !== null && !isCardsDocument(form, values);
  return CARD_FIELDS.filter((field) => {
    const read = values[field];
    if (read === undefined || !isTyped({ form, linked, given }, field)) return false;
    if (field === 'identificationNumber') return !isCardsDocument(form, values) && !isLinkedDocument;
    return !isSame(form[field], read);
  });
}

/** What goes into the form: all that was read, but for what is there already in other accents or capitals. */
export function patchFrom(
  form: RegistrationForm,
  values: CardValues,
  kept: readonly CardField[] = [],
): CardValues {
  const entries = Object.entries(values).filter(([name, read]) => {
    const field = name as keyof CardValues;
    if (field === 'identificationType') return true;
    return !kept.includes(field) && (field === 'identificationNumber' || !isSame(form[field], read));
  });
  return Object.fromEntries(entries) as CardValues;
}

/** Returns the known names that the card of the same person leaves out: a card removes no value. A name that the user has emptied stays empty. */
export function keptNames(
  { form, linked }: Pick<Before, 'form' | 'linked'>,
  values: CardValues,
  kept: readonly CardField[] = [],
): CardValues {
  if (linked === null || !isCardsDocument(form, values)) return {};
  const known = fillFrom(form, linked);
  const silent = NAME_FIELDS.filter(
    (field) => values[field] === '' && form[field] !== '' && !kept.includes(field),
  );
  return Object.fromEntries(silent.map((field) => [field, known[field]]));
}

/** What another person's card left in fields about which this one says nothing: emptied. */
export function leftovers(form: RegistrationForm, values: CardValues, given: CardValues): CardValues {
  if (isCardsDocument(form, values)) return {};
  const stale = CARD_FIELDS.filter((field) => values[field] === undefined && form[field] === given[field]);
  return Object.fromEntries(stale.map((field) => [field, '']));
}

/** The same, and the document where it is another, whoever filled it in. */
export function differences(before: Before, values: CardValues): readonly CardField[] {
  const fields = conflicts(before, values);
  return isCardsDocument(before.form, values) || fields.includes('identificationNumber')
    ? fields
    : ['identificationNumber', ...fields];
}
