import * as z from 'zod/mini';
import { CHOICES_PER_ADDITIONAL_FIELD_MAX, ACTIVE_ADDITIONAL_FIELDS_MAX } from '#contract/limits.ts';
import { ADDITIONAL_KINDS, ADDITIONAL_SUBJECTS } from '#contract/records/evaluation/additional-values.ts';
import { createLazyGetter } from '#domain/text/lazily.ts';
import { db } from '../database/database.ts';
import { ADDITIONAL_FIELDS_RESOURCE } from './catalogs.ts';

/** Definition of an additional field as forms need it. Another app version may have stored the row. */
const StoredAdditionalField = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.enum(ADDITIONAL_SUBJECTS),
  kind: z.enum(ADDITIONAL_KINDS),
  choices: z._default(z.array(z.string()).check(z.maxLength(CHOICES_PER_ADDITIONAL_FIELD_MAX)), []),
  is_required: z._default(z.boolean(), false),
  position: z._default(z.number(), 100),
  evaluation_type_ids: z._default(z.array(z.string()), []),
  is_active: z._default(z.boolean(), true),
});
export type CachedAdditionalField = z.infer<typeof StoredAdditionalField>;

const nameCollator = createLazyGetter(() => new Intl.Collator('es-CO'));

/** Returns the clinic's active fields in the order of the form. A row that this version cannot read is left out. */
export async function listActiveAdditionalFields(): Promise<CachedAdditionalField[]> {
  const rows = await db.catalogs.where('resource').equals(ADDITIONAL_FIELDS_RESOURCE).toArray();
  return rows
    .flatMap(({ definition }) => {
      const field = StoredAdditionalField.safeParse(definition);
      return field.success && field.data.is_active ? [field.data] : [];
    })
    .sort((one, other) => one.position - other.position || nameCollator().compare(one.name, other.name))
    .slice(0, ACTIVE_ADDITIONAL_FIELDS_MAX);
}
