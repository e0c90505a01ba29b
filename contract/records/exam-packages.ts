import * as z from 'zod/mini';
import { NAME_MAX_LENGTH } from '../limits.ts';
import { Uuid, nullableText } from '../primitives.ts';

/** Of one package, and of the clinic: the answer is one list without pages. */
export const PACKAGE_EXAMS_MAX = 40;
export const PACKAGES_MAX = 500;

const Named = z.object({ id: Uuid, name: z.string(), code: z.string() });

/** What is usually ordered for a type of evaluation, and where it names a job, for that job. It suggests, and adds nothing. */
export const ExamPackage = z.object({
  evaluation_type: Named,
  /** Null: of the type, for whom no package names the job. */
  job: z.nullable(z.string()),
  /** Those that are active, in the clinic's order; none where the package was taken away. */
  exams: z.array(Named),
  revision: z.int().check(z.minimum(1)),
});
export type ExamPackage = z.infer<typeof ExamPackage>;
export const ExamPackages = z.object({ items: z.array(ExamPackage) });
export type ExamPackages = z.infer<typeof ExamPackages>;

const isEachOnce = (ids: readonly string[]): boolean =>
  new Set(ids.map((id) => id.toLowerCase())).size === ids.length;

/** The whole package of the type and job; without exams there is none any more. */
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
