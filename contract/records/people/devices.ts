import * as z from 'zod/mini';
import { replaceAliasParameters, listSchemaOf, listQueryFields } from '../../lists.ts';
import { NAME_MAX_LENGTH } from '../../limits.ts';
import { DateOnly, Instant, Uuid } from '../../primitives.ts';

const countSchema = z.int().check(z.minimum(0), z.maximum(1_000_000));

/**
 * Body of PUT /devices/{id}: report of a tablet about itself. The counts include the entries of all users on the tablet; the
 * report names no patient. The tablet generated its id randomly.
 */
export const DeviceReport = z.object({
  /**
   * `unsent`: number of entries that have not arrived completely. `attention`: number of unsent entries that need a user's
   * action.
   */
  unsent: countSchema,
  attention: countSchema,
  /** Time when the oldest unsent entry was confirmed, on the server's clock; null without unsent entries. */
  oldest_captured_at: z.nullable(Instant),
  /** Storage in use in bytes, as the browser estimates it; null without an estimate. */
  storage_used: z.nullable(z.int().check(z.minimum(0))),
  storage_quota: z.nullable(z.int().check(z.minimum(0))),
  /** True when the browser has promised to keep the storage; null when the browser does not report it. */
  storage_persisted: z.nullable(z.boolean()),
  /**
   * Random id of the tablet's counter of queue numbers at the session's branch (S28). A tablet that loses the counter generates
   * a new id. The response contains letters only when the report contains this id.
   */
  turn_counter: z.optional(Uuid),
  /** True to include the state of the server's backups in the response (S29). */
  asks_copies: z.optional(z.boolean()),
});
export type DeviceReport = z.infer<typeof DeviceReport>;

/**
 * State of the backups of the server's database, with times on the server's clock (S29). Restoring a backup begins a new
 * incarnation of the database with a new id. The new incarnation contains the data that the server received before
 * `holds_until`.
 */
export const BackupState = z.object({
  life: Uuid,
  /** Incarnation from which this one was restored; null for the first one. */
  after: z.nullable(Uuid),
  /** The database contains all data that the previous incarnation received before this time; null when the time is unknown. */
  holds_until: z.nullable(Instant),
  /** A backup contains all data before this time, verified by a restore; null without a verified backup. */
  backed_up_until: z.nullable(Instant),
  at: Instant,
  /**
   * HMAC-SHA-256 (hex) of the state under the tag key of the session's user (`domain/retention.ts`), which another server
   * cannot create.
   */
  hmac: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type BackupState = z.infer<typeof BackupState>;

/** Response to a report that contains `turn_counter` or `asks_copies`; other reports get a response without body. */
export const DeviceReportResponse = z.object({
  /** State of the backups; absent when the report did not request it or the server does not publish it. */
  copies: z.nullish(BackupState),
  /**
   * Letters for queue numbers. Null when the user cannot register patients, the user has no branch, or all letters are in use.
   */
  turns: z.nullish(
    z.object({
      branch_id: Uuid,
      /** Letters in front of the queue numbers of this counter. No other counter of the branch ever gets the same letters. */
      letters: z.string().check(z.regex(/^[A-Z]{1,3}$/)),
      today: DateOnly,
    }),
  ),
});
export type DeviceReportResponse = z.infer<typeof DeviceReportResponse>;

/**
 * Status of a device, on the server's clock.
 * - `quiet`: unsent entries, last report more than an hour old.
 * - `pending`: unsent entries, last report at most an hour old.
 * - `idle`: no unsent entries, last report more than thirty days old.
 * - `clear`: no unsent entries, last report at most thirty days old.
 * - `retired`: retired by an administrator, whatever its entries and reports.
 */
export const DEVICE_STATUSES = ['quiet', 'pending', 'clear', 'idle', 'retired'] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];
export const DEVICE_QUIET_AFTER_MS = 60 * 60_000;
export const DEVICE_IDLE_AFTER_MS = 30 * 24 * 60 * 60_000;

export const Device = z.object({
  id: Uuid,
  name: z.nullable(z.string()),
  standing: z.enum(DEVICE_STATUSES),
  unsent: countSchema,
  attention: countSchema,
  oldest_captured_at: z.nullable(Instant),
  storage_used: z.nullable(z.int()),
  storage_quota: z.nullable(z.int()),
  storage_persisted: z.nullable(z.boolean()),
  /** Readable name of the browser, such as 'Chrome en Android'. */
  browser: z.nullable(z.string()),
  last_user_name: z.string(),
  branch_name: z.nullable(z.string()),
  first_seen_at: Instant,
  last_seen_at: Instant,
  revision: z.int().check(z.minimum(1)),
});
export type Device = z.infer<typeof Device>;
export const DeviceList = listSchemaOf(Device);
export type DeviceList = z.infer<typeof DeviceList>;

/** Maximum number of devices of each list of one response of GET /devices. */
export const UNSENT_DEVICES_MAX = 100;
/** A device that is in use and has network reports every 15 minutes; one that has been quiet for longer may have new entries. */
export const DEVICE_HEARD_FOR_MS = 20 * 60_000;

/** Query of GET /devices. `day`: day whose work the devices may hold. */
export const UnsentDevicesQuery = z.object({ day: z.optional(DateOnly) });

const unsentDevicesSchema = z.array(
  z.pick(Device, { id: true, name: true, unsent: true, last_seen_at: true }),
);

/** Response of GET /devices: devices that last reported at the active branch, those silent longest first. */
export const UnsentDevices = z.object({
  /** Devices that last reported unsent entries. */
  items: unsentDevicesSchema,
  /**
   * Devices without unsent entries in their last report that may hold entries of `day`: they reported on it or in the week
   * before, but not since the day's work. Absent without `day`, and in responses of earlier versions of the server.
   */
  silent: z.optional(unsentDevicesSchema),
});
export type UnsentDevices = z.infer<typeof UnsentDevices>;

/**
 * Query of GET /admin/devices: quiet devices come first, then the order is by the time of the last report. Retired devices are
 * listed only with `include_inactive`.
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

/**
 * Body of PATCH /admin/devices/{id}; absent fields stay unchanged. A retired device that sends a report is no longer retired.
 */
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
