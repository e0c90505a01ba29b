import { schemaResolver, useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import type { RegistrationForm, TypedCompanies, VisitChoices } from '#domain/registration.ts';
import { splitDetails } from '../form/field-details.ts';
import {
  badFields,
  formErrors,
  registrationSchema,
  stepErrors,
  type FieldErrors,
  type FieldName,
  type BadField,
  type WizardStep,
} from '../form/registration-schema.ts';
import { focusField, focusStart } from '../form/focus.ts';
import type { CorrectionChange } from '../correction/use-sent-correction.ts';
import type { WizardForm } from '../form/step-props.ts';
import type { WizardStart } from '../draft/start.ts';
import type { DraftKey } from '../draft/draft-channel.ts';
import { useDraft } from '../draft/use-draft.ts';
import { usePictureIdentity } from '../draft/use-picture-identity.ts';
import { useIdentity } from '../patient/use-identity.ts';

function useWizardForm(start: WizardStart) {
  const initialErrors = useMemo(() => splitDetails(start.refusal?.details ?? []).fields, [start.refusal]);
  return useForm<RegistrationForm>({
    initialValues: start.content.form,
    initialErrors: { ...initialErrors },
    validate: schemaResolver(registrationSchema, { sync: true }),
  });
}

/** Holds the current step. `isEditing`: 'Editar' in the last step opened it, and 'Siguiente' returns to the last step. */
function useStep(first: () => WizardStep) {
  const [at, setAt] = useState(() => ({ step: first(), isEditing: false }));
  return { ...at, setStep: (step: WizardStep, isEditing: boolean) => setAt({ step, isEditing }) };
}

/**
 * Opens another step after the lookup has finished and no conflict is open. The button shows that it waits; further taps do
 * nothing.
 */
function useLeaving(resolve: () => Promise<boolean>, go: (to: WizardStep) => void) {
  const [isLeaving, setLeaving] = useState(false);
  const leaveFor = async (to: WizardStep): Promise<void> => {
    setLeaving(true);
    const isResolved = await resolve();
    setLeaving(false);
    if (isResolved) go(to);
  };
  return { isLeaving, leaveFor };
}

interface At {
  readonly step: WizardStep;
  readonly isEditing: boolean;
}

interface Ways {
  readonly go: (to: WizardStep) => void;
  readonly leaveFor: (to: WizardStep) => Promise<void>;
}

/** Returns the ways onward. They require valid fields (P4); otherwise the first invalid field gets the focus. */
function useForward(form: WizardForm, { step, isEditing }: At, { go, leaveFor }: Ways) {
  const lead = ({ field, step: to }: BadField) => {
    if (to !== step) go(to);
    focusField(field);
  };
  const passes = (errors: FieldErrors, others: WizardForm['errors'] = {}): boolean => {
    form.setErrors({ ...others, ...errors });
    const [bad] = badFields(errors);
    if (bad) lead(bad);
    return !bad;
  };
  return {
    lead,
    /** Runs 'Siguiente', which also requires that no conflict about the document is open (S15). */
    next: async (): Promise<void> => {
      const values = form.getValues();
      if (!passes(stepErrors(values, step), form.errors)) return;
      if (step === 1) return go(2);
      return leaveFor(isEditing && badFields(stepErrors(values, 1)).length === 0 ? 2 : 1);
    },
    /** Takes over type and companies of another visit, and continues to the last step if no other data are missing. */
    takeVisit: async (chosen: VisitChoices): Promise<void> => {
      form.setValues(chosen);
      const values = { ...form.getValues(), ...chosen };
      if (passes({ ...stepErrors(values, 0), ...stepErrors(values, 1) })) await leaveFor(2);
    },
    /** Returns true for a form that may be confirmed. */
    isValid: () => passes(formErrors(form.getValues())),
  };
}

/** Holds the text that was typed for a company outside the known ones. */
function useTypedCompanies(start: WizardStart) {
  const [typedCompanies, setTypedCompanies] = useState(start.content.typedCompanies);
  const noteTypedCompany = (field: keyof TypedCompanies, text: string) =>
    setTypedCompanies((before) => ({ ...before, [field]: text }));
  return { typedCompanies, noteTypedCompany };
}

/** Manages the wizard's state: form, step, patient whose data fill the form, pictures, and the draft that follows all of it. */
export function useWizard(draftKey: DraftKey, start: WizardStart) {
  const form = useWizardForm(start);
  const { step, isEditing, setStep } = useStep(() => badFields(form.errors)[0]?.step ?? start.content.step);
  const [confirmed] = useState(draftKey.entryId === null ? null : start.content.form);
  const identity = useIdentity({
    ownerId: draftKey.ownerId,
    form,
    start: start.content.linked,
    confirmed,
  });
  const { linked } = identity;
  const { captures, picturesOf, question } = usePictureIdentity(draftKey, form, start);
  const { typedCompanies, noteTypedCompany } = useTypedCompanies(start);
  const [correcting, setCorrecting] = useState(start.content.correcting);
  const content = useMemo(
    () => ({ form: form.values, step, linked, picturesOf, typedCompanies, correcting }),
    [form.values, step, linked, picturesOf, typedCompanies, correcting],
  );
  const draft = useDraft(draftKey, content);
  const [isParking, setParking] = useState(false);

  const go = (to: WizardStep, isEdit = false) => {
    setStep(to, isEdit);
    void draft.saver.flush();
  };
  const { isLeaving, leaveFor } = useLeaving(identity.resolve, go);
  const forward = useForward(form, { step, isEditing }, { go, leaveFor });

  return {
    form,
    step,
    identity,
    typedCompanies,
    noteTypedCompany,
    /** Basis of a correction; null for a new registration. */
    correcting,
    tools: start.tools,
    changeCorrecting: (change: CorrectionChange) =>
      setCorrecting((before) => before && { ...before, ...change }),
    captures,
    /** Open prompt about the person in the pictures, which blocks the confirmation; null if none. */
    question,
    draft,
    go,
    /** Returns to the previous step. */
    back: () => go(step === 2 ? 1 : 0),
    /** Opens a step from the last one ('Editar'). The focus goes to `field`, or to the start of the step without one. */
    edit: (to: 0 | 1, field?: FieldName) => {
      go(to, true);
      if (field) focusField(field);
      else focusStart(to);
    },
    next: forward.next,
    takeVisit: forward.takeVisit,
    /** True while 'Siguiente' waits for the lookup. */
    isLeaving,
    /** True while the patient on the screen is being parked or exchanged: nothing may be typed or captured any more (S27). */
    isParking,
    setParking,
    /** Marked fields on the other steps, because the server's marks may be on more than one step. */
    marked: badFields(form.errors).filter((bad) => bad.step !== step),
    showMarked: (bad: BadField) => (bad.step > step ? void forward.next() : forward.lead(bad)),
    isValid: forward.isValid,
  };
}

export type WizardState = ReturnType<typeof useWizard>;
