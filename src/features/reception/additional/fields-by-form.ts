import type { ExamPackage } from '#contract/records/exam-packages.ts';
import { packageCriteriaOfForm, selectExamPackage } from '#domain/evaluation/worksheet/exam-package.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import { readAccount } from '#storage/account/accounts.ts';
import { listActiveAdditionalFields, type CachedAdditionalField } from '#storage/cache/additional-fields.ts';
import { readCachedExamPackages } from '#sync/reads/exam-packages.ts';

export type CachedAdditionalFields = readonly CachedAdditionalField[];

/** Returns the clinic's fields for a form: a field that its job profile asks for is required, whatever the evaluation type. */
export function fieldsForProfile(
  fields: CachedAdditionalFields,
  packages: readonly ExamPackage[],
  form: RegistrationForm,
): CachedAdditionalFields {
  const profile = selectExamPackage(packages, packageCriteriaOfForm(form));
  const asked = new Set(profile?.additional_fields.map(({ id }) => id));
  return fields.map((field) => {
    if (!asked.has(field.id)) return field;
    const { evaluation_type_ids: types } = field;
    return {
      ...field,
      is_required: true,
      evaluation_type_ids: types.length === 0 ? types : [...types, form.evaluation_type_id],
    };
  });
}

/** Reads the exam packages of the active branch from the device; empty if it has none. */
export async function readPackages(): Promise<readonly ExamPackage[]> {
  const account = await readAccount();
  if (!account?.branchId) return [];
  return (await readCachedExamPackages({ ownerId: account.userId, branchId: account.branchId }))?.items ?? [];
}

/** Reads the clinic's fields and packages from the device. Returns the function with the fields for a form. */
export async function loadFieldsByForm(): Promise<(form: RegistrationForm) => CachedAdditionalFields> {
  const [fields, packages] = await Promise.all([listActiveAdditionalFields(), readPackages()]);
  return (form) => fieldsForProfile(fields, packages, form);
}
