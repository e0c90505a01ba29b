import { schemaResolver } from '@mantine/form';
import * as z from 'zod/mini';
import { branches } from '#contract/catalogs/branches.ts';
import { CompanyBody, companies } from '#contract/catalogs/companies.ts';
import { defineRequiredLineField } from '#contract/catalogs/fields.ts';
import { CATALOG_CODE_MAX_LENGTH } from '#contract/limits.ts';
import { createFirstClinic } from '#sync/administration/first-clinic.ts';
import { CATALOG_TEXTS } from '#sync/messages/catalog-texts.ts';
import type { SaveFailure } from '#sync/messages/failure-text.ts';
import { LineInput } from '#components/records/line-input.tsx';
import { PartFields } from './part-fields.tsx';
import type { PartProps } from './step.ts';
import { partFailureOf, renameField, thrownPartFailure } from './part-failure.ts';
import { usePartForm } from './use-part-form.tsx';

/** Fields of company and branch. Two have other names than in the API, because company and branch both have a `name`. */
const CLINIC_FIELDS = {
  company: defineRequiredLineField('Escribe el nombre de la clínica.', { label: 'Nombre de la clínica' }),
  code: defineRequiredLineField('Escribe el NIT, o un código si aún no lo tienes.', {
    max: CATALOG_CODE_MAX_LENGTH,
    label: 'NIT',
    isNit: true,
    hint: 'Con el dígito de verificación: 900123456-8.',
  }),
  city: companies.fields.city,
  branch: defineRequiredLineField('Escribe el nombre de la sede.', {
    label: 'Nombre de la sede',
    hint: 'El lugar donde atienden. Las demás sedes se crean después en Catálogos.',
  }),
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
} as const;

async function createClinic(values: ClinicValues): Promise<SaveFailure | null> {
  try {
    const { company, code, city, branch, ...contact } = clinicSchema.parse(values);
    const { code: cleanCode } = z.pick(CompanyBody, { code: true }).parse({ code });
    const outcome = await createFirstClinic({
      // The company's name is also its billing name, which documents show.
      company: { code: cleanCode, name: company, billing_name: company, city },
      branch: { name: branch, ...contact, contact_website: null, contact_address: null },
    });
    if (outcome.type === 'created') return null;
    return renameField(partFailureOf(outcome.result, SAVE_FAILED_TEXTS[outcome.of]), 'name', outcome.of);
  } catch (error) {
    return thrownPartFailure(error, SAVE_FAILED_TEXTS.company);
  }
}

const branchNameFor = (city: string): string => (city.trim() === '' ? '' : `Sede ${city.trim()}`);

/** Form for the company and its first branch. The city proposes the branch's name until the user types another one. */
export function ClinicStep(props: PartProps) {
  const { form, notice } = usePartForm<ClinicValues>(props, {
    part: 'clinic',
    empty: emptyClinic,
    validate: schemaResolver(clinicSchema, { sync: true }),
    create: createClinic,
  });
  const proposeBranch = (city: string) => {
    const { city: before, branch } = form.getValues();
    if (branch === branchNameFor(before)) form.setFieldValue('branch', branchNameFor(city));
    form.setFieldValue('city', city);
  };
  return (
    <PartFields>
      {FIELD_NAMES.map((name) => (
        <LineInput
          key={name}
          field={CLINIC_FIELDS[name]}
          {...form.getInputProps(name)}
          {...(name === 'city' && { onChange: (event) => proposeBranch(event.currentTarget.value) })}
        />
      ))}
      {notice}
    </PartFields>
  );
}
