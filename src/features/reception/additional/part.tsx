import { Button } from '@mantine/core';
import type { RegistrationForm } from '#domain/registration.ts';
import { listActiveAdditionalFields } from '#storage/cache/additional-fields.ts';
import { isAdditionalFieldsNoticeDue } from '#storage/database/additional-fields-support.ts';
import { createDelayedQuery } from '#storage/database/settled-query.ts';
import { dismissAdditionalFieldsNotice } from '#sync/changes/on-device-aside.ts';
import { Notice } from '#ui/notices/notice.tsx';
import type { WizardForm } from '../form/step-props.ts';
import { additionalFieldErrors, formatAdditionalValues, type FieldStep } from './asked.ts';
import { AdditionalInputs } from './inputs.tsx';
import './part.css';

/** Tells the user once that a server lacks the clinic's own fields, which this device had shown before. */
const UnsupportedFieldsNotice = () => (
  <Notice
    kind="info"
    className="additional-not-offered"
    title="Este servidor no recibe los campos adicionales."
    action={
      <Button onClick={() => void dismissAdditionalFieldsNotice().catch(reportError)}>Entendido</Button>
    }
  >
    Lo demás se registra igual.
  </Notice>
);

/** Code and definitions of the clinic's own fields, loaded only for clinics that have such fields. */
export type AdditionalFieldsModule = Awaited<ReturnType<typeof loadAdditionalFieldsModule>>;

export async function loadAdditionalFieldsModule() {
  const [fields, isNoticeDue] = await Promise.all([
    listActiveAdditionalFields(),
    isAdditionalFieldsNoticeDue(),
  ]);
  return {
    inputs: (form: WizardForm, step: FieldStep) => (
      <>
        {isNoticeDue && step === 0 && <UnsupportedFieldsNotice />}
        <AdditionalInputs form={form} fields={fields} step={step} />
      </>
    ),
    /** Returns the errors that keep the user in a step, by the key of the field. */
    errors: (form: RegistrationForm, step: FieldStep) => additionalFieldErrors(fields, form, step),
    /** Returns the additional values that the summary of a registration shows: those about the patient, or about the visit. */
    facts: (form: RegistrationForm, about: 'patient' | 'visit') =>
      formatAdditionalValues(fields, form, about),
  };
}

/** Passes the fields to `onPart`, and again after each change on the device. Returns an unsubscribe function. */
export function observeAdditionalFieldsModule(onPart: (part: AdditionalFieldsModule) => void): () => void {
  const subscription = createDelayedQuery(['catalogs', 'device'], loadAdditionalFieldsModule).subscribe(
    onPart,
  );
  return () => subscription.unsubscribe();
}
