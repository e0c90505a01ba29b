/** Fault of a place that cannot be written, with the time when this process noticed it. */
export interface Fault {
  /** Error code of the system or the store ('ECONNREFUSED', 'ENOSPC'). */
  readonly code: string;
  readonly since: Date;
  /** Instructions for the operator, when known. */
  readonly sentence?: string | null;
}

/** Places where the server stores data outside its database, with their faults. */
export interface StorageStates {
  readonly files: { readonly kind: 'disk' | 'bucket'; readonly fault: Fault | null };
  /** State of ARCHIVE_DIR; null when nothing is archived. */
  readonly archive: { readonly fault: Fault | null } | null;
}

export interface StorageMonitor {
  readonly state: () => StorageStates;
  /** Checks the places that do not report their faults. */
  look(at: Date): Promise<void>;
}

/** Keeps the start time of a continuing fault, even when its code changes. */
function faultOf(before: Fault | null, code: string | null, at: Date): Fault | null {
  return code === null ? null : { code: code.slice(0, 64), since: before?.since ?? at };
}

/**
 * Pause between checks of a working store, in ms, because a bucket bills each request. A store that has failed is checked every
 * time.
 */
const WELL_FOR_MS = 4 * 60_000;

/**
 * Returns the monitored places.
 * @param ask returns the current error code of the file store, or null
 * @param archive returns the current fault of ARCHIVE_DIR; null when there is none
 */
export function storageMonitorOf(
  kind: StorageStates['files']['kind'],
  ask: () => Promise<string | null>,
  archive: (() => Fault | null) | null,
): StorageMonitor {
  let fault: Fault | null = null;
  let lookedAt: Date | null = null;
  return {
    state: () => ({ files: { kind, fault }, archive: archive && { fault: archive() } }),
    look: async (at) => {
      if (fault === null && lookedAt !== null && at.getTime() - lookedAt.getTime() < WELL_FOR_MS) return;
      lookedAt = at;
      fault = faultOf(fault, await ask(), at);
    },
  };
}

/** Places of an app that was not started as a server. */
export const NO_STORAGES: StorageMonitor = {
  state: () => ({ files: { kind: 'disk', fault: null }, archive: null }),
  look: async () => undefined,
};
