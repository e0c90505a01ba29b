import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import {
  EXAM_PACKAGES_MAX,
  type ExamPackage,
  type ExamPackageBody,
} from '#contract/records/exam-packages.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import { fieldError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { evaluationTypes, examPackages, exams } from '../../schema/catalogs.ts';
import { findExamPackage, packageCondition } from '../queries/exam-packages.ts';
import { type ActivityEntry, recordActivity } from '../../audit/index.ts';
import { type IfMatch, requireCurrentRevision } from '../../platform/base/row-revision.ts';
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

const TOO_MANY_PACKAGES_PROBLEM = { field: 'job', message: `Máximo ${EXAM_PACKAGES_MAX} paquetes.` };

const hasSameExams = (row: ExamPackageRow | undefined, ids: readonly string[]): boolean =>
  row !== undefined && row.exam_ids.length === ids.length && row.exam_ids.every((id, nth) => id === ids[nth]);

async function writePackage(
  tx: Transaction,
  { trace, body }: PackageChange,
  row: ExamPackageRow | undefined,
): Promise<string> {
  const exam_ids = body.exam_ids.map((id) => id.toLowerCase());
  if (row) {
    const changed = { exam_ids, revision: row.revision + 1, updatedAt: trace.at };
    await tx.update(examPackages).set(changed).where(eq(examPackages.id, row.id));
    return row.id;
  }
  if (exam_ids.length === 0) throw fieldError({ field: 'exam_ids', message: 'Elige al menos un examen.' });
  await requireBelowRowLimit(tx, examPackages, EXAM_PACKAGES_MAX, TOO_MANY_PACKAGES_PROBLEM);
  const id = randomUUID();
  const { evaluation_type_id, job } = body;
  await tx.insert(examPackages).values({ id, evaluation_type_id, job, exam_ids, updatedAt: trace.at });
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
  const [row] = await tx
    .select()
    .from(examPackages)
    .where(packageCondition(body.evaluation_type_id, body.job));
  if (
    hasSameExams(
      row,
      body.exam_ids.map((id) => id.toLowerCase()),
    )
  )
    return null;
  requireCurrentRevision({ revision: row?.revision ?? 0 }, ifMatch);
  await requireActiveExams(tx, body.exam_ids);
  const id = await writePackage(tx, change, row);
  const stored = row ? 'replaced' : 'created';
  const what = body.exam_ids.length === 0 ? 'emptied' : stored;
  return { action: 'catalog_changed', detail: { resource: 'exam-packages', id, what } };
}

/**
 * Creates or replaces an exam package.
 * @throws validation_failed for a type or exam that does not exist or an inactive exam, precondition_failed
 */
export async function setExamPackage(tx: Transaction, change: PackageChange): Promise<ExamPackage> {
  const { evaluation_type_id: typeId, job } = change.body;
  await lockEvaluationType(tx, typeId);
  const entry = await writePackageIfDifferent(tx, change);
  const found = await findExamPackage(tx, typeId, job);
  if (!found) throw new Error('A written exam package no longer exists');
  if (entry) await recordActivity(tx, change.trace, entry);
  return found;
}
