import * as z from 'zod/mini';
import { foldText } from '../fold.ts';
import { NAME_MAX_LENGTH } from '../limits.ts';
import { Uuid, nullableText, requiredLine } from '../primitives.ts';

/**
 * Maximum exams of a package, and maximum packages of a clinic: some 110 companies with three jobs and three types. One response
 * contains the whole list, and devices keep it: some 1.7 MB with 12 exams each, below the 16 MB of a response with 40.
 */
export const PACKAGE_EXAMS_MAX = 40;
export const EXAM_PACKAGES_MAX = 1000;
export const PACKAGE_EMPHASES_MAX = 10;
export const PACKAGE_FIELDS_MAX = 20;

const NamedCatalogRow = z.object({ id: Uuid, name: z.string(), code: z.string() });
const NamedField = z.object({ id: Uuid, name: z.string() });

/**
 * Exams that the clinic usually orders for an evaluation type, or for a type and a job, a company or both. The app only suggests
 * the exams; it does not order them. The package of a company is a job profile.
 */
export const ExamPackage = z.object({
  evaluation_type: NamedCatalogRow,
  /** Employer or contractor of the package; null for the package of all companies. Earlier servers omit it. */
  company: z._default(z.nullable(NamedCatalogRow), null),
  /** Job of the package; null for the package of all jobs that have no package of their own for this type. */
  job: z.nullable(z.string()),
  /** Active exams in the clinic's order; empty when the package was removed. */
  exams: z.array(NamedCatalogRow),
  /** Emphases of the examination, such as 'Osteomuscular'. Earlier servers omit them. */
  emphases: z._default(z.array(z.string()), []),
  /** Active additional fields that reception asks for. Earlier servers omit them. */
  additional_fields: z._default(z.array(NamedField), []),
  revision: z.int().check(z.minimum(1)),
});
export type ExamPackage = z.infer<typeof ExamPackage>;
export const ExamPackages = z.object({ items: z.array(ExamPackage) });
export type ExamPackages = z.infer<typeof ExamPackages>;

const areTextsUnique = (texts: readonly string[]): boolean =>
  new Set(texts.map(foldText)).size === texts.length;

/** Complete package of an evaluation type, company and job; an empty list of exams removes it. */
export const ExamPackageBody = z.object({
  evaluation_type_id: Uuid,
  company_id: z._default(z.nullable(Uuid), null),
  job: nullableText(NAME_MAX_LENGTH),
  exam_ids: z
    .array(Uuid)
    .check(
      z.maxLength(PACKAGE_EXAMS_MAX, `Máximo ${PACKAGE_EXAMS_MAX} exámenes.`),
      z.refine(areTextsUnique, 'Cada examen va una sola vez.'),
    ),
  /** Absent, as an earlier app sends it: the stored emphases stay. */
  emphases: z.optional(
    z
      .array(requiredLine('Escribe el énfasis.', NAME_MAX_LENGTH))
      .check(
        z.maxLength(PACKAGE_EMPHASES_MAX, `Máximo ${PACKAGE_EMPHASES_MAX} énfasis.`),
        z.refine(areTextsUnique, 'Cada énfasis va una sola vez.'),
      ),
  ),
  /** Absent, as an earlier app sends it: the stored fields stay. */
  additional_field_ids: z.optional(
    z
      .array(Uuid)
      .check(
        z.maxLength(PACKAGE_FIELDS_MAX, `Máximo ${PACKAGE_FIELDS_MAX} campos.`),
        z.refine(areTextsUnique, 'Cada campo va una sola vez.'),
      ),
  ),
});
export type ExamPackageBody = z.infer<typeof ExamPackageBody>;
