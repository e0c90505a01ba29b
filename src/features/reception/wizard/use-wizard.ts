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
  type BadField,
  type Step,
} from '../form/registration-schema.ts';
import { focusField, focusStart } from '../form/focus.ts';
import type { WizardStart } from '../draft/start.ts';
import type { DraftKey } from '../draft/draft-channel.ts';
import { useDraft } from '../draft/use-draft.ts';
import { usePicturesOf } from '../draft/use-pictures-of.ts';
import { useIdentity } from '../patient/use-identity.ts';

function useWizardForm(start: WizardStart) {
  const initialErrors = useMemo(() => splitDetails(start.refusal?.details ?? []).fields, [start.refusal]);
  return useForm<RegistrationForm>({
    initialValues: start.content.form,
    initialErrors: { ...initialErrors },
    validate: schemaResolver(registrationSchema, { sync: true }),
  });
}

/** `isEditing`: 'Editar' of the last step led here, and 'Siguiente' leads back there. */
function useStep(first: () => Step) {
  const [at, setAt] = useState(() => ({ step: first(), isEditing: false }));
  return { ...at, setStep: (step: Step, isEditing: boolean) => setAt({ step, isEditing }) };
}

/** The button shows that it waits: a second tap does nothing. */
function useLeaving(resolve: () => Promise<boolean>, go: (to: Step) => void) {
  const [isLeaving, setLeaving] = useState(false);
  const leaveFor = async (to: Step): Promise<void> => {
    setLeaving(true);
    const isResolved = await resolve();
    setLeaving(false);
    if (isResolved) go(to);
  };
  return { isLeaving, leaveFor };
}

/** The wizard's state: form, step, who the form was filled from, pictures, and the draft that follows all of it. */
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
  const { captures, picturesOf, question } = usePicturesOf(draftKey, form, start);
  const [typedCompanies, setTypedCompanies] = useState(start.content.typedCompanies);
  const content = useMemo(
    () => ({ form: form.values, step, linked, picturesOf, typedCompanies }),
    [form.values, step, linked, picturesOf, typedCompanies],
  );
  const draft = useDraft(draftKey, content);
  const [isParking, setParking] = useState(false);

  const go = (to: Step, isEdit = false) => {
    setStep(to, isEdit);
    void draft.saver.flush();
  };
  const { isLeaving, leaveFor } = useLeaving(identity.resolve, go);
  const lead = ({ field, step: to }: BadField) => {
    if (to !== step) go(to);
    focusField(field);
  };
  const show = (errors: FieldErrors): boolean => {
    form.setErrors({ ...errors });
    const [bad] = badFields(errors);
    if (bad) lead(bad);
    return !bad;
  };

  const edit = (to: 0 | 1) => {
    go(to, true);
    focusStart(to);
  };

  /** 'Siguiente': only past valid fields (P4), and past no doubt whose document it is (S15). */
  const next = async (): Promise<void> => {
    const values = form.getValues();
    const errors = stepErrors(values, step);
    form.setErrors({ ...form.errors, ...errors });
    const [bad] = badFields(errors);
    if (bad) return lead(bad);
    if (step === 1) return go(2);
    return leaveFor(isEditing && badFields(stepErrors(values, 1)).length === 0 ? 2 : 1);
  };

  /** Type and companies of another visit, and on to the last step where nothing else is missing. */
  const takeVisit = async (chosen: VisitChoices): Promise<void> => {
    form.setValues(chosen);
    const values = { ...form.getValues(), ...chosen };
    const errors = { ...stepErrors(values, 0), ...stepErrors(values, 1) };
    form.setErrors(errors);
    const [bad] = badFields(errors);
    if (bad) return lead(bad);
    return leaveFor(2);
  };

  return {
    form,
    step,
    identity,
    typedCompanies,
    noteTypedCompany: (field: keyof TypedCompanies, text: string) =>
      setTypedCompanies((before) => ({ ...before, [field]: text })),
    captures,
    /** Open: nothing is confirmed before somebody has said whose the pictures are. */
    question,
    draft,
    go,
    edit,
    next,
    takeVisit,
    /** 'Siguiente' waits for the lookup. */
    isLeaving,
    /** Who is on the screen is being parked, or exchanged: nothing is typed or captured any more (S27). */
    isParking,
    setParking,
    /** Marks that somebody has still to come to: the server's stand on more than one step. */
    marked: badFields(form.errors).filter((bad) => bad.step !== step),
    showMarked: (bad: BadField) => (bad.step > step ? void next() : lead(bad)),
    /** True for a form that may be confirmed; otherwise the first bad field has the focus. */
    isValid: () => show(formErrors(form.getValues())),
  };
}

export type WizardState = ReturnType<typeof useWizard>;
