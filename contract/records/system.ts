import * as z from 'zod/mini';
import { Instant, Uuid } from '../primitives.ts';

/** Level of a part of the server: working, needs attention, must be repaired. */
export const SYSTEM_LEVELS = ['ok', 'warn', 'bad'] as const;
const levelSchema = z.enum(SYSTEM_LEVELS);
export type SystemLevel = (typeof SYSTEM_LEVELS)[number];

/** Parts of the server that can cause an alert; `SystemState` has a level for each. */
export const ALERT_KINDS = ['copies', 'disk', 'mails', 'devices', 'clock', 'files', 'archive'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

const countSchema = z.int().check(z.minimum(0));
const byteCountSchema = z.int().check(z.minimum(0));
/**
 * Current fault: its start, and the error code of the operating system or file store ('ECONNREFUSED'). Null without a fault.
 */
const faultSchema = z.nullable(
  z.object({
    code: z.string(),
    since: Instant,
    /** Advice in Spanish for the administrator; absent when the server has none. */
    sentence: z.optional(z.string()),
  }),
);

/** GET /admin/system: state of the server, for administrators. It contains no patient names. */
export const SystemState = z.object({
  generated_at: Instant,
  copies: z.object({
    level: levelSchema,
    /** Time of the newest backup; null before the first. */
    finished_at: z.nullable(Instant),
    /** Time when a restore last verified that a backup is complete. */
    verified_at: z.nullable(Instant),
    /** A verified backup contains all data that the server received before this time; null without a verified backup. */
    held_until: z.nullable(Instant),
    /** Number of days without a verified backup after which the level is `bad`. */
    days: countSchema,
  }),
  /** State of the fullest disk of all servers; null when no server reports its disk. */
  disk: z.nullable(
    z.object({ level: levelSchema, free_bytes: byteCountSchema, total_bytes: byteCountSchema }),
  ),
  mails: z.object({
    level: levelSchema,
    /** False when the server sends no mail; administrators then pass the links on to users. */
    is_configured: z.boolean(),
    waiting: countSchema,
    /** Number of unsent mails that a mail server has rejected. */
    failing: countSchema,
    oldest_at: z.nullable(Instant),
  }),
  devices: z.object({
    level: levelSchema,
    unsent: countSchema,
    /**
     * `quiet`: number of tablets with unsent entries whose last report is more than an hour old. `quiet_unsent`: number of
     * their unsent entries.
     */
    quiet: countSchema,
    quiet_unsent: countSchema,
    /** The quiet tablets whose last reports are the oldest, at most ten. */
    quietest: z.array(
      z.object({
        id: Uuid,
        name: z.nullable(z.string()),
        branch_name: z.nullable(z.string()),
        unsent: countSchema,
        last_seen_at: Instant,
      }),
    ),
    /** Number of days without a report after which `level` becomes `bad` for a tablet with unsent entries. */
    days: countSchema,
  }),
  clock: z.object({
    level: levelSchema,
    off_ms: countSchema,
    /** True when the newest log entry is later than the current time: the server's clock is slow now, or was fast earlier. */
    is_behind_log: z.boolean(),
  }),
  /** Storage of photos, signatures and attachments; absent from a version that did not check it. */
  files: z.optional(
    z.object({
      level: levelSchema,
      place: z.enum(['disk', 'bucket']),
      fault: faultSchema,
    }),
  ),
  /** Archive of the database's write-ahead log; null when none is configured. */
  archive: z.optional(z.nullable(z.object({ level: levelSchema, fault: faultSchema }))),
  database: z.object({ bytes: byteCountSchema, version: z.string() }),
  version: z.string(),
  migration: countSchema,
  /** Servers that reported in the last ninety seconds. */
  providers: z.array(
    z.object({
      host: z.string(),
      version: z.string(),
      started_at: Instant,
      is_this: z.boolean(),
    }),
  ),
  alerts: z.object({
    /** Number of addresses that receive alerts; 0 when the server sends no mail. */
    recipients: countSchema,
    on: z.array(z.object({ kind: z.string(), began_at: Instant })),
  }),
});
export type SystemState = z.infer<typeof SystemState>;
