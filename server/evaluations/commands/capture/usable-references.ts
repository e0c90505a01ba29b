import { eq } from 'drizzle-orm';
import type { FieldProblem } from '#contract/errors.ts';
import type { ReplacedCompanies } from '#contract/records/evaluation/capture.ts';
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
  'id' | 'is_active' | 'createdAt' | 'deactivatedAt' | 'updatedAt'
> &
  Partial<Pick<typeof companies.$inferSelect, 'is_proposed' | 'proposedAt'>>;

interface ReferenceTime {
  /** Time of the capture. */
  readonly at: Date;
  readonly replaced: ReplacedCompanies;
}

/**
 * Returns true if the row was active at the time of the capture. A visit that was captured offline may use a row that was
 * deactivated since, because the patient has left and cannot be registered again.
 */
function wasActive(row: ReferencedRow, { at, replaced }: ReferenceTime): boolean {
  const { id, is_active, createdAt, deactivatedAt, updatedAt, is_proposed, proposedAt } = row;
  if (is_active) return true;
  // A proposal that the server stored inactive because of a limit; no administrator has deactivated it.
  if (is_proposed && deactivatedAt === null) return true;
  // The tablet knew the company before the server created the row.
  const isKnownEarlier = Boolean(proposedAt) || replaced.some(({ company_id }) => company_id === id);
  return (isKnownEarlier || at >= createdAt) && at < (deactivatedAt ?? updatedAt);
}

async function findReferenceProblems(
  tx: Transaction,
  field: ReferenceField,
  id: string | null | undefined,
  time: ReferenceTime,
): Promise<FieldProblem[]> {
  if (typeof id !== 'string') return [];
  const { table, unknown, inactive } = REFERENCE_CHECKS[field];
  const [row]: ReferencedRow[] = await tx.select().from(table).where(eq(table.id, id));
  if (row && wasActive(row, time)) return [];
  return [{ field, message: row ? inactive : unknown }];
}

/**
 * Rejects references to catalogue rows that do not exist or were inactive at the time of the capture.
 * @param present rows that the evaluation already references; they stay usable
 * @throws validation_failed with a message for each field
 */
export async function rejectUnusableReferences(
  tx: Transaction,
  time: ReferenceTime,
  named: NamedReferences,
  present: NamedReferences = {},
): Promise<void> {
  const changed = REFERENCE_FIELDS.filter((field) => named[field] !== present[field]);
  const problems = await Promise.all(
    changed.map((field) => findReferenceProblems(tx, field, named[field], time)),
  );
  if (problems.some((found) => found.length > 0)) throw fieldError(...problems.flat());
}
