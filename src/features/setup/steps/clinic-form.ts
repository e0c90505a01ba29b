import * as z from 'zod/mini';
import { BranchBody } from '#contract/catalogs/branches.ts';
import { CompanyBody } from '#contract/catalogs/companies.ts';
import { CATALOG_CODE_MAX_LENGTH, CATALOG_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { requiredText } from '#contract/primitives.ts';
import type { FieldProblem } from '#contract/errors.ts';
import type { FirstClinicInput } from '#sync/administration/first-clinic.ts';

/**
 * Values of the form for company and branch. Its field names differ from the API's, because company and branch both have a
 * `name`.
 */
export type ClinicValues = Record<
  'company' | 'code' | 'city' | 'branch' | 'address' | 'contact_phone' | 'contact_email',
  string
>;

export const emptyClinic: ClinicValues = {
  company: '',
  code: '',
  city: '',
  branch: '',
  address: '',
  contact_phone: '',
  contact_email: '',
};

export const clinicSchema = z.object({
  company: requiredText('Escribe el nombre de la clínica.', CATALOG_NAME_MAX_LENGTH),
  code: requiredText('Escribe el NIT, o un código si aún no lo tienes.', CATALOG_CODE_MAX_LENGTH),
  city: CompanyBody.shape.city,
  branch: requiredText('Escribe el nombre de la sede.', CATALOG_NAME_MAX_LENGTH),
  address: BranchBody.shape.address,
  contact_phone: BranchBody.shape.contact_phone,
  contact_email: BranchBody.shape.contact_email,
});

/** Converts the values to request bodies. The company's name is also its billing name, which documents show. */
export function toFirstClinic(values: ClinicValues): FirstClinicInput {
  const { company, code, city, branch, address, contact_phone, contact_email } = clinicSchema.parse(values);
  const { code: cleanCode } = z.pick(CompanyBody, { code: true }).parse({ code });
  return {
    company: { code: cleanCode, name: company, billing_name: company, city },
    branch: {
      name: branch,
      address,
      contact_phone,
      contact_email,
      contact_website: null,
      contact_address: null,
    },
  };
}

const NAME_FIELD_OF = { company: 'company', branch: 'branch' } as const;

export const mapNameErrorsToForm = (
  of: keyof typeof NAME_FIELD_OF,
  details: readonly FieldProblem[],
): readonly FieldProblem[] =>
  details.map((detail) => (detail.field === 'name' ? { ...detail, field: NAME_FIELD_OF[of] } : detail));
