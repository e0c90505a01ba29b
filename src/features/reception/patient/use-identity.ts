import { useLayoutEffect, useRef, useState } from 'react';
import type { KnownPatient, RegistrationForm } from '#domain/registration.ts';
import {
  completeFrom,
  fillFrom,
  namesDiffer,
  isPersonEmpty,
  withoutFilled,
  withoutPerson,
  withPersonOf,
} from '../form/create-body.ts';
import type { WizardForm } from '../form/step-props.ts';
import { focusField, focusForward, selectFilled } from '../form/focus.ts';
import { isSameDocument, isUnreached, useLookup, type Document, type LookupNote } from './use-lookup.ts';
import { PERSON_FIELDS } from '../form/registration-schema.ts';
import { useLookupByItself } from './use-lookup-by-itself.ts';

const SEARCH_NEEDS = 'Ingresa tipo y número de identificación para buscar.';

const NO_NOTE: LookupNote = { name: 'none' };
/** 'Siguiente' waits so long for a lookup that nobody asked for; what comes later is for the provider to judge. */
const PATIENCE_MS = 1_500;
type Lookup = ReturnType<typeof useLookup>;

/** Whoever has gone on to another field while the lookup was on its way stays there. */
const waitsAtLookup = (): boolean => {
  const active = document.activeElement;
  return active === null || active === document.body || active.closest('[data-lookup]') !== null;
};

/** Where the work goes on after the lookup: at the first empty field, or past the form that is filled. */
function focusAfterLookup(found: boolean): void {
  if (!waitsAtLookup()) return;
  if (found) focusForward();
  else focusField('firstName');
}

/** The answer, or none where it does not come in time. */
function inTime(answer: Promise<LookupNote>): Promise<LookupNote> {
  const late = new Promise<LookupNote>((resolve) => setTimeout(() => resolve(NO_NOTE), PATIENCE_MS));
  return Promise.race([answer, late]);
}

const namesIn = (form: RegistrationForm): string =>
  [form.identificationNumber, form.firstName, form.middleName, form.lastName, form.secondLastName].join('|');

/** Whom the form was filled from; null for somebody new. */
function useLinked(form: WizardForm, start: KnownPatient | null) {
  const [linked, setLinked] = useState(start);
  const filledIn = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    selectFilled(filledIn.current);
    filledIn.current = [];
  });
  const take = (patient: KnownPatient | null, fill = completeFrom) => {
    const values = form.getValues();
    const next = patient ? fill(values, patient) : { ...values, existingPatientId: null };
    filledIn.current = PERSON_FIELDS.filter((field) => next[field] !== values[field]);
    form.setValues(next);
    if (patient) form.clearErrors();
    setLinked(patient);
  };
  return { linked, setLinked, take };
}

interface Emptied {
  readonly form: RegistrationForm;
  readonly linked: KnownPatient | null;
  readonly note: LookupNote;
}

/** 'Registrar nuevo', and the way back for whoever pressed it by mistake, while nobody else is typed or looked up. */
function useNewPerson(form: WizardForm, person: ReturnType<typeof useLinked>, lookup: Lookup) {
  const [emptied, setEmptied] = useState<Emptied | null>(null);
  const restore = ({ form: before, linked, note }: Emptied) => {
    form.setValues(withPersonOf(form.getValues(), before));
    person.setLinked(linked);
    lookup.say(note);
    setEmptied(null);
    focusForward();
  };
  return {
    empty: () => {
      const values = form.getValues();
      const note = lookup.note.name === 'searching' ? NO_NOTE : lookup.note;
      if (!isPersonEmpty(values)) setEmptied({ form: values, linked: person.linked, note });
      form.setValues(withoutPerson(values));
      form.clearErrors();
      person.setLinked(null);
      lookup.say(NO_NOTE);
      focusField('firstName');
    },
    clearUndo: () => setEmptied(null),
    restore: emptied && isPersonEmpty(form.values) ? () => restore(emptied) : null,
  };
}

/** The doubt whose document it is (S15), where the names differ from those of whoever is known by it. */
function useDoubt(
  form: WizardForm,
  { linked, setLinked, take }: ReturnType<typeof useLinked>,
  lookup: Lookup,
) {
  const { note, forget, reportConflict } = lookup;
  /** The names that somebody said to be the linked person's. */
  const renamed = useRef<string | null>(null);

  const isResolved = (said: LookupNote): boolean => {
    const values = form.getValues();
    if (said.name === 'renewed') {
      focusForward();
      return false;
    }
    // What only this device remembers is for the provider to judge.
    const told = said.name === 'another' && said.unasked === null ? said.patient : null;
    const known = linked ?? told;
    if (known && namesDiffer(values, known) && renamed.current !== namesIn(values)) {
      reportConflict(known);
      focusForward();
      return false;
    }
    // What was found stays said, for whoever comes back to this step.
    if (said.name !== 'found') forget();
    return true;
  };
  /** It is whose document it is: their data come in, or their name becomes what was typed, and `onward` is called. */
  const resolveConflict = (onward: () => void) => {
    if (note.name !== 'another') return;
    if (linked) {
      renamed.current = namesIn(form.getValues());
      // Whom the device remembered without an id the provider may know by now.
      form.setFieldValue('existingPatientId', note.patient.id);
      setLinked(note.patient);
      return onward();
    }
    forget();
    take(note.patient, fillFrom); // What was typed was somebody else's.
    focusForward();
  };
  /** The found patient's document has become the one of the form. */
  const acceptRenewal = () => {
    if (note.name !== 'renewed') return;
    take(note.patient, namesDiffer(form.getValues(), note.patient) ? fillFrom : completeFrom);
    lookup.say({ ...note, name: 'found' });
    focusForward();
  };
  return { isResolved, resolveConflict, acceptRenewal };
}

interface IdentityOf {
  readonly ownerId: string;
  readonly form: WizardForm;
  /** Whom the form was filled from before. */
  readonly start: KnownPatient | null;
  /** The document of what is being corrected: it was looked up, or judged, before; null for somebody new. */
  readonly confirmed: Document | null;
}

/** Who is registered: the lookup, whom the form was filled from, and the doubt whose document it is (S15). */
export function useIdentity({ ownerId, form, start, confirmed }: IdentityOf) {
  const person = useLinked(form, start);
  const { linked, setLinked, take } = person;
  const lookup = useLookup({
    ownerId,
    known: confirmed === null ? start : null,
    isAnother: (patient) => namesDiffer(form.getValues(), patient),
    onPatient: take,
    onAnswer: focusAfterLookup,
  });
  const { note, search } = lookup;
  useLookupByItself(form.values, (document) => {
    if (linked === null && lookup.lookupOf(document) === null) void search(document, 'wizard');
  });
  const newPerson = useNewPerson(form, person, lookup);
  const { isResolved, resolveConflict, acceptRenewal } = useDoubt(form, person, lookup);

  return {
    linked,
    note,
    search: () => {
      newPerson.clearUndo();
      const { identificationType, identificationNumber } = form.getValues();
      if (identificationNumber.trim() !== '')
        return void search({ identificationType, identificationNumber: identificationNumber.trim() });
      form.setFieldError('identificationNumber', SEARCH_NEEDS);
      focusField('identificationNumber');
    },
    /** Repeats a lookup that did not reach the server, unless the user has edited what the device filled in. */
    lookUpAgain: () => {
      const values = form.getValues();
      const isEdited =
        linked !== null &&
        PERSON_FIELDS.some((field) => completeFrom(values, linked)[field] !== values[field]);
      if (isUnreached(note) && !isEdited) void search(values, 'wizard');
    },
    /** Editing type or number clears the existing-patient link (P4), and with it what the link had filled in. */
    editDocument: (patch: Partial<RegistrationForm>) => {
      const values = form.getValues();
      form.setValues({
        ...(linked ? withoutFilled(values, linked) : values),
        ...patch,
        existingPatientId: null,
      });
      form.clearFieldError('identificationNumber');
      setLinked(null);
      newPerson.clearUndo();
      lookup.startOver();
    },
    registerNew: newPerson.empty,
    /** Null where nothing was emptied, or somebody else is being typed. */
    restore: newPerson.restore,
    /** Whether no doubt is open, and no answer on its way may change the person any more. Else the question has the focus. */
    resolve: async (): Promise<boolean> => {
      if (linked !== null) return isResolved(note);
      const document = form.getValues();
      if (confirmed && isSameDocument(document, confirmed)) return isResolved(note);
      const lookedUp = lookup.lookupOf(document) ?? search(document, 'wizard');
      const said = await inTime(lookedUp);
      return isSameDocument(document, form.getValues()) && isResolved(said);
    },
    resolveConflict,
    acceptRenewal,
    /** Whom the lookup found is somebody else: the form goes on as that of a new patient. */
    refuseRenewal: () => {
      lookup.dismiss();
      focusField('firstName');
    },
  };
}

export type Identity = ReturnType<typeof useIdentity>;
