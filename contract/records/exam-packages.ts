import * as z from 'zod/mini';
import { NAME_MAX_LENGTH } from '../limits.ts';
import { Uuid, nullableText } from '../primitives.ts';

/**
 * Maximum exams of one package and maximum packages of the clinic. The limits keep the list small enough for one response
 * without pages.
 */
export const PACKAGE_EXAMS_MAX = 40;
export const PACKAGES_MAX = 500;

const Named = z.object({ id: Uuid, name: z.string(), code: z.string() });

/**
 * Exams that the clinic usually orders for an evaluation type or, when a job is named, for that type and job. The app only
 * suggests the exams of a package; it orders none.
 */
export const ExamPackage = z.object({
  evaluation_type: Named,
  /** Job of the package; null for the package of the type, which applies to all jobs without their own package. */
  job: z.nullable(z.string()),
  /** Active exams in the clinic's order; empty when the package was removed. */
  exams: z.array(Named),
  revision: z.int().check(z.minimum(1)),
});
export type ExamPackage = z.infer<typeof ExamPackage>;
export const ExamPackages = z.object({ items: z.array(ExamPackage) });
export type ExamPackages = z.infer<typeof ExamPackages>;

const isEachOnce = (ids: readonly string[]): boolean =>
  new Set(ids.map((id) => id.toLowerCase())).size === ids.length;

/** Complete package of the type and job; without exams the package is removed. */
export const ExamPackageBody = z.object({
  evaluation_type_id: Uuid,
  job: nullableText(NAME_MAX_LENGTH),
  exam_ids: z
    .array(Uuid)
    .check(
      z.maxLength(PACKAGE_EXAMS_MAX, `Máximo ${PACKAGE_EXAMS_MAX} exámenes.`),
      z.refine(isEachOnce, 'Cada examen va una sola vez.'),
    ),
});
export type ExamPackageBody = z.infer<typeof ExamPackageBody>;
