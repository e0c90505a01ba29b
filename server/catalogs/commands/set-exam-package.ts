import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray } from 'drizzle-orm';
import {
  EXAM_PACKAGES_MAX,
  PACKAGE_EXAMS_MAX,
  PACKAGE_FIELDS_MAX,
  type ExamPackage,
  type ExamPackageBody,
} from '#contract/records/exam-packages.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import { fieldError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { additionalFields, evaluationTypes, examPackages, exams } from '../../schema/catalogs.ts';
import { findExamPackage, packageCondition, presentPackageCondition } from '../queries/exam-packages.ts';
import { type ActivityEntry, recordActivity } from '../../audit/index.ts';
import { type IfMatch, requireCurrentRevision } from '../../platform/base/row-revision.ts';
import { requireConfirmedCompany } from './company-checks.ts';
import { requireBelowRowLimit } from './row-limit.ts';

export interface PackageChange {
  readonly trace: AuditContext;
  readonly body: ExamPackageBody;
  /** Accepted revisions; a package that does not exist has revision 0. */
  readonly ifMatch: IfMatch;
}

type ExamPackageRow = typeof examPackages.$inferSelect;

/**
 * Locks the evaluation type, so that concurrent changes of its packages run one after the other. The package's own row cannot
 * be locked, because it may not exist yet.
 */
async function lockEvaluationType(tx: Transaction, id: string): Promise<void> {
  const rows = await tx
    .select({ id: evaluationTypes.id })
    .from(evaluationTypes)
    .where(eq(evaluationTypes.id, id))
    .for('no key update');
  if (rows.length === 0)
    throw fieldError({ field: 'evaluation_type_id', message: 'El tipo de evaluación no existe.' });
}

async function requireActiveExams(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx
    .select({ id: exams.id })
    .from(exams)
    .where(and(inArray(exams.id, [...ids]), eq(exams.is_active, true)));
  if (found.length < ids.length)
    throw fieldError({ field: 'exam_ids', message: 'Hay exámenes que no existen o están inactivos.' });
}

/** Rejects fields that do not exist. An inactive field is accepted, and reception does not see it. */
async function requireFields(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx
    .select({ id: additionalFields.id })
    .from(additionalFields)
    .where(inArray(additionalFields.id, [...ids]));
  if (found.length < ids.length)
    throw fieldError({ field: 'additional_field_ids', message: 'Hay campos adicionales que no existen.' });
}

const PACKAGE_LIMIT = { max: EXAM_PACKAGES_MAX, counted: presentPackageCondition };
const TOO_MANY_PACKAGES_PROBLEM = {
  field: 'job',
  message: `Máximo ${EXAM_PACKAGES_MAX.toLocaleString('es-CO')} paquetes.`,
};

type PackageContent = Pick<ExamPackageRow, 'exam_ids' | 'emphases' | 'additional_field_ids'>;

/** Returns the sent ids with the stored inactive ones, which no reading of the package contains, at their places. */
async function withInactive(
  tx: Transaction,
  catalog: typeof exams | typeof additionalFields,
  sent: readonly string[],
  stored: readonly string[] = [],
): Promise<string[]> {
  const ids = sent.map((id) => id.toLowerCase());
  if (stored.length === 0) return ids;
  const table = catalog as typeof exams;
  const found = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.id, [...stored]), eq(table.is_active, false)));
  const inactive = new Set(found.map(({ id }) => id));
  for (const [place, id] of stored.entries())
    if (inactive.has(id) && !ids.includes(id)) ids.splice(place, 0, id);
  return ids;
}

/**
 * Returns the content to store. What the body omits stays as it is stored, and so do inactive exams and fields, which an app
 * cannot send because it does not see them. A removed package keeps none.
 */
async function contentOf(
  tx: Transaction,
  body: ExamPackageBody,
  row: ExamPackageRow | undefined,
): Promise<PackageContent> {
  const { exam_ids, emphases, additional_field_ids } = body;
  const stored = exam_ids.length === 0 ? undefined : row;
  return {
    exam_ids: await withInactive(tx, exams, exam_ids, stored?.exam_ids),
    emphases: emphases ?? row?.emphases ?? [],
    additional_field_ids: additional_field_ids
      ? await withInactive(tx, additionalFields, additional_field_ids, stored?.additional_field_ids)
      : (row?.additional_field_ids ?? []),
  };
}

function requireWithinLimits({ exam_ids, additional_field_ids }: PackageContent): void {
  if (exam_ids.length > PACKAGE_EXAMS_MAX)
    throw fieldError({
      field: 'exam_ids',
      message: `Máximo ${PACKAGE_EXAMS_MAX} exámenes, con los inactivos del paquete.`,
    });
  if (additional_field_ids.length > PACKAGE_FIELDS_MAX)
    throw fieldError({
      field: 'additional_field_ids',
      message: `Máximo ${PACKAGE_FIELDS_MAX} campos, con los inactivos del paquete.`,
    });
}

const hasSameContent = (row: ExamPackageRow | undefined, content: PackageContent): boolean =>
  row !== undefined &&
  (['exam_ids', 'emphases', 'additional_field_ids'] as const).every((name) =>
    isDeepStrictEqual(row[name], content[name]),
  );

const isRemoved = ({ exam_ids }: ExamPackageRow): boolean => exam_ids.length === 0;

/** Returns the revision that the caller must know. The list may omit a removed package, which then is a new one to callers. */
function knownRevisionOf(row: ExamPackageRow | undefined, ifMatch: IfMatch): number {
  if (row === undefined || (isRemoved(row) && ifMatch?.has(0) === true)) return 0;
  return row.revision;
}

async function writePackage(
  tx: Transaction,
  { trace, body }: PackageChange,
  content: PackageContent,
  row: ExamPackageRow | undefined,
): Promise<string> {
  if (content.exam_ids.length > 0 && (row === undefined || isRemoved(row)))
    await requireBelowRowLimit(tx, examPackages, PACKAGE_LIMIT, TOO_MANY_PACKAGES_PROBLEM);
  if (row) {
    const changed = { ...content, revision: row.revision + 1, updatedAt: trace.at };
    await tx.update(examPackages).set(changed).where(eq(examPackages.id, row.id));
    return row.id;
  }
  if (content.exam_ids.length === 0)
    throw fieldError({ field: 'exam_ids', message: 'Elige al menos un examen.' });
  const id = randomUUID();
  const { evaluation_type_id, company_id, job } = body;
  await tx
    .insert(examPackages)
    .values({ id, evaluation_type_id, company_id, job, ...content, updatedAt: trace.at });
  return id;
}

/**
 * Writes the package if it differs from the stored package. A request whose values are already stored succeeds, so that the
 * device can retry a change after a lost response.
 * @returns the log entry, which must be written last; null if nothing changed
 */
async function writePackageIfDifferent(
  tx: Transaction,
  change: PackageChange,
): Promise<ActivityEntry | null> {
  const { body, ifMatch } = change;
  const [row] = await tx.select().from(examPackages).where(packageCondition(body));
  const content = await contentOf(tx, body, row);
  if (hasSameContent(row, content)) return null;
  requireCurrentRevision({ revision: knownRevisionOf(row, ifMatch) }, ifMatch);
  requireWithinLimits(content);
  const isEmptied = content.exam_ids.length === 0;
  // A package of a company that became inactive can still be removed. A proposed company may be merged into another one, which may
  // have a package for the same type and job.
  if (!isEmptied && body.company_id !== null) await requireConfirmedCompany(tx, body.company_id);
  await requireActiveExams(tx, body.exam_ids);
  await requireFields(tx, content.additional_field_ids);
  const id = await writePackage(tx, change, content, row);
  const stored = row ? 'replaced' : 'created';
  return {
    action: 'catalog_changed',
    detail: { resource: 'exam-packages', id, what: isEmptied ? 'emptied' : stored },
  };
}

/**
 * Creates or replaces an exam package.
 * @throws validation_failed for a type, company, exam or field that does not exist, an inactive company or exam; precondition_failed
 */
export async function setExamPackage(tx: Transaction, change: PackageChange): Promise<ExamPackage> {
  await lockEvaluationType(tx, change.body.evaluation_type_id);
  const entry = await writePackageIfDifferent(tx, change);
  const found = await findExamPackage(tx, change.body);
  if (!found) throw new Error('A written exam package no longer exists');
  if (entry) await recordActivity(tx, change.trace, entry);
  return found;
}
