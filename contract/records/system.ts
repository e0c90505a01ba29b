import * as z from 'zod/mini';
import { Instant, Uuid } from '../primitives.ts';

/** Severity of a condition: fine, needs attention, must be repaired. */
export const LEVELS = ['ok', 'warn', 'bad'] as const;
const level = z.enum(LEVELS);
export type Level = (typeof LEVELS)[number];

/** Subjects of an alert; also the parts of `SystemState` that have a level. */
export const ALERT_KINDS = ['copies', 'disk', 'mails', 'devices', 'clock', 'files', 'archive'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

const count = z.int().check(z.minimum(0));
const bytes = z.int().check(z.minimum(0));
/** Current fault, with the code of the operating system or file store ('ECONNREFUSED') and its start; null without a fault. */
const fault = z.nullable(
  z.object({
    code: z.string(),
    since: Instant,
    /** Advice in Spanish, when the server has one. */
    sentence: z.optional(z.string()),
  }),
);

/** GET /admin/system: state of the server for its administrators. It contains no patient names. */
export const SystemState = z.object({
  generated_at: Instant,
  copies: z.object({
    level,
    /** Time of the newest backup; null before the first. */
    finished_at: z.nullable(Instant),
    /** Time when a backup was last restored for verification and found complete. */
    verified_at: z.nullable(Instant),
    /** A verified backup contains all entries confirmed before this time. */
    held_until: z.nullable(Instant),
    /** Number of days without a verified backup after which the level is `bad`. */
    days: count,
  }),
  /** State of the fullest disk of all servers; null when none reports it. */
  disk: z.nullable(z.object({ level, free_bytes: bytes, total_bytes: bytes })),
  mails: z.object({
    level,
    /** False when administrators pass links on manually. */
    is_configured: z.boolean(),
    waiting: count,
    /** Number of the waiting mails that a mail server rejected. */
    failing: count,
    oldest_at: z.nullable(Instant),
  }),
  devices: z.object({
    level,
    /** Entries on tablets, according to their last reports. */
    unsent: count,
    /** Tablets with unsent entries and without a report for an hour, and the number of those entries. */
    quiet: count,
    quiet_unsent: count,
    /** Tablets that have been quiet the longest, at most ten. */
    quietest: z.array(
      z.object({
        id: Uuid,
        name: z.nullable(z.string()),
        branch_name: z.nullable(z.string()),
        unsent: count,
        last_seen_at: Instant,
      }),
    ),
    /** Number of quiet days after which the level is `bad`. */
    days: count,
  }),
  clock: z.object({
    level,
    /** Largest difference between a server's clock and the database's clock, in milliseconds. */
    off_ms: count,
    /** True when the activity log has an entry later than now: this clock is behind, or was ahead. */
    is_behind_log: z.boolean(),
  }),
  /** Storage of photos, signatures and attachments; absent from a version that did not check it. */
  files: z.optional(
    z.object({
      level,
      place: z.enum(['disk', 'bucket']),
      /** Fault of the responding server. */
      fault,
    }),
  ),
  /** Archive of the database's log; null without one. */
  archive: z.optional(z.nullable(z.object({ level, fault }))),
  database: z.object({ bytes, version: z.string() }),
  version: z.string(),
  /** Newest migration of the database. */
  migration: count,
  /** Servers that reported in the last ninety seconds. */
  providers: z.array(
    z.object({
      host: z.string(),
      version: z.string(),
      started_at: Instant,
      /** True for the responding server. */
      is_this: z.boolean(),
    }),
  ),
  alerts: z.object({
    /** Number of addresses that receive alerts; 0 when the server sends no mail. */
    recipients: count,
    /** Active alerts; a newer version may have kinds that are missing in `ALERT_KINDS`. */
    on: z.array(z.object({ kind: z.string(), began_at: Instant })),
  }),
});
export type SystemState = z.infer<typeof SystemState>;
