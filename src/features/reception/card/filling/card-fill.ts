import {
  FIELDS_NOT_ON_CARD,
  PATIENT_LASTING_FIELDS,
  PATIENT_NAME_FIELDS,
} from '#contract/records/evaluation/patient-fields.ts';
import { findDifferingValues } from '#domain/additional/values.ts';
import { haveSameNames, mayBeSamePatient, type Identity } from '#domain/patient/same-patient.ts';
import type { CardPerson, NameParts } from '#domain/card/reading.ts';
import { identityOfForm, type LocalPatient, type RegistrationForm } from '#domain/registration.ts';
import { foldText } from '#domain/text/fold.ts';
import { fillFormFromPatient } from '../../form/create-body.ts';
import type { PictureKind } from '../../capture/files/read-file.ts';
import {
  CARD_FORM_FIELDS,
  isDocumentOfCard,
  type CardField,
  type CardValues,
  type PatientCardField,
} from './card-values.ts';

export const nameValuesOf = (names: NameParts): CardValues =>
  Object.fromEntries(PATIENT_NAME_FIELDS.map((field) => [field, names[field]]));

/** Returns the card's values for the form. Joined names are left out until the user has split them. */
export const cardValues = ({ names, birth_date, gender, ...document }: CardPerson): CardValues => ({
  ...document,
  ...(names.type === 'parts' && nameValuesOf(names)),
  ...(birth_date !== null && { birth_date }),
  ...(gender !== null && { gender }),
});

/** Returns document and name of the cardholder; the name is empty while the names are not split. */
export const identityOfCard = ({ names, ...person }: CardPerson): Identity => ({
  identification_type: person.identification_type,
  identification_number: person.identification_number,
  name: names.type === 'parts' ? Object.values(nameValuesOf(names)).filter(Boolean).join(' ') : '',
});

/** True for each picture that the registration already has; a card contains neither photo nor signature. */
export type PresentCaptures = Readonly<Record<PictureKind, boolean>>;

export const hasAnyVisitChoice = (form: RegistrationForm): boolean =>
  form.evaluation_type_id !== '' || form.employer_company_id !== '' || form.contractor_company_id !== '';

/**
 * Returns true if the user typed data that no card contains. Data from the lookup may be replaced, because they belong to the
 * found patient.
 */
const hasTypedDataNotOnCard = (form: RegistrationForm, linked: LocalPatient | null): boolean => {
  const found = linked && fillFormFromPatient(form, linked);
  return (
    FIELDS_NOT_ON_CARD.some((field) => form[field].trim() !== '' && found?.[field] !== form[field]) ||
    findDifferingValues(form.patient_additional, linked?.additional_fields).length > 0
  );
};

/**
 * Returns true if form and card are about different persons. The same names with another number are a mistyped number, not
 * another person.
 */
export function isCardOfOtherPatient(form: RegistrationForm, card: CardPerson): boolean {
  const [present, read] = [identityOfForm(form), identityOfCard(card)];
  const isNobody = present.identification_number === '' && present.name === '';
  return !isNobody && !mayBeSamePatient(present, read) && !haveSameNames(present, read);
}

/**
 * Returns true if another patient's card is read while the form has data that a card cannot replace: photo, signature, job,
 * companies or additional data.
 */
export function wouldLoseOtherPatientData(
  { form, linked }: Pick<StateBeforeCard, 'form' | 'linked'>,
  card: CardPerson,
  captured: PresentCaptures,
): boolean {
  return (
    isCardOfOtherPatient(form, card) &&
    (captured.photo ||
      captured.signature ||
      hasTypedDataNotOnCard(form, linked) ||
      hasAnyVisitChoice(form) ||
      form.additional_info.trim() !== '' ||
      form.visit_additional.length > 0)
  );
}

interface StateBeforeCard {
  readonly form: RegistrationForm;
  readonly linked: LocalPatient | null;
  readonly given: CardValues;
}

function isFieldTyped({ form, linked, given }: StateBeforeCard, field: CardField): boolean {
  const value = form[field];
  if (value.trim() === '' || value === given[field]) return false;
  return (
    linked === null || fillFormFromPatient(form, linked)[field] !== value || field === 'identification_number'
  );
}

const isSameFoldedText = (a: string, b: string): boolean => foldText(a) === foldText(b);

/**
 * Returns the typed fields whose values differ from the card. A different document alone is no conflict if all other data come
 * from the lookup.
 */
export function conflictingCardFields(before: StateBeforeCard, values: CardValues): readonly CardField[] {
  const { form, linked } = before;
  return CARD_FORM_FIELDS.filter((field) => {
    const read = values[field];
    if (read === undefined || !isFieldTyped(before, field)) return false;
    return field === 'identification_number'
      ? linked === null && !isDocumentOfCard(form, values)
      : !isSameFoldedText(form[field], read);
  });
}

/**
 * Returns the card values to write into the form: without the fields in `kept`, and without names that differ only in accents
 * or capitals.
 */
export function cardFormPatch(
  form: RegistrationForm,
  values: CardValues,
  kept: readonly CardField[] = [],
): CardValues {
  const entries = Object.entries(values).filter(([name, read]) => {
    const field = name as keyof CardValues;
    if (field === 'identification_type') return true;
    return (
      !kept.includes(field) && (field === 'identification_number' || !isSameFoldedText(form[field], read))
    );
  });
  return Object.fromEntries(entries) as CardValues;
}

/**
 * Returns the found patient's names that the card lacks; a card does not remove them. A name that the user has emptied stays
 * empty.
 */
export function namesToKeep(
  { form, linked }: Pick<StateBeforeCard, 'form' | 'linked'>,
  values: CardValues,
  kept: readonly CardField[] = [],
): CardValues {
  if (linked === null || !isDocumentOfCard(form, values)) return {};
  const known = fillFormFromPatient(form, linked);
  const silent = PATIENT_NAME_FIELDS.filter(
    (field) => values[field] === '' && form[field] !== '' && !kept.includes(field),
  );
  return Object.fromEntries(silent.map((field) => [field, known[field]]));
}

/** Returns empty values for the fields that another patient's card filled in and this card lacks. */
export function staleCardValuesPatch(
  form: RegistrationForm,
  values: CardValues,
  given: CardValues,
): CardValues {
  if (isDocumentOfCard(form, values)) return {};
  const stale = CARD_FORM_FIELDS.filter(
    (field) => values[field] === undefined && form[field] === given[field],
  );
  return Object.fromEntries(stale.map((field) => [field, '']));
}

/**
 * Returns the fields, names excepted, in which the card differs from the found patient's value, as long as the form has the
 * latter. Names are compared separately (S15).
 */
export const fieldsUnlikeStored = (
  { form, linked }: Pick<StateBeforeCard, 'form' | 'linked'>,
  values: CardValues,
): readonly PatientCardField[] =>
  PATIENT_LASTING_FIELDS.filter((field) => {
    const [read, stored] = [values[field], linked?.[field]];
    return read !== undefined && stored && stored !== read && form[field] === stored;
  });

/**
 * Returns the conflicts between form and card, and the document number if it differs from the card's, even if the user did not
 * type the number; of the card's patient, also the fields unlike the stored ones.
 */
export function conflictsAndOtherNumber(before: StateBeforeCard, values: CardValues): readonly CardField[] {
  if (isDocumentOfCard(before.form, values))
    return [...conflictingCardFields(before, values), ...fieldsUnlikeStored(before, values)];
  const fields = conflictingCardFields(before, values);
  return fields.includes('identification_number') ? fields : ['identification_number', ...fields];
}
