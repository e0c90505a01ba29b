import { useForm } from '@mantine/form';
import { useMemo, useRef, useState } from 'react';
import type { KnownPatient, RegistrationForm } from '#domain/registration.ts';
import { fillFrom, namesDiffer, withoutFilled, withoutPerson } from '../create-body.ts';
import { splitDetails } from '../form/field-details.ts';
import {
  firstBadField,
  formErrors,
  registrationSchema,
  stepErrors,
  type FieldErrors,
  type FieldName,
  type Step,
} from '../form/registration-schema.ts';
import type { WizardStart } from './start.ts';
import { useCaptures } from './use-captures.ts';
import { useDraft, type DraftPlace } from './use-draft.ts';
import { useLookup } from './use-lookup.ts';
import { schemaResolver } from '@mantine/form';

const SEARCH_NEEDS = 'Ingresa tipo y número de identificación para buscar.';

/** After the render that shows it: a step that was hidden has no field to focus before. */
const focusOn = (selector: string) =>
  setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus(), 0);
const focusField = (field: FieldName) => focusOn(`[data-path="${field}"]`);

const FORWARD = '[data-step-forward]';
const ANSWER = '[data-answer]';

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

function useWizardForm(start: WizardStart) {
  const initialErrors = useMemo(() => splitDetails(start.refusal?.details ?? []).fields, [start.refusal]);
  return useForm<RegistrationForm>({
    initialValues: start.content.form,
    initialErrors: { ...initialErrors },
    validate: schemaResolver(registrationSchema, { sync: true }),
  });
}

/** The wizard's state: form, step, who the form was filled from, pictures, and the draft that follows all of it. */
export function useWizard(place: DraftPlace, start: WizardStart) {
  const form = useWizardForm(start);
  const [step, setStep] = useState<Step>(() => firstBadField(form.errors)?.step ?? start.content.step);
  const [linked, setLinked] = useState<KnownPatient | null>(start.content.linked);
  const captures = useCaptures(place, { photo: start.photo, signature: start.signature });
  const content = useMemo(() => ({ form: form.values, step, linked }), [form.values, step, linked]);
  const draft = useDraft(place, content);

  const take = (patient: KnownPatient | null) => {
    const values = form.getValues();
    form.setValues(patient ? fillFrom(values, patient) : { ...values, existingPatientId: null });
    if (patient) form.clearErrors();
    setLinked(patient);
  };
  const lookup = useLookup({
    ownerId: place.ownerId,
    isAnother: (patient) => namesDiffer(form.getValues(), patient),
    onPatient: (patient) => {
      take(patient);
      focusAfterLookup(patient !== null);
    },
    onAnother: () => waitsAtLookup() && focusOn(ANSWER),
  });
  /** The found person whom somebody said to be the one that was typed. */
  const renamed = useRef<KnownPatient | null>(null);

  const show = (errors: FieldErrors): boolean => {
    form.setErrors({ ...errors });
    const bad = firstBadField(errors);
    if (!bad) return true;
    setStep(bad.step);
    focusField(bad.field);
    return false;
  };

  const go = (to: Step) => {
    setStep(to);
    void draft.saver.flush();
  };

  return {
    form,
    step,
    linked,
    captures,
    draft,
    lookup,
    go,
    /** 'Siguiente': only past valid fields (spec §4), and past no doubt whose document this is (S15). */
    next: () => {
      const values = form.getValues();
      if (step === 2 || !show(stepErrors(values, step))) return;
      if (step === 1) return go(2);
      const { note, doubt, forget } = lookup;
      const whom = note.name === 'another' ? note.patient : linked;
      if (whom && whom !== renamed.current && namesDiffer(values, whom)) {
        doubt(whom, whom === linked);
        return void focusOn(ANSWER);
      }
      forget();
      go(1);
    },
    /** It is the person whose document it is: their data come in, or their name is changed to what was typed. */
    answerDoubt: () => {
      const { note, forget } = lookup;
      if (note.name !== 'another') return;
      forget();
      if (note.linked) {
        renamed.current = note.patient;
        return go(1);
      }
      take(note.patient);
      focusOn(FORWARD);
    },
    /** True for a form that may be confirmed; otherwise the first bad field has the focus. */
    isValid: () => show(formErrors(form.getValues())),
    search: () => {
      const { identificationType, identificationNumber } = form.getValues();
      if (identificationNumber.trim() !== '')
        return void lookup.search({ identificationType, identificationNumber: identificationNumber.trim() });
      form.setFieldError('identificationNumber', SEARCH_NEEDS);
      focusField('identificationNumber');
    },
    /** Editing type or number clears the existing-patient link (spec §4), and with it what the link had filled in. */
    editDocument: (patch: Partial<RegistrationForm>) => {
      const values = form.getValues();
      form.setValues({
        ...(linked ? withoutFilled(values, linked) : values),
        ...patch,
        existingPatientId: null,
      });
      form.clearFieldError('identificationNumber');
      setLinked(null);
      lookup.forget();
    },
    /** 'Registrar nuevo' */
    registerNew: () => {
      form.setValues(withoutPerson(form.getValues()));
      form.clearErrors();
      setLinked(null);
      lookup.forget();
      focusField('firstName');
    },
  };
}

export type WizardState = ReturnType<typeof useWizard>;
