/**
 * Numbers of our advisory locks. The meaning of a number must never change, because different versions of this program may use
 * one database at the same time.
 */
export const LOCK_KEYS = {
  embedded: 727_001,
  migration: 727_002,
  demo: 727_003,
  /** Lock for writes to the activity log, which run one after the other; migrations 0002, 0003 and 0024 use the same number. */
  log: 727_004,
  /** Lock for changes and recounts of stored totals, which run one after the other; migration 0010 uses the same number. */
  fold: 727_005,
  sweep: 727_006,
  /**
   * Lock for changes of administrators. Earlier versions use 727_005 for these changes, so a server of an earlier version and a
   * current server do not exclude each other.
   */
  administrators: 727_007,
  restore: 727_010,
  alerts: 727_016,
} as const;
