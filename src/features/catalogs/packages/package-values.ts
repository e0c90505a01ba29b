import {
  PACKAGE_EMPHASES_MAX,
  PACKAGE_FIELDS_MAX,
  type ExamPackage,
  type ExamPackageBody,
} from '#contract/records/exam-packages.ts';
import { foldText } from '#domain/text/fold.ts';

export const packageTitle = ({
  evaluation_type: type,
  company,
  job,
}: Pick<ExamPackage, 'evaluation_type' | 'company' | 'job'>): string =>
  [type.name, company?.name, job ?? 'todos los cargos'].filter(Boolean).join(' · ');

/** Returns what screens call a package: one of a company is a job profile. */
export const packageNoun = (isOfCompany: boolean) =>
  isOfCompany
    ? ({ name: 'perfil', title: 'Perfil de cargo' } as const)
    : ({ name: 'paquete', title: null } as const);

export const toPackageFormValues = (read: ExamPackage | null) => ({
  typeId: read?.evaluation_type.id ?? '',
  companyId: read?.company?.id ?? '',
  job: read?.job ?? '',
  exams: [...(read?.exams ?? [])],
  /** Text of the field, with one emphasis on each line. */
  emphases: (read?.emphases ?? []).join('\n'),
  fieldIds: (read?.additional_fields ?? []).map(({ id }) => id),
});
export type PackageFormValues = ReturnType<typeof toPackageFormValues>;

const emphasesOf = ({ emphases }: PackageFormValues): string[] =>
  emphases
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns the existing package for the same type, company and job; null if there is none. */
export const findSamePackage = (
  all: readonly ExamPackage[],
  { typeId, companyId, job }: PackageFormValues,
): ExamPackage | null =>
  all.find(
    (one) =>
      one.evaluation_type.id === typeId &&
      (one.company?.id ?? '') === companyId &&
      foldText(one.job ?? '') === foldText(job.trim()),
  ) ?? null;

/** Returns why the package cannot be saved; null if it can. `same`: the existing package, for a new one. */
export function findPackageProblem(
  typed: PackageFormValues,
  { isNew, same }: { readonly isNew: boolean; readonly same: ExamPackage | null },
): string | null {
  const emphases = emphasesOf(typed).map(foldText);
  if (emphases.length > PACKAGE_EMPHASES_MAX) return `Máximo ${PACKAGE_EMPHASES_MAX} énfasis.`;
  if (new Set(emphases).size < emphases.length) return 'Cada énfasis va una sola vez.';
  if (typed.fieldIds.length > PACKAGE_FIELDS_MAX) return `Máximo ${PACKAGE_FIELDS_MAX} datos.`;
  if (!isNew) return null;
  if (typed.typeId === '') return 'Elige el tipo de evaluación.';
  if (same && same.exams.length > 0) return `Ya hay un paquete de ${packageTitle(same)}. Edita ese.`;
  return typed.exams.length === 0 ? 'Agrega al menos un examen.' : null;
}

export const createPackageBody = (typed: PackageFormValues): ExamPackageBody => ({
  evaluation_type_id: typed.typeId,
  company_id: typed.companyId || null,
  job: typed.job.trim() || null,
  exam_ids: typed.exams.map(({ id }) => id),
  emphases: emphasesOf(typed),
  additional_field_ids: typed.fieldIds,
});
