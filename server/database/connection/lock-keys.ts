/** Numbers of our advisory locks. All programs of one database share them, so from here on a number never changes its meaning. */
export const LOCK_KEYS = {
  /** One provider a cluster, for the embedded server. */
  embedded: 727_001,
  migration: 727_002,
  demo: 727_003,
  /** Lines of the activity log, one after the other; migrations 0002, 0003 and 0024 have it. */
  log: 727_004,
  /** Folds and recounts of kept totals; migration 0010 has it. */
  fold: 727_005,
  sweep: 727_006,
  /** A provider of a version before has 727_005 for it: beside one of this version the two do not wait for each other. */
  administrators: 727_007,
  restore: 727_010,
  alerts: 727_016,
} as const;
