import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import type { CardPerson, NameParts } from '#domain/card/reading.ts';
import type { KnownPatient, RegistrationForm } from '#domain/registration.ts';
import { foldText } from '#domain/text/fold.ts';
import { fillFrom } from '../../form/create-body.ts';

/** Fields that a card can fill. */
const CARD_FIELDS = [
  'identificationNumber',
  'firstName',
  'middleName',
  'lastName',
  'secondLastName',
  'birthDate',
  'gender',
] as const satisfies readonly (keyof RegistrationForm)[];
export type CardField = (typeof CARD_FIELDS)[number];

/** What a card gave, by field; what it did not say is missing. */
export type CardValues = Partial<Pick<RegistrationForm, CardField | 'identificationType'>>;

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

export const isCardsDocument = (form: RegistrationForm, values: CardValues): boolean =>
  form.identificationType === values.identificationType &&
  normalizeDocumentNumber(form.identificationType, form.identificationNumber) === values.identificationNumber;

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

/** What another person's card left in fields about which this one says nothing: emptied. */
export function leftovers(form: RegistrationForm, values: CardValues, given: CardValues): CardValues {
  if (isCardsDocument(form, values)) return {};
  const stale = CARD_FIELDS.filter((field) => values[field] === undefined && form[field] === given[field]);
  return Object.fromEntries(stale.map((field) => [field, '']));
}
