import { useState } from 'react';
import { PATIENT_CARD_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import { mayBeSamePatient, type Identity } from '#domain/patient/same-patient.ts';
import { identityOfForm, type RegistrationForm } from '#domain/registration.ts';
import type { WizardForm } from '../../form/step-props.ts';

/** Fields that a card can fill, in the order of the form. */
export const CARD_FORM_FIELDS = ['identification_number', ...PATIENT_CARD_FIELDS] as const;
export type CardField = (typeof CARD_FORM_FIELDS)[number];
export type PatientCardField = (typeof PATIENT_CARD_FIELDS)[number];

/** Values of a card by field; a field that the card lacks is absent. */
export type CardValues = Partial<Pick<RegistrationForm, CardField | 'identification_type'>>;

export const isDocumentOfCard = (
  form: RegistrationForm,
  values: Pick<CardValues, 'identification_type' | 'identification_number'>,
): boolean =>
  form.identification_type === values.identification_type &&
  normalizeDocumentNumber(form.identification_type, form.identification_number) ===
    values.identification_number;

/** Values in the form that came from a card, and the cardholder. */
export interface AppliedCardValues {
  readonly of: Identity | null;
  readonly values: CardValues;
}
export const NO_CARD_VALUES: AppliedCardValues = { of: null, values: {} };

/**
 * Returns true if the form is about the cardholder: it has the card's number, and its name matches the card. An empty name does
 * not match.
 */
export function isFormOfCardholder(form: RegistrationForm, card: Identity): boolean {
  const present = identityOfForm(form);
  return (
    isDocumentOfCard(form, card) &&
    (card.name === '' || present.name !== '') &&
    mayBeSamePatient(present, card)
  );
}

/** Returns the card's values that the form still has. Returns the same object if nothing has changed. */
export function unchangedCardValues(form: RegistrationForm, given: AppliedCardValues): AppliedCardValues {
  if (given.of === null) return given;
  if (!isFormOfCardholder(form, given.of)) return NO_CARD_VALUES;
  const all = Object.entries(given.values) as [keyof CardValues, string][];
  const still = all.filter(([field, value]) => form[field] === value);
  return still.length === all.length ? given : { ...given, values: Object.fromEntries(still) };
}

export function useAppliedCardValues(
  form: WizardForm,
): [given: AppliedCardValues, onGiven: (given: AppliedCardValues) => void] {
  const [given, setGiven] = useState(NO_CARD_VALUES);
  const still = unchangedCardValues(form.values, given);
  // A value that the user has changed no longer counts as read from the card, even when the user types it again.
  if (still !== given) setGiven(still);
  return [still, setGiven];
}
