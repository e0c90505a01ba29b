import { schemaResolver, useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import type { RegistrationForm } from '#domain/registration.ts';
import { splitDetails } from '../form/field-details.ts';
import {
  firstBadField,
  formErrors,
  registrationSchema,
  stepErrors,
  type FieldErrors,
  type Step,
} from '../form/registration-schema.ts';
import { focusField } from './focus.ts';
import type { WizardStart } from './start.ts';
import { useCaptures } from './use-captures.ts';
import type { DraftPlace } from './draft-channel.ts';
import { useDraft } from './use-draft.ts';
import { useIdentity } from './use-identity.ts';

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
  const identity = useIdentity(place.ownerId, form, start.content.linked);
  const { linked } = identity;
  const captures = useCaptures(place, { photo: start.photo, signature: start.signature });
  const content = useMemo(() => ({ form: form.values, step, linked }), [form.values, step, linked]);
  const draft = useDraft(place, content);

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
    identity,
    captures,
    draft,
    go,
    /** 'Siguiente': only past valid fields (spec §4), and past no doubt whose document it is (S15). */
    next: () => {
      if (step === 2 || !show(stepErrors(form.getValues(), step))) return;
      if (step === 1) go(2);
      else if (identity.isSettled()) go(1);
    },
    /** True for a form that may be confirmed; otherwise the first bad field has the focus. */
    isValid: () => show(formErrors(form.getValues())),
  };
}

export type WizardState = ReturnType<typeof useWizard>;
