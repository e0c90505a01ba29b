import { and, count, eq, isNotNull } from 'drizzle-orm';
import { ALL_ADDITIONAL_FIELDS_MAX } from '#contract/limits.ts';
import type { CorrectionBody } from '#contract/records/evaluation/corrections.ts';
import type { AdditionalValueChange } from '#contract/records/evaluation/additional-values.ts';
import { type AdditionalFieldPath, correctedAdditionalFieldPath } from '#domain/evaluation/corrections.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { fieldError } from '../../../platform/base/errors.ts';
import { additionalValues } from '../../../schema/additional-values.ts';
import {
  newestAdditionalValues,
  storeEvaluationValues,
  storeNewerAdditionalValues,
} from '../../../patients/index.ts';

interface PendingAdditionalValues {
  readonly evaluationId: string;
  readonly body: Pick<CorrectionBody, 'additional_fields'>;
  readonly at: Date;
  /** Names of the fields that were also changed by corrections captured after this correction. */
  readonly later: ReadonlySet<string>;
  /** Patient of the values in the correction; null if the registration has another patient by now. */
  readonly patientId: string | null;
  /** True if this correction moved the registration to that patient. */
  readonly isMove: boolean;
}

interface ValueCorrectionResult {
  /**
   * Names of the fields in the correction that keep their value, because a later correction determines the value or the
   * correction's value belongs to another patient.
   */
  readonly kept: readonly AdditionalFieldPath[];
  /**
   * Names of the fields that the correction does not contain, but that changed because the correction moved the registration to
   * another patient.
   */
  readonly carried: readonly AdditionalFieldPath[];
  /** Names of the fields for which the correction overwrote the newest value stored for the patient. */
  readonly overwritten: readonly AdditionalFieldPath[];
}

const additionalFieldPathOf = ({ field_id: id }: { readonly field_id: string }): AdditionalFieldPath =>
  correctedAdditionalFieldPath(id);

const isPatientValue = ({ subject }: AdditionalValueChange): boolean => subject === 'patient';

/**
 * Returns true if the correction determines the value. Values about the patient belong to the patient and not to the
 * evaluation: a correction made for another patient changes none of them, and a correction that moves the registration to
 * another patient replaces all of them.
 */
const isDeterminedByCorrection = (
  value: AdditionalValueChange,
  { later, patientId, isMove }: PendingAdditionalValues,
): boolean => {
  if (isPatientValue(value) && patientId === null) return false;
  return (isPatientValue(value) && isMove) || !later.has(additionalFieldPathOf(value));
};

const fieldsOfPreviousPatient = (tx: Transaction, evaluationId: string) =>
  tx
    .select({
      field_id: additionalValues.field_id,
      name: additionalValues.name,
      subject: additionalValues.subject,
      kind: additionalValues.kind,
    })
    .from(additionalValues)
    .where(
      and(
        eq(additionalValues.evaluationId, evaluationId),
        eq(additionalValues.subject, 'patient'),
        isNotNull(additionalValues.value),
      ),
    );

/**
 * Returns the changes of values about the patient when the registration moves to another patient: the known values of that
 * patient replace those of the previous one, as for the patient's other data.
 */
async function findChangesForNewPatient(
  tx: Transaction,
  { evaluationId, body, patientId, isMove }: PendingAdditionalValues,
): Promise<AdditionalValueChange[]> {
  if (!isMove || patientId === null) return [];
  const known = await newestAdditionalValues(tx, patientId);
  const named = new Set([...(body.additional_fields ?? []), ...known].map(additionalFieldPathOf));
  const given = new Set((body.additional_fields ?? []).map(additionalFieldPathOf));
  const before = await fieldsOfPreviousPatient(tx, evaluationId);
  return [
    ...known.filter((value) => !given.has(additionalFieldPathOf(value))),
    ...before
      .filter((value) => !named.has(additionalFieldPathOf(value)))
      .map((value) => ({ ...value, value: null })),
  ];
}

/**
 * Rejects a correction after which the evaluation would have values for more fields than a clinic can define. Each request has
 * a limit, but several corrections with different unknown fields could otherwise add so much that the evaluation cannot be
 * signed.
 */
async function requireBelowValueLimit(tx: Transaction, evaluationId: string): Promise<void> {
  const [stored] = await tx
    .select({ rows: count() })
    .from(additionalValues)
    .where(eq(additionalValues.evaluationId, evaluationId));
  if ((stored?.rows ?? 0) <= ALL_ADDITIONAL_FIELDS_MAX) return;
  const message = `Máximo ${ALL_ADDITIONAL_FIELDS_MAX} campos adicionales en una evaluación.`;
  throw fieldError({ field: 'additional_fields', message });
}

/**
 * Applies the values of a correction to the evaluation. Also stores the values about the patient as the newest values of the
 * patient.
 */
export async function correctAdditionalValues(
  tx: Transaction,
  pending: PendingAdditionalValues,
): Promise<ValueCorrectionResult> {
  const { evaluationId, body, at, patientId } = pending;
  const given = body.additional_fields ?? [];
  const applied = given.filter((value) => isDeterminedByCorrection(value, pending));
  const carried = await findChangesForNewPatient(tx, pending);
  await storeEvaluationValues(tx, evaluationId, [...applied, ...carried]);
  await requireBelowValueLimit(tx, evaluationId);
  const overwritten =
    patientId === null ? [] : await storeNewerAdditionalValues(tx, { patientId, capturedAt: at }, applied);
  return {
    overwritten,
    kept: given.filter((value) => !applied.includes(value)).map(additionalFieldPathOf),
    carried: carried.map(additionalFieldPathOf),
  };
}
