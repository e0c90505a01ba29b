import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { AdditionalValueChange } from '#contract/records/evaluation/additional-values.ts';
import { type AdditionalFieldPath, correctedAdditionalFieldPath } from '#domain/evaluation/corrections.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { additionalValues, patientAdditionalValues } from '../../schema/additional-values.ts';

const excludedColumn = (column: string) => sql.raw(`excluded.${column}`);

/**
 * Returns the values in the order of their field ids. Concurrent transactions of one patient then lock the rows in the same
 * order, which prevents deadlocks.
 */
const sortForLocking = (values: readonly AdditionalValueChange[]): AdditionalValueChange[] =>
  values
    .map((value) => ({ ...value, field_id: value.field_id.toLowerCase() }))
    .toSorted((a, b) => (a.field_id < b.field_id ? -1 : 1));

/**
 * Stores values of an evaluation. A value of a field that the evaluation already has replaces the earlier value; null removes
 * it. The row is kept, because rows of this table are never deleted.
 */
export async function storeEvaluationValues(
  tx: Transaction,
  evaluationId: string,
  values: readonly AdditionalValueChange[],
): Promise<void> {
  if (values.length === 0) return;
  await tx
    .insert(additionalValues)
    .values(
      sortForLocking(values).map(({ field_id, name, subject, kind, value }) => ({
        evaluationId,
        field_id,
        name,
        subject,
        kind,
        value,
      })),
    )
    .onConflictDoUpdate({
      target: [additionalValues.evaluationId, additionalValues.field_id],
      set: {
        name: excludedColumn('name'),
        subject: excludedColumn('subject'),
        kind: excludedColumn('kind'),
        value: excludedColumn('value'),
      },
    });
}

/** Returns the patient's present values of the fields, by id. */
async function readPatientValues(
  tx: Transaction,
  patientId: string,
  fieldIds: string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await tx
    .select({ id: patientAdditionalValues.field_id, value: patientAdditionalValues.value })
    .from(patientAdditionalValues)
    .where(
      and(
        eq(patientAdditionalValues.patientId, patientId),
        inArray(patientAdditionalValues.field_id, fieldIds),
      ),
    );
  return new Map(rows.map(({ id, value }) => [id, value]));
}

const upsertNewerPatientValues = (
  tx: Transaction,
  key: { readonly patientId: string; readonly capturedAt: Date },
  values: readonly AdditionalValueChange[],
) =>
  tx
    .insert(patientAdditionalValues)
    .values(values.map(({ field_id, name, kind, value }) => ({ ...key, field_id, name, kind, value })))
    .onConflictDoUpdate({
      target: [patientAdditionalValues.patientId, patientAdditionalValues.field_id],
      set: {
        name: excludedColumn('name'),
        kind: excludedColumn('kind'),
        value: excludedColumn('value'),
        capturedAt: excludedColumn('captured_at'),
      },
      setWhere: lte(patientAdditionalValues.capturedAt, excludedColumn('captured_at')),
    })
    .returning({ id: patientAdditionalValues.field_id, value: patientAdditionalValues.value });

/**
 * Stores the values of fields with the subject 'patient' as the patient's newest values. A value that was confirmed after
 * `capturedAt` is kept, so that a registration that arrives late overwrites no newer value.
 * @returns the names of the fields that had another value before, for the activity log
 */
export async function storeNewerAdditionalValues(
  tx: Transaction,
  key: { readonly patientId: string; readonly capturedAt: Date },
  values: readonly AdditionalValueChange[],
): Promise<AdditionalFieldPath[]> {
  const ofPatient = sortForLocking(values).filter(({ subject }) => subject === 'patient');
  if (ofPatient.length === 0) return [];
  const before = await readPatientValues(
    tx,
    key.patientId,
    ofPatient.map(({ field_id: id }) => id),
  );
  const stored = await upsertNewerPatientValues(tx, key, ofPatient);
  const overwritten = stored.filter(({ id, value }) => (before.get(id) ?? value) !== value);
  return overwritten.map(({ id }) => correctedAdditionalFieldPath(id));
}
