import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { FieldProblem } from '#contract/errors.ts';
import {
  EVALUATION_TEMPLATES_MAX,
  type EvaluationTemplate,
  type EvaluationTemplateBody,
} from '#contract/records/evaluation/templates.ts';
import { type ActivityEntry, recordActivity } from '../../audit/index.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import { fieldError } from '../../platform/base/errors.ts';
import { type IfMatch, requireCurrentRevision } from '../../platform/base/row-revision.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { evaluationTemplates, evaluationTypes, exams } from '../../schema/catalogs.ts';
import { findEvaluationTemplate } from '../queries/evaluation-templates.ts';
import { requireBelowRowLimit, takeTableAdvisoryLock } from './row-limit.ts';

export interface TemplateChange {
  readonly trace: AuditContext;
  readonly id: string;
  readonly body: EvaluationTemplateBody;
  /** Accepted revisions; a template that does not exist has revision 0. */
  readonly ifMatch: IfMatch;
}

type TemplateRow = typeof evaluationTemplates.$inferSelect;

async function isTypeMissing(tx: Transaction, id: string | null): Promise<boolean> {
  if (id === null) return false;
  const rows = await tx
    .select({ id: evaluationTypes.id })
    .from(evaluationTypes)
    .where(eq(evaluationTypes.id, id));
  return rows.length === 0;
}

/** Returns true when an exam does not exist, or is inactive and was not in the template before. */
async function hasUnknownExam(
  tx: Transaction,
  results: EvaluationTemplateBody['results'],
  row: TemplateRow | undefined,
): Promise<boolean> {
  if (results.length === 0) return false;
  const ids = results.map(({ exam_id: id }) => id);
  const known = new Set((row?.results ?? []).map(({ exam_id: id }) => id));
  const found = await tx
    .select({ id: exams.id, isActive: exams.is_active })
    .from(exams)
    .where(inArray(exams.id, ids));
  return found.length < ids.length || found.some(({ id, isActive }) => !isActive && !known.has(id));
}

async function isNameTaken(tx: Transaction, { id, body: { name } }: TemplateChange): Promise<boolean> {
  const rows = await tx
    .select({ id: evaluationTemplates.id })
    .from(evaluationTemplates)
    .where(
      and(ne(evaluationTemplates.id, id), sql`fold_text(${evaluationTemplates.name}) = fold_text(${name})`),
    );
  return rows.length > 0;
}

async function requireValidTemplate(
  tx: Transaction,
  change: TemplateChange,
  row: TemplateRow | undefined,
): Promise<void> {
  const { body } = change;
  const problems: FieldProblem[] = [];
  if (await isNameTaken(tx, change))
    problems.push({ field: 'name', message: 'Ya hay una plantilla con este nombre.' });
  if (await isTypeMissing(tx, body.evaluation_type_id))
    problems.push({ field: 'evaluation_type_id', message: 'El tipo de evaluación no existe.' });
  if (await hasUnknownExam(tx, body.results, row))
    problems.push({ field: 'results', message: 'Hay exámenes que no existen o están inactivos.' });
  if (problems.length > 0) throw fieldError(...problems);
}

const TOO_MANY_TEMPLATES_PROBLEM = {
  field: 'name',
  message: `Máximo ${EVALUATION_TEMPLATES_MAX} plantillas.`,
};

const toLowerCaseIds = (body: EvaluationTemplateBody): EvaluationTemplateBody => ({
  ...body,
  evaluation_type_id: body.evaluation_type_id?.toLowerCase() ?? null,
  results: body.results.map((result) => ({ ...result, exam_id: result.exam_id.toLowerCase() })),
});

function hasSameValues(
  { id: _id, revision: _revision, updatedAt: _updatedAt, ...stored }: TemplateRow,
  body: EvaluationTemplateBody,
): boolean {
  return isDeepStrictEqual(stored, body);
}

/**
 * Writes the template if it differs from the stored one. A request whose values are already stored succeeds, so that the
 * device can retry a change after a lost response.
 * @returns the log entry, which must be written last; null if nothing changed
 */
async function writeTemplateIfDifferent(
  tx: Transaction,
  change: TemplateChange,
): Promise<ActivityEntry | null> {
  const { id, trace, body, ifMatch } = change;
  const [row] = await tx.select().from(evaluationTemplates).where(eq(evaluationTemplates.id, id));
  if (row && hasSameValues(row, body)) return null;
  requireCurrentRevision({ revision: row?.revision ?? 0 }, ifMatch);
  await requireValidTemplate(tx, change, row);
  const values = { ...body, updatedAt: trace.at };
  if (row)
    await tx
      .update(evaluationTemplates)
      .set({ ...values, revision: row.revision + 1 })
      .where(eq(evaluationTemplates.id, id));
  else {
    await requireBelowRowLimit(
      tx,
      evaluationTemplates,
      { max: EVALUATION_TEMPLATES_MAX },
      TOO_MANY_TEMPLATES_PROBLEM,
    );
    await tx.insert(evaluationTemplates).values({ id, ...values });
  }
  const what = row ? 'replaced' : 'created';
  return { action: 'catalog_changed', detail: { resource: 'evaluation-templates', id, what } };
}

/**
 * Creates or replaces a template.
 * @throws validation_failed for a used name, or a type or exam that cannot be used; precondition_failed
 */
export async function setEvaluationTemplate(
  tx: Transaction,
  change: TemplateChange,
): Promise<EvaluationTemplate> {
  // Changes of templates run one after the other, because names must be unique and a new row cannot be locked.
  await takeTableAdvisoryLock(tx, evaluationTemplates);
  const id = change.id.toLowerCase();
  const entry = await writeTemplateIfDifferent(tx, { ...change, id, body: toLowerCaseIds(change.body) });
  const found = await findEvaluationTemplate(tx, id);
  if (!found) throw new Error('A written template no longer exists');
  if (entry) await recordActivity(tx, change.trace, entry);
  return found;
}
