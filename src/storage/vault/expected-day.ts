import * as z from 'zod/mini';
import { buildPerPatientField } from '#contract/records/evaluation/patient-fields.ts';
import type { ExpectedDayList } from '#contract/records/evaluation/expected-day.ts';
import {
  ExpectedList,
  ExpectedStatus,
  type ExpectedPerson,
} from '#contract/records/evaluation/expected-lists.ts';
import { IDENTIFICATION_TYPES } from '#contract/vocabulary.ts';
import { StoredAdditionalValues, createPatientFieldSchema } from './encrypted-content.ts';

const TextOrNone = z._default(z.nullable(z.string()), null);

/** Expected person as stored: a missing field gets its default, an unknown field stays. */
const StoredExpectedPerson = z.looseObject({
  id: z.string(),
  list_id: z.string(),
  identification_type: z.enum(IDENTIFICATION_TYPES),
  identification_number: z.string(),
  ...buildPerPatientField(createPatientFieldSchema),
  evaluation_type: z._default(
    z.nullable(z.looseObject({ id: z.string(), name: z.string(), code: z._default(z.string(), '') })),
    null,
  ),
  package_job: TextOrNone,
  hour: TextOrNone,
  phone: TextOrNone,
  email: TextOrNone,
  notes: TextOrNone,
  additional_fields: StoredAdditionalValues,
  status: ExpectedStatus,
  revision: z.int(),
}) as unknown as z.ZodMiniType<ExpectedPerson>;

const StoredExpectedList = z.looseObject({
  id: z.string(),
  company: z.looseObject({ id: z.string(), name: z.string(), code: z._default(z.string(), '') }),
  brigade: TextOrNone,
  status: z._default(ExpectedList.shape.status, { state: 'open' }),
}) as unknown as z.ZodMiniType<ExpectedDayList>;

/** First row of a day: its lists, the cursor of the next reading, and the rows with its people. */
export const StoredExpectedDayHead = z.looseObject({
  cursor: TextOrNone,
  lists: z._default(z.array(StoredExpectedList), []),
  /** Number and revision of each row with people. */
  packs: z._default(z.array(z.looseObject({ pack: z.int(), revision: z.string() })), []),
});
export type StoredExpectedDayHead = z.infer<typeof StoredExpectedDayHead>;

/** Row with people. A person that this version cannot read is left out, so that the others are still found. */
export const StoredExpectedPack = z.looseObject({
  people: z.pipe(
    z._default(z.array(z.unknown()), []),
    z.transform((people) =>
      people.flatMap((one) => {
        const read = StoredExpectedPerson.safeParse(one);
        return read.success ? [read.data] : [];
      }),
    ),
  ),
  /** Number of people written, to detect people left out. */
  count: z._default(z.int(), 0),
});
