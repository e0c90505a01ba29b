import { schemaResolver } from '@mantine/form';
import * as z from 'zod/mini';
import { branches } from '#contract/catalogs/branches.ts';
import { CompanyBody, companies } from '#contract/catalogs/companies.ts';
import { defineRequiredLineField } from '#contract/catalogs/fields.ts';
import { CATALOG_CODE_MAX_LENGTH } from '#contract/limits.ts';
import { createAndOpenFirstClinic, type FirstClinicOutcome } from '#sync/administration/first-clinic.ts';
import {
  INPUT_KEPT_TEXT,
  failedFormOutcome,
  toFormOutcome,
  type FormOutcome,
} from '#sync/changes/form-outcome.ts';
import { CATALOG_TEXTS } from '#sync/messages/catalog-texts.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { LineInput } from '#components/line-input.tsx';
import { RecordProblem } from '#components/record-problem.tsx';
import { useRecordForm } from '#components/use-record-form.ts';
import { StepFoot, StepForm } from './step-form.tsx';
import type { StepProps } from './step.ts';

/** Fields of company and branch. Two have other names than in the API, because company and branch both have a `name`. */
const CLINIC_FIELDS = {
  company: defineRequiredLineField('Escribe el nombre de la clínica.', { label: 'Nombre de la clínica' }),
  code: defineRequiredLineField('Escribe el NIT, o un código si aún no lo tienes.', {
    max: CATALOG_CODE_MAX_LENGTH,
    label: 'NIT',
    isNit: true,
    hint: 'Con el dígito de verificación: 900123456-8.',
  }),
  branch: defineRequiredLineField('Escribe el nombre de la sede.', {
    label: 'Nombre de la sede',
    hint: 'El lugar donde atienden. Las demás sedes se crean después en Catálogos.',
  }),
  city: companies.fields.city,
  address: branches.fields.address,
  contact_phone: { ...branches.fields.contact_phone, label: 'Teléfono' },
  contact_email: { ...branches.fields.contact_email, label: 'Correo' },
} as const;
type FieldName = keyof typeof CLINIC_FIELDS;
const FIELD_NAMES = Object.keys(CLINIC_FIELDS) as FieldName[];
type ClinicValues = Record<FieldName, string>;

const emptyClinic = Object.fromEntries(FIELD_NAMES.map((name) => [name, ''])) as ClinicValues;

const clinicSchema = z.object(
  Object.fromEntries(FIELD_NAMES.map((name) => [name, CLINIC_FIELDS[name].input])) as {
    [Name in FieldName]: (typeof CLINIC_FIELDS)[Name]['input'];
  },
);

const SAVE_FAILED_TEXTS = {
  company: CATALOG_TEXTS.companies.couldNotSave,
  branch: CATALOG_TEXTS.branches.couldNotSave,
  choice: 'La sede quedó guardada, y no se pudo elegir como la tuya.',
} as const;

type FailedOutcome = Extract<FirstClinicOutcome, { type: 'failed' }>;

async function toClinicFormOutcome({ of, result }: FailedOutcome): Promise<FormOutcome<ClinicValues>> {
  const outcome = await toFormOutcome<ClinicValues>(result, null, SAVE_FAILED_TEXTS[of]);
  if (outcome.type !== 'failed' || of === 'choice') return outcome;
  const details = outcome.trouble.details.map((detail) =>
    detail.field === 'name' ? { ...detail, field: of } : detail,
  );
  const errors = Object.fromEntries(details.map(({ field, message }) => [field, message]));
  return { type: 'failed', trouble: { ...outcome.trouble, details }, errors };
}

async function saveClinic(values: ClinicValues): Promise<FormOutcome<ClinicValues>> {
  try {
    const { company, code, city, branch, ...contact } = clinicSchema.parse(values);
    const { code: cleanCode } = z.pick(CompanyBody, { code: true }).parse({ code });
    const outcome = await createAndOpenFirstClinic({
      // The company's name is also its billing name, which documents show.
      company: { code: cleanCode, name: company, billing_name: company, city },
      branch: { name: branch, ...contact, contact_website: null, contact_address: null },
    });
    return outcome.type === 'opened' ? { type: 'saved', row: values } : await toClinicFormOutcome(outcome);
  } catch (error) {
    return failedFormOutcome(`${failureText(error, SAVE_FAILED_TEXTS.company)} ${INPUT_KEPT_TEXT}`);
  }
}

/** Form for the company and its first branch. Saving makes the branch active. */
export function ClinicStep({ draft, disabledReason, onSaving, onDone, onSkip }: StepProps) {
  const state = useRecordForm<ClinicValues, ClinicValues>({
    row: null,
    valuesOf: (row) => row ?? { ...emptyClinic, ...draft.found.texts },
    validate: schemaResolver(clinicSchema, { sync: true }),
    save: (_none, values) => {
      onSaving();
      return saveClinic(values);
    },
    onSaved: () => {
      draft.forget();
      void onDone();
    },
    onTyped: (texts) => draft.keep({ texts }),
  });
  const { form, busy, submit } = state;
  return (
    <StepForm onSubmit={submit}>
      {FIELD_NAMES.map((name) => (
        <LineInput key={name} field={CLINIC_FIELDS[name]} {...form.getInputProps(name)} />
      ))}
      <RecordProblem state={state} what={CATALOG_TEXTS.companies.it} />
      <StepFoot busy={busy} disabledReason={disabledReason} onSkip={onSkip} />
    </StepForm>
  );
}
