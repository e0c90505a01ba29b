import { useLayoutEffect, useRef, useState } from 'react';
import { findDifferingValues } from '#domain/additional/values.ts';
import type { LocalPatient, RegistrationForm } from '#domain/registration.ts';
import {
  copyPatientFields,
  fieldsUnlikePatient,
  fillEmptyFields,
  mergePatientIntoForm,
  fillFormFromPatient,
  namesDiffer,
  isPatientDataEmpty,
  removeAnnouncedValues,
  removeLookupValues,
  clearPatientData,
  replacePatientData,
} from '../form/create-body.ts';
import type { WizardForm } from '../form/step-props.ts';
import { focusField, focusForwardButton, selectFilledValue } from '../form/focus.ts';
import {
  NO_NOTE,
  isSameDocument,
  isLookupUnreached,
  useAutomaticLookup,
  useLookup,
  type TypedDocument,
  type LookupNote,
} from './use-lookup.ts';
import {
  PATIENT_NAME_FIELDS,
  PATIENT_DATA_FIELD_NAMES,
  type PatientField,
} from '#contract/records/evaluation/patient-fields.ts';

const INCOMPLETE_DOCUMENT_TEXT = 'Ingresa tipo y número de identificación para buscar.';

/**
 * Longest time that 'Siguiente' waits for an automatic lookup, ms. If the lookup takes longer, the server compares the names
 * later.
 */
const MAX_LOOKUP_WAIT_MS = 1_500;
type Lookup = ReturnType<typeof useLookup>;

/** Moves the focus from the number or the search button. A user who has moved on during the lookup keeps the focus. */
function focusAfterLookup(found: boolean): void {
  const active = document.activeElement;
  if (active !== null && active !== document.body && active.closest('[data-lookup]') === null) return;
  if (found) focusForwardButton();
  else focusField('first_name');
}

function limitLookupTime(answer: Promise<LookupNote>): Promise<LookupNote> {
  const loaded = new Promise<LookupNote>((resolve) => setTimeout(() => resolve(NO_NOTE), MAX_LOOKUP_WAIT_MS));
  return Promise.race([answer, loaded]);
}

const identityKeyOf = (form: RegistrationForm): string =>
  [form.identification_number, ...PATIENT_NAME_FIELDS.map((field) => form[field])].join('|');

/** Returns true if the user has edited the data with which the patient filled the form. */
const isEdited = (values: RegistrationForm, patient: LocalPatient): boolean =>
  PATIENT_DATA_FIELD_NAMES.some((field) => mergePatientIntoForm(values, patient)[field] !== values[field]) ||
  findDifferingValues(patient.additional_fields ?? [], values.patient_additional).length > 0;

/** Holds the patient from the lookup; null for a new patient. */
function useLinkedPatient(form: WizardForm, start: LocalPatient | null) {
  const [linked, setLinked] = useState(start);
  const filledIn = useRef<readonly string[]>([]);
  /** True after 'Siguiente', with which the user accepts the values of the form: a later result fills only empty fields. */
  const keepsValues = useRef(false);
  useLayoutEffect(() => {
    selectFilledValue(filledIn.current);
    filledIn.current = [];
  });
  const selectPatient = (
    patient: LocalPatient | null,
    fill = keepsValues.current ? fillEmptyFields : mergePatientIntoForm,
  ): readonly PatientField[] => {
    setLinked(patient);
    if (!patient) {
      // Not `setValues`, which would remove the messages that 'Siguiente' has shown while the lookup ran.
      form.setFieldValue('patient_id', null);
      return [];
    }
    const values = form.getValues();
    const next = fill(values, patient);
    filledIn.current = PATIENT_DATA_FIELD_NAMES.filter((field) => next[field] !== values[field]);
    form.setValues(next);
    form.clearErrors();
    return fieldsUnlikePatient(next, patient);
  };
  return {
    linked,
    setLinked,
    take: selectPatient,
    setKeepsValues: (keeps: boolean) => {
      keepsValues.current = keeps;
    },
    /** Replaces the values that the form kept by those of the found patient. */
    replaceKept: ({ patient, kept }: Extract<LookupNote, { name: 'found' }>) => {
      const values = form.getValues();
      form.setValues(copyPatientFields(values, kept, fillFormFromPatient(values, patient)));
    },
  };
}

/** Provides 'Registrar nuevo', and 'Deshacer' until the user types or looks up another patient. */
function useRegisterNewAction(form: WizardForm, person: ReturnType<typeof useLinkedPatient>, lookup: Lookup) {
  const [emptied, setEmptied] = useState<{ readonly restore: () => void } | null>(null);
  return {
    empty: () => {
      const before = form.getValues();
      const { linked } = person;
      const note = lookup.note.name === 'searching' ? NO_NOTE : lookup.note;
      const restore = () => {
        form.setValues(replacePatientData(form.getValues(), before));
        person.setLinked(linked);
        lookup.say(note);
        setEmptied(null);
        focusForwardButton();
      };
      if (!isPatientDataEmpty(before)) setEmptied({ restore });
      form.setValues(clearPatientData(before));
      form.clearErrors();
      person.setLinked(null);
      lookup.dismiss();
      focusField('first_name');
    },
    clearUndo: () => setEmptied(null),
    restore: emptied && isPatientDataEmpty(form.values) ? emptied.restore : null,
  };
}

/** Manages the conflict in which the typed names differ from those of the patient with this document (S15). */
function useNameConflict(
  form: WizardForm,
  { linked, setLinked, take }: ReturnType<typeof useLinkedPatient>,
  lookup: Lookup,
) {
  const { note, say } = lookup;
  /** Names that the user confirmed as the patient's new name. */
  const renamed = useRef<string | null>(null);

  const isResolved = (said: LookupNote): boolean => {
    const values = form.getValues();
    if (said.name === 'renewed') {
      focusForwardButton();
      return false;
    }
    // A patient from the device (`unasked`) does not block the user, because the server compares the names later.
    const blocking = said.name === 'another' && said.unasked === null ? said.patient : null;
    const known = linked ?? blocking;
    if (known && namesDiffer(values, known) && renamed.current !== identityKeyOf(values)) {
      say({ name: 'another', patient: known, unasked: null });
      focusForwardButton();
      return false;
    }
    // After the step, only the notice about a found patient stays, for a user who returns to the step.
    if (said.name !== 'found') say(NO_NOTE);
    return true;
  };
  /**
   * Resolves the conflict of names. If a patient is linked, this patient gets the typed name, and `onward` is called. If none
   * is linked, the found patient fills the form.
   */
  const resolveConflict = (onward: () => void) => {
    if (note.name !== 'another') return;
    if (linked) {
      renamed.current = identityKeyOf(form.getValues());
      // The device may have stored the patient without an id and received the id from the server since.
      form.setFieldValue('patient_id', note.patient.id);
      setLinked(note.patient);
      return onward();
    }
    say(NO_NOTE);
    take(note.patient, fillFormFromPatient); // The typed data belong to another person, so the found patient replaces all of them.
    focusForwardButton();
  };
  const acceptRenewal = () => {
    if (note.name !== 'renewed') return;
    const kept = take(
      note.patient,
      namesDiffer(form.getValues(), note.patient) ? fillFormFromPatient : undefined,
    );
    say({ ...note, name: 'found', kept });
    focusForwardButton();
  };
  return { isResolved, resolveConflict, acceptRenewal };
}

interface IdentityOptions {
  readonly ownerId: string;
  readonly form: WizardForm;
  /** Patient whose data fill the form when it opens; null if none. */
  readonly start: LocalPatient | null;
  /** Document of the registration that is being corrected: it needs no lookup. Null for a new registration. */
  readonly confirmed: TypedDocument | null;
}

export function useIdentity({ ownerId, form, start, confirmed }: IdentityOptions) {
  const person = useLinkedPatient(form, start);
  const { linked, setLinked, take, setKeepsValues } = person;
  const lookup = useLookup({
    ownerId,
    known: confirmed === null ? start : null,
    isAnother: (patient) => namesDiffer(form.getValues(), patient),
    onPatient: take,
    onAnswer: focusAfterLookup,
  });
  const { note, search } = lookup;
  useAutomaticLookup(form.values, (document) => {
    if (linked === null && lookup.lookupOf(document) === null) void search(document, 'wizard');
  });
  const newPerson = useRegisterNewAction(form, person, lookup);
  const { isResolved, resolveConflict, acceptRenewal } = useNameConflict(form, person, lookup);

  return {
    linked,
    note,
    search: () => {
      newPerson.clearUndo();
      setKeepsValues(false);
      const { identification_type, identification_number } = form.getValues();
      if (identification_number.trim() !== '')
        return void search({ identification_type, identification_number: identification_number.trim() });
      form.setFieldError('identification_number', INCOMPLETE_DOCUMENT_TEXT);
      focusField('identification_number');
    },
    /** Repeats a lookup that did not reach the server, unless the user has edited the patient's data. */
    lookUpAgain: () => {
      const values = form.getValues();
      if (isLookupUnreached(note) && !(linked && isEdited(values, linked))) void search(values, 'wizard');
    },
    /** Changes document type or number. Removes the link to the found patient and that patient's values (P4). */
    editDocument: (patch: Partial<RegistrationForm>) => {
      const before = form.getValues();
      // A correction asks whose data these are (`MovedNotice`).
      const values = confirmed === null ? removeAnnouncedValues(before, patch) : before;
      form.setValues({
        ...(linked ? removeLookupValues(values, linked) : values),
        ...patch,
        patient_id: null,
      });
      form.clearFieldError('identification_number');
      setLinked(null);
      newPerson.clearUndo();
      setKeepsValues(false);
      lookup.startOver();
    },
    registerNew: newPerson.empty,
    /** Undoes 'Registrar nuevo'. Null if 'Registrar nuevo' emptied nothing, or the user has typed another patient since. */
    restore: newPerson.restore,
    /**
     * Waits for the lookup. Returns true if no conflict is open; otherwise focuses the conflict's prompt. Returns false as well
     * if the number changed while waiting, or once if the found patient differs from values of the form.
     */
    resolve: async (): Promise<boolean> => {
      if (linked !== null) return isResolved(note);
      const document = form.getValues();
      if (confirmed && isSameDocument(document, confirmed)) return isResolved(note);
      setKeepsValues(true);
      const lookedUp = lookup.lookupOf(document) ?? search(document, 'wizard');
      const said = await limitLookupTime(lookedUp);
      if (!isSameDocument(document, form.getValues()) || !isResolved(said)) return false;
      if (said.name !== 'found' || said.kept.length === 0) return true;
      focusForwardButton();
      return false;
    },
    /** Runs 'Usar lo registrado'. */
    takeStored: () => {
      if (note.name !== 'found') return;
      person.replaceKept(note);
      lookup.say({ ...note, kept: [] });
      focusForwardButton();
    },
    resolveConflict,
    acceptRenewal,
    /** Rejects the found patient as another person; the form continues with a new patient. */
    refuseRenewal: () => {
      lookup.dismiss();
      focusField('first_name');
    },
  };
}

export type WizardIdentity = ReturnType<typeof useIdentity>;
