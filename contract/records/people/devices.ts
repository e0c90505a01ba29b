import * as z from 'zod/mini';
import { foldAliases, listOf, listQueryFields } from '../catalogs.ts';
import { NAME_MAX_LENGTH } from '../../limits.ts';
import { DateOnly, Instant, Uuid } from '../../primitives.ts';

const count = z.int().check(z.minimum(0), z.maximum(1_000_000));

/**
 * PUT /devices/{id}: what a tablet says of itself. Counts are of everybody's entries that lie on it; nothing here names
 * a patient. The id is random, made on the tablet.
 */
export const DeviceReport = z.object({
  /** Entries that have not wholly arrived, and those of them that need a person. */
  unsent: count,
  attention: count,
  /** When the oldest unsent one was confirmed, on the provider's clock; null when there is none. */
  oldest_captured_at: z.nullable(Instant),
  /** What the browser says of the storage, in bytes; null where it does not say. */
  storage_used: z.nullable(z.int().check(z.minimum(0))),
  storage_quota: z.nullable(z.int().check(z.minimum(0))),
  /** Whether the browser has promised to keep it; null where it does not say. */
  storage_persisted: z.nullable(z.boolean()),
  /**
   * What the tablet counts turns with at the session's branch (S28): a random id, another one where the count was lost. Only who
   * names one is answered.
   */
  turn_counter: z.optional(Uuid),
  /** Asks how far the provider's copies reach (S29). Only who asks is told. */
  asks_copies: z.optional(z.boolean()),
});
export type DeviceReport = z.infer<typeof DeviceReport>;

/**
 * How far copies of the provider's database reach, by its clock (S29). A database that was set back to a copy begins another life
 * under another id: what it has of the life before is what had come until `holds_until`.
 */
export const CopiesStatement = z.object({
  life: Uuid,
  /** The life that it was restored from; null for the first. */
  after: z.nullable(Uuid),
  /** Of the life before everything until then is here; null where nobody knows. */
  holds_until: z.nullable(Instant),
  /** Everything until then is in a copy that was restored for a check; null where there is none. */
  backed_up_until: z.nullable(Instant),
  /** When it was said. */
  at: Instant,
  /** HMAC-SHA-256, hex, under the tag key of the session's user (domain/custody.ts): nobody else's provider can say it. */
  hmac: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type CopiesStatement = z.infer<typeof CopiesStatement>;

/** The answer to a report that names a counter or asks for the copies; to any other there is none. */
export const DeviceReportAnswer = z.object({
  /** Absent where it was not asked for, or the provider says nothing of its copies. */
  copies: z.nullish(CopiesStatement),
  /** Null for who registers nobody, without a branch, or where no letters are left. */
  turns: z.nullish(
    z.object({
      branch_id: Uuid,
      /** Stand before the numbers of this counter, and of no other of the branch, for good. */
      letters: z.string().check(z.regex(/^[A-Z]{1,3}$/)),
      /** In Bogotá, by the provider's clock. */
      today: DateOnly,
    }),
  ),
});
export type DeviceReportAnswer = z.infer<typeof DeviceReportAnswer>;

/**
 * How a device stands, by the provider's clock. `quiet`: it has unsent entries and has not been heard of for an hour.
 * `pending`: unsent entries, heard of since. `idle`: nothing unsent, not heard of for thirty days. `clear`: the rest.
 */
export const DEVICE_STANDINGS = ['quiet', 'pending', 'clear', 'idle', 'retired'] as const;
export type DeviceStanding = (typeof DEVICE_STANDINGS)[number];
export const DEVICE_QUIET_MS = 60 * 60_000;
export const DEVICE_IDLE_MS = 30 * 24 * 60 * 60_000;

export const Device = z.object({
  id: Uuid,
  /** Given by an administrator; null before. */
  name: z.nullable(z.string()),
  standing: z.enum(DEVICE_STANDINGS),
  unsent: count,
  attention: count,
  oldest_captured_at: z.nullable(Instant),
  storage_used: z.nullable(z.int()),
  storage_quota: z.nullable(z.int()),
  storage_persisted: z.nullable(z.boolean()),
  /** The browser in words, such as 'Chrome en Android'. */
  browser: z.nullable(z.string()),
  /** Who reported last, and the branch that they acted for. */
  last_user_name: z.string(),
  branch_name: z.nullable(z.string()),
  first_seen_at: Instant,
  last_seen_at: Instant,
  revision: z.int().check(z.minimum(1)),
});
export type Device = z.infer<typeof Device>;
export const DeviceList = listOf(Device);
export type DeviceList = z.infer<typeof DeviceList>;

/** GET /admin/devices: the ones that have gone quiet first, then by when they were last heard of. Retired ones only with include_inactive. */
export const DevicesQuery = z.pipe(
  z.transform(foldAliases),
  z.object({
    ...listQueryFields,
    standing: z.optional(
      z.pipe(
        z.pipe(
          z.string().check(z.trim()),
          z.transform((standing) =>
            standing === '' || standing.toLowerCase() === 'all' ? undefined : standing,
          ),
        ),
        z.optional(z.enum(DEVICE_STANDINGS)),
      ),
    ),
  }),
);
export type DevicesQuery = z.output<typeof DevicesQuery>;

/** PATCH /admin/devices/{id}; what is absent stays. A retired device that reports again is no longer retired. */
export const DeviceChange = z.object({
  name: z.nullish(
    z.pipe(
      z.string().check(z.trim(), z.maxLength(NAME_MAX_LENGTH)),
      z.transform((name) => name || null),
    ),
  ),
  is_retired: z.optional(z.boolean()),
});
export type DeviceChange = z.infer<typeof DeviceChange>;
