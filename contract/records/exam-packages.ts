import * as z from 'zod/mini';
import { NAME_MAX_LENGTH } from '../limits.ts';
import { Uuid, nullableText } from '../primitives.ts';

/** Maximum exams of a package, and maximum packages of a clinic. The limits allow one response to contain the whole list. */
export const PACKAGE_EXAMS_MAX = 40;
export const EXAM_PACKAGES_MAX = 500;

const NamedCatalogRow = z.object({ id: Uuid, name: z.string(), code: z.string() });

/**
 * Exams that the clinic usually orders for an evaluation type, or for a type and job. The app only suggests the exams; it does
 * not order them.
 */
export const ExamPackage = z.object({
  evaluation_type: NamedCatalogRow,
  /** Job of the package; null for the package of all jobs that have no package of their own for this type. */
  job: z.nullable(z.string()),
  /** Active exams in the clinic's order; empty when the package was removed. */
  exams: z.array(NamedCatalogRow),
  revision: z.int().check(z.minimum(1)),
});
export type ExamPackage = z.infer<typeof ExamPackage>;
export const ExamPackages = z.object({ items: z.array(ExamPackage) });
export type ExamPackages = z.infer<typeof ExamPackages>;

const areIdsUnique = (ids: readonly string[]): boolean =>
  new Set(ids.map((id) => id.toLowerCase())).size === ids.length;

/** Complete package of an evaluation type and job; an empty list of exams removes it. */
export const ExamPackageBody = z.object({
  evaluation_type_id: Uuid,
  job: nullableText(NAME_MAX_LENGTH),
  exam_ids: z
    .array(Uuid)
    .check(
      z.maxLength(PACKAGE_EXAMS_MAX, `Máximo ${PACKAGE_EXAMS_MAX} exámenes.`),
      z.refine(areIdsUnique, 'Cada examen va una sola vez.'),
    ),
});
export type ExamPackageBody = z.infer<typeof ExamPackageBody>;
