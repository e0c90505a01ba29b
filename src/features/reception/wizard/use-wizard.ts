import { schemaResolver, useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import type { RegistrationForm, TypedCompanies, RegistrationChoices } from '#domain/registration.ts';
import { splitDetails } from '../form/field-details.ts';
import {
  findFirstInvalidFields,
  formErrors,
  registrationSchema,
  stepErrors,
  type RegistrationFieldName,
  type InvalidField,
  type WizardStep,
} from '../form/registration-schema.ts';
import type { AdditionalFieldsModule } from '../additional/part.tsx';
import { useAdditionalFields } from './use-additional.ts';
import { focusField, focusStepStart } from '../form/focus.ts';
import type { CorrectionBasisChange } from '../correction/use-sent-correction.ts';
import type { WizardForm } from '../form/step-props.ts';
import type { WizardStart } from '../draft/start.ts';
import type { DraftKey } from '../draft/draft-channel.ts';
import { useDraftSaving } from '../draft/use-draft.ts';
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

/**
 * Holds the current step. `isEditing` is true if 'Editar' opened the step from the last step, to which 'Siguiente' then
 * returns.
 */
function useStep(first: () => WizardStep) {
  const [at, setAt] = useState(() => ({ step: first(), isEditing: false }));
  return { ...at, setStep: (step: WizardStep, isEditing: boolean) => setAt({ step, isEditing }) };
}

/**
 * Opens another step once the lookup has finished and no conflict of names is open. Until the lookup has finished, the button
 * shows that it waits, and taps are ignored.
 */
function useStepChange(resolve: () => Promise<boolean>, go: (to: WizardStep) => void) {
  const [isLeaving, setLeaving] = useState(false);
  const leaveStepFor = async (to: WizardStep): Promise<void> => {
    setLeaving(true);
    const isResolved = await resolve();
    setLeaving(false);
    if (isResolved) go(to);
  };
  return { isLeaving, leaveFor: leaveStepFor };
}

/** Returns the errors without those of additional fields of the step, which may no longer ask for these fields. */
const removeAdditionalErrorsOfStep = (errors: WizardForm['errors'], step: 0 | 1): WizardForm['errors'] =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => !key.startsWith(`additional.${step}.`)));

type ErrorByField = Readonly<Record<string, string | undefined>>;

interface WizardPosition {
  readonly step: WizardStep;
  readonly isEditing: boolean;
}

interface WizardActions {
  readonly go: (to: WizardStep) => void;
  readonly leaveFor: (to: WizardStep) => Promise<void>;
}

/** Returns the actions that move forward. They require valid fields (P4); otherwise they focus the first invalid field. */
function useForwardActions(
  form: WizardForm,
  { step, isEditing }: WizardPosition,
  { go, leaveFor }: WizardActions,
  additional: AdditionalFieldsModule | null,
) {
  const errorsIn = (values: RegistrationForm, of: 0 | 1): ErrorByField => ({
    ...stepErrors(values, of),
    ...additional?.errors(values, of),
  });
  const showField = ({ field, step: to }: InvalidField) => {
    if (to !== step) go(to);
    focusField(field);
  };
  const setErrorsAndCheck = (errors: ErrorByField, others: WizardForm['errors'] = {}): boolean => {
    form.setErrors({ ...others, ...errors });
    const [bad] = findFirstInvalidFields(errors);
    if (bad) showField(bad);
    return !bad;
  };
  return {
    lead: showField,
    /** Runs 'Siguiente', which requires valid fields and no open conflict about the document (S15). */
    next: async (): Promise<void> => {
      const values = form.getValues();
      if (
        step === 2 ||
        !setErrorsAndCheck(errorsIn(values, step), removeAdditionalErrorsOfStep(form.errors, step))
      )
        return;
      if (step === 1) return go(2);
      return leaveFor(isEditing && findFirstInvalidFields(errorsIn(values, 1)).length === 0 ? 2 : 1);
    },
    /** Takes over type and companies of a visit. Opens the last step if no other data are missing. */
    takeVisit: async (chosen: RegistrationChoices): Promise<void> => {
      form.setValues(chosen);
      const values = { ...form.getValues(), ...chosen };
      if (setErrorsAndCheck({ ...errorsIn(values, 0), ...errorsIn(values, 1) })) await leaveFor(2);
    },
    isValid: () => {
      const values = form.getValues();
      return setErrorsAndCheck({ ...formErrors(values), ...errorsIn(values, 0), ...errorsIn(values, 1) });
    },
  };
}

function useTypedCompanies(start: WizardStart) {
  const [typedCompanies, setTypedCompanies] = useState(start.content.typedCompanies);
  const noteTypedCompany = (field: keyof TypedCompanies, text: string) =>
    setTypedCompanies((before) => ({ ...before, [field]: text }));
  return { typedCompanies, noteTypedCompany };
}

export function useWizard(draftKey: DraftKey, start: WizardStart) {
  const form = useWizardForm(start);
  const { step, isEditing, setStep } = useStep(
    () => findFirstInvalidFields(form.errors)[0]?.step ?? start.content.step,
  );
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
  const draft = useDraftSaving(draftKey, content);
  const [isParking, setParking] = useState(false);

  const goToStep = (to: WizardStep, isEdit = false) => {
    setStep(to, isEdit);
    void draft.saver.flush();
  };
  const { isLeaving, leaveFor } = useStepChange(identity.resolve, goToStep);
  const additional = useAdditionalFields(start.additional ?? null);
  const forward = useForwardActions(form, { step, isEditing }, { go: goToStep, leaveFor }, additional);

  return {
    form,
    step,
    identity,
    /** The clinic's own fields; null if it has none. */
    additional,
    typedCompanies,
    noteTypedCompany,
    /** Basis of a correction; null for a new registration. */
    correcting,
    tools: start.tools,
    changeCorrecting: (change: CorrectionBasisChange) =>
      setCorrecting((before) => before && { ...before, ...change }),
    captures,
    /** Open prompt in which the user states whose pictures these are, and which blocks the confirmation; null if closed. */
    question,
    draft,
    go: goToStep,
    back: () => goToStep(step === 2 ? 1 : 0),
    /** Opens an earlier step from the last step ('Editar'). Focuses `field`; without a field, the start of the step. */
    edit: (to: 0 | 1, field?: RegistrationFieldName) => {
      goToStep(to, true);
      if (field) focusField(field);
      else focusStepStart(to);
    },
    next: forward.next,
    takeVisit: forward.takeVisit,
    isLeaving,
    /**
     * True while the current draft is being parked or replaced by a parked draft; input and captures are then blocked (S27).
     */
    isParking,
    setParking,
    /** Marked fields of the other steps, because the server may reject fields of several steps. */
    marked: findFirstInvalidFields(form.errors).filter((bad) => bad.step !== step),
    showMarked: (bad: InvalidField) => (bad.step > step ? void forward.next() : forward.lead(bad)),
    isValid: forward.isValid,
  };
}

export type WizardState = ReturnType<typeof useWizard>;
