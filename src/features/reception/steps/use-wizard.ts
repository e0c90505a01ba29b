import { schemaResolver, useForm } from '@mantine/form';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import type { CardText } from '#domain/card/capture.ts';
import {
  isEmptyDraftContent,
  type CorrectionBasis,
  type RegistrationForm,
  type TypedCompanies,
  type RegistrationChoices,
} from '#domain/registration.ts';
import { hasCachedKind } from '#storage/cache/cache.ts';
import { hasAdditionalFieldsOrNotice } from '#storage/cache/catalogs.ts';
import type { Account } from '#sync/session/session.ts';
import { splitProblemsByField } from '../form/field-details.ts';
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
import { focusField, focusStepStart } from '../form/focus.ts';
import type { WizardForm } from '../form/step-props.ts';
import type { WizardStart } from '../draft/start.ts';
import { useDraftSaving } from '../draft/use-draft.ts';
import { usePictureIdentity } from '../draft/use-captures.ts';
import { useIdentity, type WizardIdentity } from '../patient/use-identity.ts';

export interface WizardProps {
  account: Account;
  branchId: string;
  /** Key of the entry in correction; null for a new registration. */
  entryId: string | null;
  start: WizardStart;
  opensWaiting: boolean;
  /** Called with the new step, before the browser paints it. */
  onStep: (step: WizardStep) => void;
  onConfirmed: (entryId: string, isStillHere: boolean) => void;
  onRestart: () => void;
  /** Leaves the correction without changing the registration. */
  onLeave: () => void;
  /** Called after parking. `next` is the card that fills the next form; null for an empty form. */
  onParked: (next: CardText | null) => void;
  onBroughtBack: () => void;
}

/** Loads the clinic's own fields; `first` until they are loaded, and null if the clinic has none. */
function useAdditionalFieldsModule(first: AdditionalFieldsModule | null): AdditionalFieldsModule | null {
  const isWanted = useLiveQuery(hasAdditionalFieldsOrNotice);
  const [part, setPart] = useState(first);
  useEffect(() => {
    if (!isWanted) return;
    const watching = import('../additional/part.tsx').then((loaded) =>
      loaded.observeAdditionalFieldsModule(setPart),
    );
    watching.catch(reportError);
    return () =>
      void watching.then(
        (stop) => stop(),
        () => undefined,
      );
  }, [isWanted]);
  return isWanted === false ? null : part;
}

/** Returns the errors without those of additional fields of the step, because the step may no longer ask for these fields. */
const removeAdditionalErrorsOfStep = (errors: WizardForm['errors'], step: 0 | 1): WizardForm['errors'] =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => !key.startsWith(`additional.${step}.`)));

type ErrorByField = Readonly<Record<string, string | undefined>>;

interface WizardPosition {
  readonly step: WizardStep;
  /** True if 'Editar' opened the step from the last step, to which 'Siguiente' then returns. */
  readonly isEditing: boolean;
}

/** Returns the actions that move forward. They require valid fields (P4); otherwise they focus the first invalid field. */
function useForwardActions(
  form: WizardForm,
  { step, isEditing }: WizardPosition,
  { go, resolve }: Pick<WizardIdentity, 'resolve'> & { go: (to: WizardStep) => void },
  additional: AdditionalFieldsModule | null,
) {
  const [isLeaving, setLeaving] = useState(false);
  const leaveFor = async (to: WizardStep): Promise<void> => {
    setLeaving(true);
    const isResolved = await resolve();
    setLeaving(false);
    if (isResolved) go(to);
  };
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
  /** Runs 'Siguiente', which requires valid fields and no open conflict about the document (S15). */
  const next = async (): Promise<void> => {
    const values = form.getValues();
    if (
      step === 2 ||
      !setErrorsAndCheck(errorsIn(values, step), removeAdditionalErrorsOfStep(form.errors, step))
    )
      return;
    if (step === 1) return go(2);
    return leaveFor(isEditing && findFirstInvalidFields(errorsIn(values, 1)).length === 0 ? 2 : 1);
  };
  return {
    next,
    /** True until the lookup has finished: the button shows that it waits, and taps are ignored. */
    isLeaving,
    showMarked: (bad: InvalidField) => (bad.step > step ? void next() : showField(bad)),
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

/** Returns the state of the wizard with the props of the wizard, so that its parts need no other prop. */
export function useWizard(props: WizardProps) {
  const { account, branchId, entryId, start } = props;
  const ownerId = account.userId;
  const hasExpected = useLiveQuery(
    () => hasCachedKind({ ownerId, branchId }, 'expected'),
    [ownerId, branchId],
  );
  const form = useForm<RegistrationForm>({
    initialValues: start.content.form,
    initialErrors: splitProblemsByField(start.refusal?.details ?? []).fields,
    validate: schemaResolver(registrationSchema, { sync: true }),
  });
  const [{ step, isEditing }, setPosition] = useState<WizardPosition>(() => ({
    step: findFirstInvalidFields(form.errors)[0]?.step ?? start.content.step,
    isEditing: false,
  }));
  const [confirmed] = useState(entryId === null ? null : start.content.form);
  const identity = useIdentity({ ownerId, form, start: start.content.linked, confirmed });
  const { linked } = identity;
  const { captures, picturesOf, question } = usePictureIdentity({ ownerId, entryId }, form, start);
  const [typedCompanies, setTypedCompanies] = useState(start.content.typedCompanies);
  const [correcting, setCorrecting] = useState(start.content.correcting);
  const content = useMemo(
    () => ({ form: form.values, step, linked, picturesOf, typedCompanies, correcting }),
    [form.values, step, linked, picturesOf, typedCompanies, correcting],
  );
  const draft = useDraftSaving({ ownerId, entryId }, content);

  const go = (to: WizardStep, isEdit = false) => {
    setPosition({ step: to, isEditing: isEdit });
    void draft.saver.flush();
  };
  const additional = useAdditionalFieldsModule(start.additional ?? null);
  const forward = useForwardActions(form, { step, isEditing }, { go, resolve: identity.resolve }, additional);

  return {
    ...props,
    ownerId,
    /** True if the device has people that a company announced. */
    hasExpected: hasExpected ?? false,
    form,
    step,
    identity,
    /** The clinic's own fields; null if it has none. */
    additional,
    typedCompanies,
    noteTypedCompany: (field: keyof TypedCompanies, text: string) =>
      setTypedCompanies((before) => ({ ...before, [field]: text })),
    /** Basis of a correction; null for a new registration. */
    correcting,
    changeCorrecting: (change: Partial<CorrectionBasis>) =>
      setCorrecting((before) => before && { ...before, ...change }),
    captures,
    isEmpty:
      isEmptyDraftContent(content) &&
      captures.pictures.photo === null &&
      captures.pictures.signature === null,
    /** Open prompt in which the user states whose pictures these are, and which blocks the confirmation; null if closed. */
    question,
    draft,
    go,
    back: () => go(step === 2 ? 1 : 0),
    /** Opens an earlier step from the last step ('Editar'). Focuses `field`; without a field, the start of the step. */
    edit: (to: 0 | 1, field?: RegistrationFieldName) => {
      go(to, true);
      if (field) focusField(field);
      else focusStepStart(to);
    },
    /** Marked fields of the other steps, because the server may reject fields of several steps. */
    marked: findFirstInvalidFields(form.errors).filter((bad) => bad.step !== step),
    ...forward,
  };
}

export type WizardState = ReturnType<typeof useWizard>;
