import * as z from 'zod/mini';
import { Instant, Uuid } from '../primitives.ts';

/** How something stands: well, to be looked at, or to be mended. */
export const LEVELS = ['ok', 'warn', 'bad'] as const;
const level = z.enum(LEVELS);
export type Level = (typeof LEVELS)[number];

/** What an alert may be about; also the parts of `SystemState` that have a level. */
export const ALERT_KINDS = ['copies', 'disk', 'mails', 'devices', 'clock', 'files', 'archive'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

const count = z.int().check(z.minimum(0));
const bytes = z.int().check(z.minimum(0));
/** What is wrong, as the system or a store words it ('ECONNREFUSED'), and since when; null where nothing is. */
const fault = z.nullable(
  z.object({
    code: z.string(),
    since: Instant,
    /** In Spanish, what to do about it, where the server knows. */
    sentence: z.optional(z.string()),
  }),
);

/** GET /admin/system: how the server stands, for who looks after it. Nothing in it names a patient. */
export const SystemState = z.object({
  generated_at: Instant,
  copies: z.object({
    level,
    /** The newest; null before there is any. */
    finished_at: z.nullable(Instant),
    /** When a copy was last restored for a check, and found whole. */
    verified_at: z.nullable(Instant),
    /** Everything that was confirmed before is in a copy that was verified. */
    held_until: z.nullable(Instant),
    /** Without a verified copy for so many days it is `bad`. */
    days: count,
  }),
  /** Of the fullest disk of all providers; null where none tells. */
  disk: z.nullable(z.object({ level, free_bytes: bytes, total_bytes: bytes })),
  mails: z.object({
    level,
    /** False where links are passed on by hand. */
    is_configured: z.boolean(),
    waiting: count,
    /** Of them those that a mail server did not take. */
    failing: count,
    oldest_at: z.nullable(Instant),
  }),
  devices: z.object({
    level,
    /** Entries that lie on tablets, as these said last. */
    unsent: count,
    /** Tablets with unsent entries that were not heard of for an hour, and what lies on them. */
    quiet: count,
    quiet_unsent: count,
    /** The ones that are quiet for longest, ten at most. */
    quietest: z.array(
      z.object({
        id: Uuid,
        name: z.nullable(z.string()),
        branch_name: z.nullable(z.string()),
        unsent: count,
        last_seen_at: Instant,
      }),
    ),
    /** Quiet for so many days it is `bad`. */
    days: count,
  }),
  clock: z.object({
    level,
    /** By how many milliseconds a provider's clock differs most from the database's. */
    off_ms: count,
    /** The activity log has a line of a later time than now: this clock is behind, or was ahead. */
    is_behind_log: z.boolean(),
  }),
  /** Where photos, signatures and attachments lie; not there from a version that did not look. */
  files: z.optional(
    z.object({
      level,
      place: z.enum(['disk', 'bucket']),
      /** Of the provider that answers. */
      fault,
    }),
  ),
  /** The archive of the database's log; null where there is none. */
  archive: z.optional(z.nullable(z.object({ level, fault }))),
  database: z.object({ bytes, version: z.string() }),
  version: z.string(),
  /** The newest migration of the database. */
  migration: count,
  /** Those that gave a sign of life in the last ninety seconds. */
  providers: z.array(
    z.object({
      host: z.string(),
      version: z.string(),
      started_at: Instant,
      /** The one that answers. */
      is_this: z.boolean(),
    }),
  ),
  alerts: z.object({
    /** How many addresses get them; 0 where nothing sends mail. */
    recipients: count,
    /** The kinds that are on now; a newer version may have others than `ALERT_KINDS`. */
    on: z.array(z.object({ kind: z.string(), began_at: Instant })),
  }),
});
export type SystemState = z.infer<typeof SystemState>;
