import type { ReactNode } from 'react';
import type { RegistrationForm } from '#domain/registration.ts';
import { listActiveAdditionalFields } from '#storage/cache/additional-fields.ts';
import { isAdditionalFieldsNoticeDue } from '#storage/database/additional-fields-support.ts';
import { createDelayedQuery } from '#storage/database/settled-query.ts';
import type { WizardForm } from '../form/step-props.ts';
import { additionalFieldErrors, formatAdditionalValues, type FieldStep } from './asked.ts';
import { AdditionalInputs } from './inputs.tsx';
import { UnsupportedFieldsNotice } from './not-offered-notice.tsx';

/** Code and definitions of the clinic's own fields, loaded only for clinics that have such fields. */
export interface AdditionalFieldsModule {
  readonly inputs: (form: WizardForm, step: FieldStep) => ReactNode;
  /** Returns the errors that keep the user in a step, by the key of the field. */
  readonly errors: (form: RegistrationForm, step: FieldStep) => Readonly<Record<string, string>>;
  /**
   * Returns the additional values that the summary of a registration shows: those about the patient, or those about the visit.
   */
  readonly facts: (form: RegistrationForm, about: 'patient' | 'visit') => readonly string[];
}

export async function loadAdditionalFieldsModule(): Promise<AdditionalFieldsModule> {
  const [fields, isNoticeDue] = await Promise.all([
    listActiveAdditionalFields(),
    isAdditionalFieldsNoticeDue(),
  ]);
  return {
    inputs: (form, step) => (
      <>
        {isNoticeDue && step === 0 && <UnsupportedFieldsNotice />}
        <AdditionalInputs form={form} fields={fields} step={step} />
      </>
    ),
    errors: (form, step) => additionalFieldErrors(fields, form, step),
    facts: (form, about) => formatAdditionalValues(fields, form, about),
  };
}

/** Passes the fields to `onPart`, and again after each change on the device. Returns an unsubscribe function. */
export function observeAdditionalFields(onPart: (part: AdditionalFieldsModule) => void): () => void {
  const subscription = createDelayedQuery(['catalogs', 'device'], loadAdditionalFieldsModule).subscribe(
    onPart,
  );
  return () => subscription.unsubscribe();
}
