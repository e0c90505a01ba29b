import * as z from 'zod/mini';
import { replaceAliasParameters, listSchemaOf, listQueryFields } from '../catalogs.ts';
import { NAME_MAX_LENGTH } from '../../limits.ts';
import { DateOnly, Instant, Uuid } from '../../primitives.ts';

const count = z.int().check(z.minimum(0), z.maximum(1_000_000));

/**
 * PUT /devices/{id}: report of a tablet about itself. The counts cover the entries of all users on it; the report names no
 * patient. The id is random and generated on the tablet.
 */
export const DeviceReport = z.object({
  /** `unsent`: entries that have not arrived completely. `attention`: those of them that need a user's action. */
  unsent: count,
  attention: count,
  /** Time when the oldest unsent entry was confirmed, on the server's clock; null without any. */
  oldest_captured_at: z.nullable(Instant),
  /** Storage estimate of the browser in bytes; null when the browser gives none. */
  storage_used: z.nullable(z.int().check(z.minimum(0))),
  storage_quota: z.nullable(z.int().check(z.minimum(0))),
  /** True when the browser has promised to keep the storage; null when it does not report it. */
  storage_persisted: z.nullable(z.boolean()),
  /**
   * Random id of the tablet's counter of queue numbers at the session's branch (S28); after the loss of the counter a new id is
   * generated. The response contains letters only when the report contains this id.
   */
  turn_counter: z.optional(Uuid),
  /** True to request the state of the server's backups (S29); only then is it part of the response. */
  asks_copies: z.optional(z.boolean()),
});
export type DeviceReport = z.infer<typeof DeviceReport>;

/**
 * State of the backups of the server's database; times are on the server's clock (S29). A database restored from a backup
 * begins a new incarnation with a new id. It contains the data of the previous incarnation that arrived before `holds_until`.
 */
export const BackupState = z.object({
  life: Uuid,
  /** Incarnation that this one was restored from; null for the first. */
  after: z.nullable(Uuid),
  /** This database has all data of the previous incarnation up to this time; null when the time is unknown. */
  holds_until: z.nullable(Instant),
  /** A backup that was verified by restoring it contains all data up to this time; null without a verified backup. */
  backed_up_until: z.nullable(Instant),
  /** Time of the statement. */
  at: Instant,
  /** HMAC-SHA-256, hex, under the tag key of the session's user (`domain/retention.ts`): another server cannot create it. */
  hmac: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type BackupState = z.infer<typeof BackupState>;

/** Response to a report that contains `turn_counter` or `asks_copies`; any other report gets no body. */
export const DeviceReportResponse = z.object({
  /** State of the backups; absent when the report did not request it, or when the server does not publish it. */
  copies: z.nullish(BackupState),
  /** Letters for queue numbers. Null when the user cannot register patients or has no branch, or when no letters are left. */
  turns: z.nullish(
    z.object({
      branch_id: Uuid,
      /** Letters before this counter's numbers. No other counter of the branch ever gets the same letters. */
      letters: z.string().check(z.regex(/^[A-Z]{1,3}$/)),
      /** Day in Bogotá on the server's clock. */
      today: DateOnly,
    }),
  ),
});
export type DeviceReportResponse = z.infer<typeof DeviceReportResponse>;

/**
 * Status of a device on the server's clock. `quiet`: it has unsent entries and its last report is more than an hour old.
 * `pending`: it has unsent entries and a newer report. `idle`: it has no unsent entries and its last report is more than thirty
 * days old. `clear`: all others.
 */
export const DEVICE_STATUSES = ['quiet', 'pending', 'clear', 'idle', 'retired'] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];
export const DEVICE_QUIET_MS = 60 * 60_000;
export const DEVICE_IDLE_MS = 30 * 24 * 60 * 60_000;

export const Device = z.object({
  id: Uuid,
  /** Name that an administrator gave the device; null without one. */
  name: z.nullable(z.string()),
  standing: z.enum(DEVICE_STATUSES),
  unsent: count,
  attention: count,
  oldest_captured_at: z.nullable(Instant),
  storage_used: z.nullable(z.int()),
  storage_quota: z.nullable(z.int()),
  storage_persisted: z.nullable(z.boolean()),
  /** Readable name of the browser, such as 'Chrome en Android'. */
  browser: z.nullable(z.string()),
  /** User of the last report, and the branch that was active. */
  last_user_name: z.string(),
  branch_name: z.nullable(z.string()),
  first_seen_at: Instant,
  last_seen_at: Instant,
  revision: z.int().check(z.minimum(1)),
});
export type Device = z.infer<typeof Device>;
export const DeviceList = listSchemaOf(Device);
export type DeviceList = z.infer<typeof DeviceList>;

/**
 * GET /admin/devices: the list starts with quiet devices, then sorts by the time of the last report. It contains retired
 * devices only with include_inactive.
 */
export const DevicesQuery = z.pipe(
  z.transform(replaceAliasParameters),
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
        z.optional(z.enum(DEVICE_STATUSES)),
      ),
    ),
  }),
);
export type DevicesQuery = z.output<typeof DevicesQuery>;

/** PATCH /admin/devices/{id}; absent fields stay unchanged. A retired device that reports again is no longer retired. */
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
