import { useState } from 'react';
import type { CardText } from '#domain/card/capture.ts';
import { readCard } from '#domain/card/read-card.ts';
import type { CardPerson, CardDoubt, NameParts } from '#domain/card/reading.ts';
import { emptyRegistration } from '#domain/registration.ts';
import { bogotaToday } from '../../form/bogota-day.ts';
import { visitChoicesOf } from '../../form/create-body.ts';
import { findFirstInvalidFields, stepErrors } from '../../form/registration-schema.ts';
import { focusField, focusForwardButton } from '../../form/focus.ts';
import type { WizardForm } from '../../form/step-props.ts';
import type { WizardIdentity } from '../../patient/use-identity.ts';
import { isSameDocument, type TypedDocument } from '../../patient/use-lookup.ts';
import {
  cardValues,
  cardConflicts,
  cardDifferences,
  identityOfCard,
  wouldReplaceOtherPatient,
  isCardOfOtherPatient,
  namesToKeep,
  emptyStaleCardValues,
  cardFormPatch,
  addSplitNames,
  type PresentCaptures,
} from './card-fill.ts';
import {
  isDocumentOfCard,
  isFormOfCardholder,
  type CardField,
  type CardValues,
  type AppliedCardValues,
} from './card-values.ts';

export type CardFillState =
  | { readonly name: 'idle' }
  | { readonly name: 'not_read'; readonly why: 'unreadable' | 'other_document' }
  /** The typed data differ from the card, which fills in nothing before the user has decided. */
  | {
      readonly name: 'asking';
      readonly text: CardText;
      readonly person: CardPerson;
      readonly doubts: readonly CardDoubt[];
      readonly fields: readonly CardField[];
      /** Document in the form when the card was read. The prompt closes when another document is typed. */
      readonly over: TypedDocument;
      readonly isAnother: boolean;
    }
  /** Another patient's card was read, and the form has data that a card cannot replace, such as a photo. */
  | {
      readonly name: 'other';
      readonly text: CardText;
      readonly person: CardPerson;
      readonly doubts: readonly CardDoubt[];
    }
  | {
      readonly name: 'filled';
      readonly person: CardPerson;
      readonly doubts: readonly CardDoubt[];
      readonly isSplit: boolean;
    };

/** Relation of a card to a form that it must not fill: in steps 2 and 3, and while a dialog covers the form. */
export type CardRelation =
  | Extract<CardFillState, { name: 'not_read' | 'asking' | 'other' }>
  | { readonly name: 'same'; readonly person: CardPerson }
  | { readonly name: 'nobody' };

export interface RegistrationInProgress {
  readonly captured: PresentCaptures;
  /** Parks the registration and opens a form with the card's data. Null if the registration cannot be parked. */
  readonly park: ((next: CardText) => void) | null;
  readonly clearCaptured: () => void;
  readonly toFirstStep: () => void;
}

interface CardFillOptions {
  readonly form: WizardForm;
  readonly identity: WizardIdentity;
  readonly inProgress: RegistrationInProgress;
  readonly given: AppliedCardValues;
  readonly onGiven: (given: AppliedCardValues) => void;
}

const createFilledState = (
  person: CardPerson,
  doubts: readonly CardDoubt[],
): CardFillState & { name: 'filled' } => ({
  name: 'filled',
  person,
  doubts,
  isSplit: person.names.type === 'parts',
});

/**
 * Returns true if the state is outdated, because the form is now about a patient or document other than when the card was read.
 */
function isCardFillOutdated(state: CardFillState, form: WizardForm): boolean {
  if (state.name === 'filled') return !isFormOfCardholder(form.values, identityOfCard(state.person));
  return state.name === 'asking' && !isSameDocument(state.over, form.values);
}

type SetCardFillState = (state: CardFillState) => void;

/**
 * Returns the functions that write a card into the form. They look up the patient with the card's number, as 'Buscar paciente'
 * does.
 */
function createCardFillActions(
  { form, identity, given, onGiven }: CardFillOptions,
  setState: SetCardFillState,
) {
  const writeValues = (person: CardPerson, values: CardValues, kept: readonly CardField[] = []) => {
    const before = form.getValues();
    const patch = {
      ...emptyStaleCardValues(before, values, given.values),
      ...cardFormPatch(before, values, kept),
    };
    const names = namesToKeep({ form: before, linked: identity.linked }, values, kept);
    if (isDocumentOfCard(before, values))
      form.setValues({ ...before, ...patch, ...names, ...documentFieldsOf(before) });
    else identity.editDocument(patch);
    form.clearErrors();
    onGiven({ of: identityOfCard(person), values: { ...values, ...patch } });
  };
  const fill = (person: CardPerson, doubts: readonly CardDoubt[], kept: readonly CardField[] = []) => {
    const isKnown = identity.linked !== null && isDocumentOfCard(form.getValues(), cardValues(person));
    writeValues(person, cardValues(person), kept);
    setState(createFilledState(person, doubts));
    if (!isKnown) identity.search();
    // Moves the focus past the filled fields, because a field's list or the on-screen keyboard would cover them.
    if (person.names.type === 'parts') focusForwardButton();
  };
  return { put: writeValues, fill };
}

/** Returns the state after a card was read: `filled` if no typed data differ from the card. */
function createStateAfterReading(
  text: CardText,
  { form, identity, inProgress, given }: CardFillOptions,
): CardFillState {
  const reading = readCard(text, bogotaToday());
  if (reading.type !== 'person') return { name: 'not_read', why: reading.type };
  const { person, doubts } = reading;
  const before = { form: form.getValues(), linked: identity.linked, given: given.values };
  if (wouldReplaceOtherPatient(before, person, inProgress.captured))
    return { name: 'other', text, person, doubts };
  const fields = cardConflicts(before, cardValues(person));
  if (fields.length === 0) return createFilledState(person, doubts);
  const isAnother = isAnotherDocument(before.form, person);
  return { name: 'asking', text, person, doubts, fields, over: before.form, isAnother };
}

function relateCardToForm(text: CardText, { form, identity, given }: CardFillOptions): CardRelation {
  const reading = readCard(text, bogotaToday());
  if (reading.type !== 'person') return { name: 'not_read', why: reading.type };
  const { person, doubts } = reading;
  const before = { form: form.getValues(), linked: identity.linked, given: given.values };
  if (before.form.identification_number.trim() === '') return { name: 'nobody' };
  if (isCardOfOtherPatient(before.form, person)) return { name: 'other', text, person, doubts };
  const fields = cardDifferences(before, cardValues(person));
  if (fields.length === 0) return { name: 'same', person };
  const isAnother = isAnotherDocument(before.form, person);
  return { name: 'asking', text, person, doubts, fields, over: before.form, isAnother };
}

export function useCardFill(props: CardFillOptions) {
  const { form, identity, inProgress } = props;
  const [state, setState] = useState<CardFillState>({ name: 'idle' });
  if (isCardFillOutdated(state, form)) setState({ name: 'idle' });
  const { put, fill } = createCardFillActions(props, setState);

  return {
    state,
    read: (text: CardText) => {
      const next = createStateAfterReading(text, props);
      if (next.name === 'filled') fill(next.person, next.doubts);
      else setState(next);
    },
    glance: (text: CardText): CardRelation => relateCardToForm(text, props),
    /** Compares a card in steps 2 and 3, where it fills in nothing. An open prompt stays open until the user decides. */
    readElsewhere: (text: CardText): CardRelation => {
      const seen = relateCardToForm(text, props);
      if (seen.name === 'other' || seen.name === 'asking') setState(seen);
      else if (state.name === 'other') setState({ name: 'idle' });
      return seen;
    },
    unreadable: () => setState({ name: 'not_read', why: 'unreadable' }),
    replace: () => {
      if (state.name === 'asking') fill(state.person, state.doubts);
    },
    /** Keeps the typed data. A card with the same document still fills in the empty fields. */
    keep: () => {
      if (state.name !== 'asking') return;
      if (!state.isAnother) return fill(state.person, state.doubts, state.fields);
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
      inProgress.clearCaptured();
      identity.editDocument({ ...emptyRegistration, ...visit });
      fill(state.person, state.doubts);
      inProgress.toFirstStep();
    },
    park: () => {
      if (state.name !== 'other' && state.name !== 'asking') return;
      setState({ name: 'idle' });
      inProgress.park?.(state.text);
    },
    canPark: inProgress.park !== null,
    leave: () => setState({ name: 'idle' }),
    split: (names: NameParts | null) => {
      if (state.name !== 'filled') return;
      setState({ ...state, isSplit: true });
      if (names === null) {
        focusField('first_name');
        return;
      }
      put(state.person, addSplitNames(cardValues(state.person), names));
      focusForwardButton();
    },
  };
}

const isAnotherDocument = (form: ReturnType<WizardForm['getValues']>, person: CardPerson): boolean =>
  form.identification_number.trim() !== '' && !isDocumentOfCard(form, cardValues(person));

const documentFieldsOf = (form: ReturnType<WizardForm['getValues']>) => ({
  identification_type: form.identification_type,
  identification_number: form.identification_number,
});
