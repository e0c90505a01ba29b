import { type SQL, sql } from 'drizzle-orm';
import type { EvaluationAdditionalField } from '#contract/records/evaluation/additional-values.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import type { evaluations } from '../../schema/evaluation/evaluations.ts';

type EvaluationKeyColumns = Pick<typeof evaluations.$inferSelect, 'id' | 'evaluation_type_id' | 'status'>;
type AdditionalFieldRow = EvaluationAdditionalField & Record<string, unknown>;

/**
 * Condition for the definitions of additional fields that require a value of the evaluation. A closed evaluation requires no
 * value, because its registration can no longer change.
 */
const requiredFieldCondition = ({ evaluation_type_id: type, status }: EvaluationKeyColumns): SQL =>
  status === 'cerrada'
    ? sql`false`
    : sql`field.is_active and field.is_required
        and (cardinality(field.evaluation_type_ids) = 0 or ${type}::uuid = any(field.evaluation_type_ids))`;

/**
 * Returns the evaluation's values of additional fields in the order of the form, and the required fields without a value.
 * Values of fields without a definition come last. The current definition states which documents print a value; a value without
 * a definition is printed only in the clinical history.
 */
export async function additionalFieldsOf(
  db: Executor,
  evaluation: EvaluationKeyColumns,
): Promise<EvaluationAdditionalField[]> {
  const { rows } = await db.execute<AdditionalFieldRow>(sql`
    select coalesce(stored.field_id, field.id) as field_id, coalesce(stored.name, field.name) as name,
      coalesce(stored.subject, field.subject) as subject, coalesce(stored.kind, field.kind) as kind, stored.value,
      coalesce(field.on_history, true) as on_history, coalesce(field.on_concept, false) as on_concept
    from (select * from additional_values where evaluation_id = ${evaluation.id}::uuid and value is not null) stored
      full join additional_fields field on field.id = stored.field_id
    where stored.value is not null or (${requiredFieldCondition(evaluation)})
    order by field.position nulls last, coalesce(field.name, stored.name) collate "es-x-icu", 1`);
  return rows;
}
