import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { AdditionalValue } from '#contract/records/evaluation/additional-values.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { patientAdditionalValues } from '../../schema/additional-values.ts';
import { additionalFields } from '../../schema/catalogs.ts';

/**
 * Returns the patient's newest values, from registrations in any branch. Fields that forms no longer show are omitted, so that
 * the number of values never exceeds the maximum number of active fields.
 */
export async function newestAdditionalValues(db: Executor, patientId: string): Promise<AdditionalValue[]> {
  const rows = await db
    .select({
      field_id: patientAdditionalValues.field_id,
      name: patientAdditionalValues.name,
      kind: patientAdditionalValues.kind,
      value: patientAdditionalValues.value,
    })
    .from(patientAdditionalValues)
    .innerJoin(
      additionalFields,
      and(
        eq(additionalFields.id, patientAdditionalValues.field_id),
        eq(additionalFields.subject, 'patient'),
        eq(additionalFields.kind, patientAdditionalValues.kind),
        eq(additionalFields.is_active, true),
      ),
    )
    .where(and(eq(patientAdditionalValues.patientId, patientId), isNotNull(patientAdditionalValues.value)))
    .orderBy(asc(additionalFields.position), asc(additionalFields.id));
  return rows.flatMap(({ value, ...field }) =>
    value === null ? [] : [{ ...field, subject: 'patient' as const, value }],
  );
}
