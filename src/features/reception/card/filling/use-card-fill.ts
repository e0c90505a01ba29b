import { useState } from 'react';
import type { CardText } from '#domain/card/capture.ts';
import { readCard } from '#domain/card/read-card.ts';
import type { CardPerson, CardDoubt, NameParts } from '#domain/card/reading.ts';
import { emptyRegistration } from '#domain/registration.ts';
import { bogotaToday } from '../../form/dates/bogota-day.ts';
import { visitChoicesOf } from '../../form/create-body.ts';
import { findFirstInvalidFields, stepErrors } from '../../form/registration-schema.ts';
import { focusField, focusForwardButton } from '../../form/focus.ts';
import type { WizardForm } from '../../form/step-props.ts';
import type { Parking } from '../../parked/parking.tsx';
import { isSameDocument, type TypedDocument } from '../../patient/use-lookup.ts';
import type { WizardState } from '../../steps/use-wizard.ts';
import {
  cardValues,
  conflictingCardFields,
  conflictsAndOtherNumber,
  fieldsUnlikeStored,
  identityOfCard,
  wouldLoseOtherPatientData,
  isCardOfOtherPatient,
  nameValuesOf,
  namesToKeep,
  staleCardValuesPatch,
  cardFormPatch,
} from './card-fill.ts';
import {
  isDocumentOfCard,
  isFormOfCardholder,
  type CardField,
  type CardValues,
  type AppliedCardValues,
} from './card-values.ts';

interface ReadCard {
  readonly text: CardText;
  readonly person: CardPerson;
  readonly doubts: readonly CardDoubt[];
}

/** State of a card that fills in nothing yet. */
type UnusedCard =
  | { readonly name: 'not_read'; readonly why: 'unreadable' | 'other_document' }
  /** The typed data differ from the card, which fills in nothing before the user has decided. */
  | (ReadCard & {
      readonly name: 'asking';
      readonly fields: readonly CardField[];
      /** Document in the form when the card was read. The prompt closes when another document is typed. */
      readonly over: TypedDocument;
      readonly isAnother: boolean;
    })
  /** Another patient's card was read, and the form has data that a card cannot replace, such as a photo. */
  | (ReadCard & { readonly name: 'other' });

export type CardFillState =
  | UnusedCard
  | { readonly name: 'idle' }
  | (ReadCard & { readonly name: 'filled'; readonly isSplit: boolean; readonly kept: readonly CardField[] });

/** Relation of a card to the form. A card fills in nothing in steps 2 and 3, and while a dialog covers the form. */
export type CardRelation = UnusedCard | (ReadCard & { readonly name: 'same' }) | { readonly name: 'nobody' };

export interface CardFillOptions {
  readonly wizard: WizardState;
  readonly parking: Parking;
  readonly given: AppliedCardValues;
  readonly onGiven: (given: AppliedCardValues) => void;
}

/**
 * Returns true if the state is outdated, because the form is now about a patient or document other than when the card was read.
 */
function isCardFillOutdated(state: CardFillState, form: WizardForm): boolean {
  if (state.name === 'filled') return !isFormOfCardholder(form.values, identityOfCard(state.person));
  return state.name === 'asking' && !isSameDocument(state.over, form.values);
}

/**
 * Returns the function that writes a card into the form. It looks up the patient with the card's number, as 'Buscar paciente'
 * does.
 */
function createFill(
  { wizard: { form, identity }, given, onGiven }: CardFillOptions,
  setState: (state: CardFillState) => void,
) {
  const writeValues = (person: CardPerson, values: CardValues, kept: readonly CardField[] = []) => {
    const before = form.getValues();
    const patch = {
      ...staleCardValuesPatch(before, values, given.values),
      ...cardFormPatch(before, values, kept),
    };
    const names = namesToKeep({ form: before, linked: identity.linked }, values, kept);
    const { identification_type, identification_number } = before;
    if (isDocumentOfCard(before, values))
      form.setValues({ ...before, ...patch, ...names, identification_type, identification_number });
    else identity.editDocument(patch);
    form.clearErrors();
    onGiven({ of: identityOfCard(person), values: { ...values, ...patch } });
  };
  /** `taken`: fields whose card values the user has chosen; other values of the found patient stay. */
  const fill = (
    { text, person, doubts }: ReadCard,
    kept: readonly CardField[] = [],
    taken: readonly CardField[] = [],
  ) => {
    const before = { form: form.getValues(), linked: identity.linked };
    const values = cardValues(person);
    const isKnown = identity.linked !== null && isDocumentOfCard(before.form, values);
    const stored = isKnown ? fieldsUnlikeStored(before, values) : [];
    writeValues(person, values, [...kept, ...stored.filter((field) => !taken.includes(field))]);
    const isSplit = person.names.type === 'parts';
    setState({ name: 'filled', text, person, doubts, isSplit, kept });
    if (!isKnown) identity.search();
    // Moves the focus past the filled fields, because a field's list or the on-screen keyboard would cover them.
    if (isSplit) focusForwardButton();
  };
  return fill;
}

/**
 * Compares a card with the form. A card that may fill the form (`isFilling`) is `same` if no typed data differ from it, and `other`
 * only if it cannot replace all data of the form.
 */
function relateCardToForm(
  text: CardText,
  { wizard: { form, identity, captures }, given }: CardFillOptions,
  isFilling: boolean,
): CardRelation {
  const reading = readCard(text, bogotaToday());
  if (reading.type !== 'person') return { name: 'not_read', why: reading.type };
  const { person, doubts } = reading;
  const card = { text, person, doubts };
  const before = { form: form.getValues(), linked: identity.linked, given: given.values };
  const values = cardValues(person);
  const isWithoutNumber = before.form.identification_number.trim() === '';
  if (isWithoutNumber && !isFilling) return { name: 'nobody' };
  const isOther = isFilling
    ? wouldLoseOtherPatientData(before, person, captures.taken)
    : isCardOfOtherPatient(before.form, person);
  if (isOther) return { ...card, name: 'other' };
  const fields = (isFilling ? conflictingCardFields : conflictsAndOtherNumber)(before, values);
  if (fields.length === 0) return { ...card, name: 'same' };
  const isAnother = !isWithoutNumber && !isDocumentOfCard(before.form, values);
  return { ...card, name: 'asking', fields, over: before.form, isAnother };
}

export function useCardFill(props: CardFillOptions) {
  const { wizard, parking, given, onGiven } = props;
  const { form, identity, entryId, step } = wizard;
  const [state, setState] = useState<CardFillState>({ name: 'idle' });
  if (isCardFillOutdated(state, form)) setState({ name: 'idle' });
  const fill = createFill(props, setState);

  const unlikeStored =
    state.name === 'filled'
      ? fieldsUnlikeStored({ form: form.values, linked: identity.linked }, cardValues(state.person)).filter(
          (field) => !state.kept.includes(field),
        )
      : [];

  /** Writes only these values of the card, so that the other fields keep what the user typed or chose. */
  const takeRead = (person: CardPerson, patch: CardValues) => {
    form.setValues({ ...form.getValues(), ...patch });
    for (const field of Object.keys(patch)) form.clearFieldError(field);
    onGiven({ of: identityOfCard(person), values: { ...given.values, ...patch } });
    focusForwardButton();
  };

  return {
    state,
    /** Fields of the found patient that differ from the card, which changes them only if the user chooses so. */
    unlikeStored,
    takeUnlikeStored: () => {
      if (state.name !== 'filled') return;
      const read = cardValues(state.person);
      takeRead(state.person, Object.fromEntries(unlikeStored.map((field) => [field, read[field]])));
    },
    read: (text: CardText) => {
      const next = relateCardToForm(text, props, true);
      if (next.name === 'same') fill(next);
      else if (next.name !== 'nobody') setState(next);
    },
    glance: (text: CardText): CardRelation => relateCardToForm(text, props, false),
    /** Compares a card in steps 2 and 3, where it fills in nothing. An open prompt stays open until the user decides. */
    readElsewhere: (text: CardText): CardRelation => {
      const seen = relateCardToForm(text, props, false);
      if (seen.name === 'other' || seen.name === 'asking') setState(seen);
      else if (state.name === 'other') setState({ name: 'idle' });
      return seen;
    },
    unreadable: () => setState({ name: 'not_read', why: 'unreadable' }),
    replace: () => {
      if (state.name === 'asking') fill(state, [], state.fields);
    },
    /** Keeps the typed data. A card with the same document still fills in the empty fields. */
    keep: () => {
      if (state.name !== 'asking') return;
      if (!state.isAnother) return fill(state, state.fields);
      setState({ name: 'idle' });
      // The user continues at the patient's first missing field.
      const [missing] = findFirstInvalidFields(stepErrors(form.getValues(), 0));
      if (missing) focusField(missing.field);
      else focusForwardButton();
    },
    /**
     * Changes the registration to the cardholder. Deletes the previous patient's data; evaluation type and companies stay if
     * `keepsVisit` is true.
     */
    exchange: (keepsVisit: boolean) => {
      if (state.name !== 'other') return;
      const visit = keepsVisit ? visitChoicesOf(form.getValues()) : {};
      wizard.captures.clear();
      identity.editDocument({ ...emptyRegistration, ...visit });
      fill(state);
      if (step > 0) wizard.go(0);
    },
    park: () => {
      if (state.name !== 'other' && state.name !== 'asking') return;
      setState({ name: 'idle' });
      parking.run(null, state.text);
    },
    /** False for a correction, which cannot be parked, because it belongs to an entry. */
    canPark: entryId === null,
    leave: () => setState({ name: 'idle' }),
    split: (names: NameParts | null) => {
      if (state.name !== 'filled') return;
      setState({ ...state, isSplit: true });
      if (names === null) {
        focusField('first_name');
        return;
      }
      const chosen = nameValuesOf(names);
      const before = { form: form.getValues(), linked: identity.linked };
      const known = namesToKeep(before, { ...cardValues(state.person), ...chosen });
      takeRead(state.person, { ...chosen, ...known });
    },
  };
}
