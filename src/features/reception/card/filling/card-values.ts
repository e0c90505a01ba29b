import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import { mayBeSamePatient, type Identity } from '#domain/patient/same-patient.ts';
import { identityOfForm, type RegistrationForm } from '#domain/registration.ts';

/** Fields that a card can fill. */
export const CARD_FIELDS = [
  'identificationNumber',
  'firstName',
  'middleName',
  'lastName',
  'secondLastName',
  'birthDate',
  'gender',
] as const satisfies readonly (keyof RegistrationForm)[];
export type CardField = (typeof CARD_FIELDS)[number];

/** Values that a card provides, by field; a field missing on the card is absent. */
export type CardValues = Partial<Pick<RegistrationForm, CardField | 'identificationType'>>;

export const isDocumentOfCard = (
  form: RegistrationForm,
  values: Pick<CardValues, 'identificationType' | 'identificationNumber'>,
): boolean =>
  form.identificationType === values.identificationType &&
  normalizeDocumentNumber(form.identificationType, form.identificationNumber) === values.identificationNumber;

/** Values of a card that the form still has, and the holder of the card. */
export interface AppliedCardValues {
  readonly of: Identity | null;
  readonly values: CardValues;
}
export const NO_CARD_VALUES: AppliedCardValues = { of: null, values: {} };

/**
 * Returns true if the form is about the cardholder: it has the card's number, and its name does not contradict the card. An
 * empty name contradicts a card with a name.
 */
export function isFormOfCardholder(form: RegistrationForm, card: Identity): boolean {
  const present = identityOfForm(form);
  return (
    isDocumentOfCard(form, card) &&
    (card.name === '' || present.name !== '') &&
    mayBeSamePatient(present, card)
  );
}

/** Returns the values that the form still has; the same object if nothing has changed. */
export function unchangedCardValues(form: RegistrationForm, given: AppliedCardValues): AppliedCardValues {
  if (given.of === null) return given;
  if (!isFormOfCardholder(form, given.of)) return NO_CARD_VALUES;
  const all = Object.entries(given.values) as [keyof CardValues, string][];
  const still = all.filter(([field, value]) => form[field] === value);
  return still.length === all.length ? given : { ...given, values: Object.fromEntries(still) };
}
