/** That something cannot be written, and since when this program knows it. */
export interface Fault {
  /** The system's or the store's word for it ('ECONNREFUSED', 'ENOSPC'). */
  readonly code: string;
  readonly since: Date;
  /** What the operator does about it, where that is known. */
  readonly sentence?: string | null;
}

/** Where the program keeps things beside its database, and what is the matter there. */
export interface PlacesState {
  readonly files: { readonly kind: 'disk' | 'bucket'; readonly fault: Fault | null };
  /** Of ARCHIVE_DIR; null where nothing is archived. */
  readonly archive: { readonly fault: Fault | null } | null;
}

export interface Places {
  readonly state: () => PlacesState;
  /** Asks anew what does not tell by itself. */
  look(at: Date): Promise<void>;
}

/** The same fault goes on from when it began, whatever its code has become. */
function faultOf(before: Fault | null, code: string | null, at: Date): Fault | null {
  return code === null ? null : { code: code.slice(0, 64), since: before?.since ?? at };
}

/** A store that is well is asked this often: each question is a request that a bucket bills. One that is away, each time. */
const WELL_FOR_MS = 4 * 60_000;

/**
 * Places that are looked at.
 * @param ask what is wrong with the files' store now: a code, or null
 * @param archive what is wrong with ARCHIVE_DIR now; null where there is none
 */
export function placesOf(
  kind: PlacesState['files']['kind'],
  ask: () => Promise<string | null>,
  archive: (() => Fault | null) | null,
): Places {
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

/** For an app that nobody started as a provider. */
export const NO_PLACES: Places = {
  state: () => ({ files: { kind: 'disk', fault: null }, archive: null }),
  look: async () => undefined,
};
