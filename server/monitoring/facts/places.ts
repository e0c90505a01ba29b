/** Fault of a storage that cannot be written; `since` is the time at which this process noticed the fault. */
export interface StorageFault {
  /** Error code of the system or of the store ('ECONNREFUSED', 'ENOSPC'). */
  readonly code: string;
  readonly since: Date;
  /** Instructions for the operator; null or absent if unknown. */
  readonly sentence?: string | null;
}

export interface StorageStates {
  readonly files: { readonly kind: 'disk' | 'bucket'; readonly fault: StorageFault | null };
  /** State of ARCHIVE_DIR; null when this server archives nothing. */
  readonly archive: { readonly fault: StorageFault | null } | null;
}

export interface StorageMonitor {
  readonly state: () => StorageStates;
  /** Checks the file store, which does not report faults on its own. */
  look(at: Date): Promise<void>;
}

/** Returns the fault with the time at which it started. A continuing fault keeps this time, even if the error code changes. */
function nextStorageFault(before: StorageFault | null, code: string | null, at: Date): StorageFault | null {
  return code === null ? null : { code: code.slice(0, 64), since: before?.since ?? at };
}

/**
 * Pause in ms between checks of a store without faults, because a bucket charges for each request. A store with a fault is
 * checked without a pause.
 */
const HEALTHY_STORE_CHECK_PAUSE_MS = 4 * 60_000;

/**
 * Returns the monitor of the file store and the archive.
 * @param ask returns the current error code of the file store; null if it works
 * @param archive returns the current fault of ARCHIVE_DIR; null when this server archives nothing
 */
export function createStorageMonitor(
  kind: StorageStates['files']['kind'],
  ask: () => Promise<string | null>,
  archive: (() => StorageFault | null) | null,
): StorageMonitor {
  let fault: StorageFault | null = null;
  let lookedAt: Date | null = null;
  return {
    state: () => ({ files: { kind, fault }, archive: archive && { fault: archive() } }),
    look: async (at) => {
      if (
        fault === null &&
        lookedAt !== null &&
        at.getTime() - lookedAt.getTime() < HEALTHY_STORE_CHECK_PAUSE_MS
      )
        return;
      lookedAt = at;
      fault = nextStorageFault(fault, await ask(), at);
    },
  };
}

/** Monitor for an app that does not run as a server, for example in a test. */
export const INACTIVE_STORAGE_MONITOR: StorageMonitor = {
  state: () => ({ files: { kind: 'disk', fault: null }, archive: null }),
  look: async () => undefined,
};
