/** Fault of a place that cannot be written, since the time when this process noticed the fault. */
export interface StorageFault {
  /** Error code of the system or the store ('ECONNREFUSED', 'ENOSPC'). */
  readonly code: string;
  readonly since: Date;
  /** Instructions for the operator, when known. */
  readonly sentence?: string | null;
}

/** Places where the server stores data outside its database, with their faults. */
export interface StorageStates {
  readonly files: { readonly kind: 'disk' | 'bucket'; readonly fault: StorageFault | null };
  /** State of ARCHIVE_DIR; null when nothing is archived. */
  readonly archive: { readonly fault: StorageFault | null } | null;
}

export interface StorageMonitor {
  readonly state: () => StorageStates;
  /** Checks the file store, which does not report its faults itself. */
  look(at: Date): Promise<void>;
}

/** Returns the fault with its start time. A continuing fault keeps the start time, even when its code changes. */
function faultOf(before: StorageFault | null, code: string | null, at: Date): StorageFault | null {
  return code === null ? null : { code: code.slice(0, 64), since: before?.since ?? at };
}

/**
 * Pause between checks of a working store, in ms, because a bucket bills each request. After a failed check there is no pause.
 */
const WELL_FOR_MS = 4 * 60_000;

/**
 * Returns the monitor of the places.
 * @param ask returns the current error code of the file store, or null
 * @param archive returns the current fault of ARCHIVE_DIR; null when nothing is archived
 */
export function storageMonitorOf(
  kind: StorageStates['files']['kind'],
  ask: () => Promise<string | null>,
  archive: (() => StorageFault | null) | null,
): StorageMonitor {
  let fault: StorageFault | null = null;
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
