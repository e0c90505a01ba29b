import { eq } from 'drizzle-orm';
import type { FieldProblem } from '#contract/errors.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { companies, evaluationTypes } from '../../../schema/catalogs.ts';
import { fieldError } from '../../../platform/base/errors.ts';

const companyReferenceCheck = {
  table: companies,
  unknown: 'La empresa no existe.',
  inactive: 'La empresa está inactiva. Elige otra.',
} as const;
const REFERENCE_CHECKS = {
  evaluation_type_id: {
    table: evaluationTypes,
    unknown: 'El tipo de evaluación no existe.',
    inactive: 'El tipo de evaluación está inactivo. Elige otro.',
  },
  employer_company_id: companyReferenceCheck,
  contractor_company_id: companyReferenceCheck,
} as const;
type ReferenceField = keyof typeof REFERENCE_CHECKS;
const REFERENCE_FIELDS = Object.keys(REFERENCE_CHECKS) as ReferenceField[];

type NamedReferences = { readonly [Field in ReferenceField]?: string | null | undefined };

type ReferencedRow = Pick<
  typeof companies.$inferSelect,
  'is_active' | 'createdAt' | 'deactivatedAt' | 'updatedAt'
>;

/**
 * Returns true if the row was active at the time of the capture. A visit that was captured offline may use a row that was
 * deactivated since, because the patient has left and cannot be registered again.
 */
const wasActive = ({ is_active, createdAt, deactivatedAt, updatedAt }: ReferencedRow, at: Date): boolean =>
  is_active || (at >= createdAt && at < (deactivatedAt ?? updatedAt));

async function findReferenceProblems(
  tx: Transaction,
  field: ReferenceField,
  id: string | null | undefined,
  at: Date,
): Promise<FieldProblem[]> {
  if (typeof id !== 'string') return [];
  const { table, unknown, inactive } = REFERENCE_CHECKS[field];
  const { is_active, createdAt, deactivatedAt, updatedAt } = table;
  const columns = { is_active, createdAt, deactivatedAt, updatedAt };
  const [row] = await tx.select(columns).from(table).where(eq(table.id, id));
  if (row && wasActive(row, at)) return [];
  return [{ field, message: row ? inactive : unknown }];
}

/**
 * Rejects references to catalogue rows that do not exist or were inactive at the time of the capture.
 * @param at time of the capture
 * @param present rows that the evaluation already references; they stay usable
 * @throws validation_failed with a message for each field
 */
export async function rejectUnusableReferences(
  tx: Transaction,
  at: Date,
  named: NamedReferences,
  present: NamedReferences = {},
): Promise<void> {
  const changed = REFERENCE_FIELDS.filter((field) => named[field] !== present[field]);
  const problems = await Promise.all(
    changed.map((field) => findReferenceProblems(tx, field, named[field], at)),
  );
  if (problems.some((found) => found.length > 0)) throw fieldError(...problems.flat());
}
