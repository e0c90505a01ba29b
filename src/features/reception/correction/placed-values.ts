import type { Rejection } from '#domain/outbox/item.ts';
import { additionalValuesIn, type RegistrationForm } from '#domain/registration.ts';
import { listActiveAdditionalFields } from '#storage/cache/additional-fields.ts';
import { additionalErrorKeyOf, fieldsOfStep } from '../additional/asked.ts';

/** The server names an additional value by its index in the request, such as `additional_fields.2.value`. */
const VALUE_INDEX_PATTERN = /^additional_fields\.(\d+)/;

/**
 * Returns the rejection in which messages about additional values name the inputs of the form. A message about a value that
 * the form no longer shows stays as it is.
 * @param sent form from which the rejected request was created
 */
export async function mapValueErrorsToInputs(
  rejection: Rejection,
  sent: RegistrationForm,
  form: RegistrationForm,
): Promise<Rejection> {
  const fields = await listActiveAdditionalFields();
  const values = additionalValuesIn(sent);
  const keys = new Map(
    ([0, 1] as const).flatMap((step) =>
      fieldsOfStep(fields, form, step).map(({ id }) => [id, additionalErrorKeyOf(step, id)] as const),
    ),
  );
  const placeOf = (field: string): string => {
    const value = values[Number(VALUE_INDEX_PATTERN.exec(field)?.[1] ?? -1)];
    return keys.get(value?.field_id ?? '') ?? field;
  };
  const details = rejection.details.map(({ field, message }) => ({ field: placeOf(field), message }));
  return { ...rejection, details };
}
