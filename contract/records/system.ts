import * as z from 'zod/mini';
import { Instant, Uuid } from '../primitives.ts';

/** Severity of a condition: fine, needs attention, must be repaired. */
export const LEVELS = ['ok', 'warn', 'bad'] as const;
const level = z.enum(LEVELS);
export type Level = (typeof LEVELS)[number];

/** Parts of the server that an alert can be about; `SystemState` has a level for each of them. */
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
    /** False when the server sends no mail, so that administrators give users their links themselves. */
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
    /**
     * `quiet`: tablets with unsent entries whose last report is more than an hour old. `quiet_unsent`: number of those entries.
     */
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
    /** Number of days after which a quiet tablet makes `level` `bad`. */
    days: count,
  }),
  clock: z.object({
    level,
    /** Largest difference between a server's clock and the database's clock, in milliseconds. */
    off_ms: count,
    /** True when the newest log entry is later than the current time: the server's clock is behind, or was ahead before. */
    is_behind_log: z.boolean(),
  }),
  /** Storage of photos, signatures and attachments; absent from a version that did not check it. */
  files: z.optional(
    z.object({
      level,
      place: z.enum(['disk', 'bucket']),
      /** Current fault of this storage, as the responding server sees it. */
      fault,
    }),
  ),
  /** Archive of the database's write-ahead log; null without an archive. */
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
    /** Active alerts; a newer server may report kinds that are not in `ALERT_KINDS`. */
    on: z.array(z.object({ kind: z.string(), began_at: Instant })),
  }),
});
export type SystemState = z.infer<typeof SystemState>;
