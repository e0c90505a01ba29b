import { useRef, useState } from 'react';
import type { KnownPatient, RegistrationForm } from '#domain/registration.ts';
import {
  fillFrom,
  namesDiffer,
  isPersonEmpty,
  withoutFilled,
  withoutPerson,
  withPersonOf,
} from '../form/create-body.ts';
import type { WizardForm } from '../form/step-props.ts';
import { focusField, focusOn } from '../form/focus.ts';
import { useLookup, type LookupNote } from './use-lookup.ts';

const SEARCH_NEEDS = 'Ingresa tipo y número de identificación para buscar.';
/** The first of them: an open question comes before 'Siguiente'. */
const FORWARD = '[data-step-forward]';

const NO_NOTE: LookupNote = { name: 'none' };
type Lookup = ReturnType<typeof useLookup>;

/** Whoever has gone on to another field while the lookup was on its way stays there. */
const waitsAtLookup = (): boolean => {
  const active = document.activeElement;
  return active === null || active === document.body || active.closest('[data-lookup]') !== null;
};

/** Where the work goes on after the lookup: at the first empty field, or past the form that is filled. */
function focusAfterLookup(found: boolean): void {
  if (!waitsAtLookup()) return;
  if (found) focusOn(FORWARD);
  else focusField('firstName');
}

const namesIn = (form: RegistrationForm): string =>
  [form.identificationNumber, form.firstName, form.middleName, form.lastName, form.secondLastName].join('|');

/** Whom the form was filled from; null for somebody new. */
function useLinked(form: WizardForm, start: KnownPatient | null) {
  const [linked, setLinked] = useState(start);
  const take = (patient: KnownPatient | null) => {
    const values = form.getValues();
    form.setValues(patient ? fillFrom(values, patient) : { ...values, existingPatientId: null });
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
    focusOn(FORWARD);
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

/** Who is registered: the lookup, whom the form was filled from, and the doubt whose document it is (S15). */
export function useIdentity(ownerId: string, form: WizardForm, start: KnownPatient | null) {
  const person = useLinked(form, start);
  const { linked, setLinked, take } = person;
  const lookup = useLookup({
    ownerId,
    isAnother: (patient) => namesDiffer(form.getValues(), patient),
    onPatient: (patient) => {
      take(patient);
      focusAfterLookup(patient !== null);
    },
    onAnother: () => focusAfterLookup(true),
    onPaused: () => focusAfterLookup(false),
  });
  const { note, search, forget, reportConflict } = lookup;
  const newPerson = useNewPerson(form, person, lookup);
  /** The names that somebody said to be the linked person's. */
  const renamed = useRef<string | null>(null);

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
      forget();
    },
    registerNew: newPerson.empty,
    /** Null where nothing was emptied, or somebody else is being typed. */
    restore: newPerson.restore,
    /** No doubt is open, and no answer on its way may change the person any more. Else the question has the focus. */
    isResolved: (): boolean => {
      const values = form.getValues();
      // What only this device remembers is for the provider to judge.
      const told = note.name === 'another' && note.unasked === null ? note.patient : null;
      const known = linked ?? told;
      if (known && namesDiffer(values, known) && renamed.current !== namesIn(values)) {
        reportConflict(known);
        focusOn(FORWARD);
        return false;
      }
      // What was found stays said, for whoever comes back to this step.
      if (note.name !== 'found') forget();
      return true;
    },
    /** It is whose document it is: their data come in, or their name becomes what was typed, and `onward` is called. */
    resolveConflict: (onward: () => void) => {
      if (note.name !== 'another') return;
      if (linked) {
        renamed.current = namesIn(form.getValues());
        // Whom the device remembered without an id the provider may know by now.
        form.setFieldValue('existingPatientId', note.patient.id);
        setLinked(note.patient);
        return onward();
      }
      forget();
      take(note.patient);
      focusOn(FORWARD);
    },
  };
}

export type Identity = ReturnType<typeof useIdentity>;
