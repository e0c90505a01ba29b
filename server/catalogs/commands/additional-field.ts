import { count, eq, inArray } from 'drizzle-orm';
import type { AdditionalFieldBody } from '#contract/catalogs/additional-fields.ts';
import { foldText } from '#contract/fold.ts';
import { ACTIVE_ADDITIONAL_FIELDS_MAX } from '#contract/limits.ts';
import { fieldError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { additionalFields, evaluationTypes } from '../../schema/catalogs.ts';
import { takeTableAdvisoryLock } from './row-limit.ts';

type FieldColumnValues = Readonly<Record<string, unknown>>;

/** Returns the columns of a definition. Ids are in lower case, as the database returns them. */
export const additionalFieldColumns = (body: AdditionalFieldBody): FieldColumnValues => ({
  ...body,
  evaluation_type_ids: [...new Set(body.evaluation_type_ids.map((id) => id.toLowerCase()))],
});

const FIXED_PROPERTY_TEXTS = {
  subject: 'Un campo creado no cambia de quién es el dato. Crea otro campo.',
  kind: 'Un campo creado no cambia de tipo de dato. Crea otro campo.',
} as const;

/** Rejects a change of subject or kind, because stored values and entries on devices keep the earlier subject and kind. */
function rejectFixedPropertyChange(columns: FieldColumnValues, row: FieldColumnValues): void {
  const changed = (['subject', 'kind'] as const).filter(
    (name) => columns[name] !== undefined && columns[name] !== row[name],
  );
  if (changed.length > 0)
    throw fieldError(...changed.map((field) => ({ field, message: FIXED_PROPERTY_TEXTS[field] })));
}

/** Rejects options in a field that is not a choice, because no screen would show them. */
function rejectMisplacedOptions({ kind, choices }: FieldColumnValues): void {
  if (kind === undefined || kind === 'choice' || !Array.isArray(choices) || choices.length === 0) return;
  throw fieldError({ field: 'choices', message: 'Solo una lista de opciones lleva opciones. Quítalas.' });
}

const ACTIVE_FIELDS_FULL_TEXT = `Ya hay ${ACTIVE_ADDITIONAL_FIELDS_MAX} campos activos. Desactiva uno que no se use.`;

async function requireBelowActiveFieldLimit(tx: Transaction, field: string): Promise<void> {
  await takeTableAdvisoryLock(tx, additionalFields);
  const [active] = await tx
    .select({ rows: count() })
    .from(additionalFields)
    .where(eq(additionalFields.is_active, true));
  if ((active?.rows ?? 0) >= ACTIVE_ADDITIONAL_FIELDS_MAX)
    throw fieldError({ field, message: ACTIVE_FIELDS_FULL_TEXT });
}

const NAME_TAKEN_TEXT = 'Ya hay un campo activo con este nombre. Escribe otro.';
const ACTIVATION_NAME_TAKEN_TEXT =
  'Ya hay un campo activo con este nombre. Cambia antes el nombre de uno de los dos.';

/**
 * Rejects a second active field with the same name and subject, because reception and readers of documents could not tell
 * them apart. Capitals and accents are ignored. Checks only a change that makes two names equal, so that fields that already
 * have the same name can still be edited.
 */
async function requireUniqueFieldName(
  tx: Transaction,
  columns: FieldColumnValues,
  row: FieldColumnValues | null,
): Promise<void> {
  const isActivated = columns['is_active'] === true;
  const after: FieldColumnValues = { is_active: true, ...row, ...columns };
  if (after['is_active'] !== true || (!isActivated && columns['name'] === row?.['name'])) return;
  await takeTableAdvisoryLock(tx, additionalFields);
  const active = await tx
    .select({ id: additionalFields.id, name: additionalFields.name, subject: additionalFields.subject })
    .from(additionalFields)
    .where(eq(additionalFields.is_active, true));
  const name = foldText(String(after['name']));
  const isTaken = active.some(
    (other) =>
      other.id !== row?.['id'] && other.subject === after['subject'] && foldText(other.name) === name,
  );
  if (!isTaken) return;
  throw fieldError(
    isActivated
      ? { field: 'is_active', message: ACTIVATION_NAME_TAKEN_TEXT }
      : { field: 'name', message: NAME_TAKEN_TEXT },
  );
}

const toIdArray = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);

/** Requires existing evaluation types. A type is never deleted, so the types that the row already has are not checked. */
async function requireExistingEvaluationTypes(
  tx: Transaction,
  columns: FieldColumnValues,
  row: FieldColumnValues | null,
): Promise<void> {
  const known = toIdArray(row?.['evaluation_type_ids']);
  const ids = toIdArray(columns['evaluation_type_ids']).filter((id) => !known.includes(id));
  if (ids.length === 0) return;
  const found = await tx
    .select({ id: evaluationTypes.id })
    .from(evaluationTypes)
    .where(inArray(evaluationTypes.id, [...ids]));
  if (found.length < ids.length)
    throw fieldError({ field: 'evaluation_type_ids', message: 'El tipo de evaluación no existe.' });
}

/**
 * Rejects a definition beyond the limits, a change of subject or kind, a name that an active field has, and evaluation types
 * that do not exist. The limits exist because every tablet stores all active fields and shows them in one form.
 */
export async function checkAdditionalField(
  tx: Transaction,
  columns: FieldColumnValues,
  row: FieldColumnValues | null,
): Promise<void> {
  rejectMisplacedOptions(columns);
  if (row === null) {
    await requireBelowActiveFieldLimit(tx, 'name');
  } else {
    rejectFixedPropertyChange(columns, row);
    if (columns['is_active'] === true) await requireBelowActiveFieldLimit(tx, 'is_active');
  }
  await requireUniqueFieldName(tx, columns, row);
  await requireExistingEvaluationTypes(tx, columns, row);
}
