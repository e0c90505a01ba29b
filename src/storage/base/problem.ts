/**
 * What can go wrong with the device's own storage, told apart so that the screen can offer a way out (S20).
 * - `full`: the quota is used up; nothing of the failed write is there.
 * - `closed`: the connection was lost or another version of the app holds the database; a reload heals it.
 * - `unavailable`: the browser gives no durable storage here (private mode, policy).
 * - `locked`: no data key of this user is on the device, or it does not open what was found.
 * - `erased`: the browser's data of this site were deleted while the app was open.
 * - `damaged`: what was sealed here opens, and is nothing that this version of the app can read.
 * - `newer`: it was encrypted in a format that this version of the app does not know; a newer version opens it.
 * - `unverified`: what was read back is not what was written a moment ago.
 * - `changed`: another window wrote, confirmed or threw away the draft that this one shows.
 */
export type StorageProblemKind =
  | 'full'
  | 'closed'
  | 'unavailable'
  | 'locked'
  | 'erased'
  | 'damaged'
  | 'newer'
  | 'unverified'
  | 'changed';

export class StorageProblem extends Error {
  readonly kind: StorageProblemKind;
  constructor(kind: StorageProblemKind, cause?: unknown) {
    super(`device storage: ${kind}`, { cause });
    this.name = 'StorageProblem';
    this.kind = kind;
  }
}

/**
 * The names that browsers have for it. No room: the second is Firefox's, of Cache Storage on a full disk,
 * and no Error. WebKit reports a lost connection as UnknownError.
 */
const NAMES = [
  ['full', 'QuotaExceededError', 'NS_ERROR_FILE_NO_DEVICE_SPACE'],
  ['closed', 'DatabaseClosedError', 'UnknownError', 'InvalidStateError', 'VersionError'],
  ['unavailable', 'MissingAPIError', 'OpenFailedError', 'SecurityError', 'NotAllowedError'],
] as const;

interface Thrown {
  readonly name?: unknown;
  readonly inner?: unknown;
  readonly failures?: unknown;
}
const thrown = (error: unknown): Thrown => Object(error) as Thrown;

/**
 * What was thrown and what it is about: Chromium reports a full disk as AbortError around a QuotaExceededError, and Dexie many
 * rows as one BulkError of what each met.
 */
function namesOf(error: unknown): unknown[] {
  const { inner, failures } = thrown(error);
  return [error, inner, ...(Array.isArray(failures) ? failures : [])].map((one) => thrown(one).name);
}

const kindOfName = (name: unknown): StorageProblemKind | undefined =>
  NAMES.find(([, ...known]) => known.some((one) => one === name))?.[0];

/** Depth of causes that are looked at; Dexie nests two. */
const CAUSES_MAX = 5;

/** The cause says more than what it led to: a database that may not be opened counts as closed. No room counts before all else. */
function kindOf(error: unknown, depth = 0): StorageProblemKind | null {
  const kinds = namesOf(error).map(kindOfName);
  if (kinds.includes('full')) return 'full';
  const { inner } = thrown(error);
  const cause = inner && depth < CAUSES_MAX ? kindOf(inner, depth + 1) : null;
  return cause ?? kinds.find((kind) => kind !== undefined) ?? null;
}

/** What failed, where it was the device's storage, whoever met it: a live query fails with the database's own error. */
export function toStorageProblem(error: unknown): StorageProblem | null {
  if (error instanceof StorageProblem) return error;
  const kind = kindOf(error);
  return kind && new StorageProblem(kind, error);
}

/**
 * A transaction was taken back under whoever wrote, as where the database is deleted. Not a problem of its own: a live query
 * that met it keeps still until the next write. A request that somebody gave up has neither `inner` nor `failures`.
 */
export const isAborted = (error: unknown): boolean =>
  error instanceof Error &&
  ('inner' in error || 'failures' in error) &&
  namesOf(error).includes('AbortError');

/** For work that nobody waits for: a storage problem is met again by whoever reads next, a bug reaches the console. */
export function reportBug(error: unknown): void {
  if (!toStorageProblem(error) && !isAborted(error)) reportError(error);
}

/** What was stored opens no more, with this key or this version: who goes on begins anew. */
export const isBeyondReading = (error: unknown): boolean =>
  error instanceof StorageProblem && (error.kind === 'damaged' || error.kind === 'locked');

/** The same, and what a newer version can still read: nobody who goes on may write over that. */
export const isUnreadable = (error: unknown): boolean =>
  isBeyondReading(error) || (error instanceof StorageProblem && error.kind === 'newer');

/** The cache's answers come again; what lies in custody is nowhere else, and gives way only after them (S29). */
export type GivesWay = 'nothing' | 'cache' | 'custody';

type MakeRoom = (givesWay: GivesWay) => Promise<boolean>;
let makeRoom: MakeRoom = () => Promise.resolve(false);

/** Who can do without some of what lies here is asked when there is no room. True: there is more than before. */
export const onFull = (next: MakeRoom): void => void (makeRoom = next);

/**
 * Runs a storage operation; its known failures become a StorageProblem, bugs stay what they are. Without room it is run again as long as
 * something gives way to it: what failed has left nothing.
 */
export async function storing<Result>(
  operation: () => Promise<Result>,
  givesWay: GivesWay = 'cache',
): Promise<Result> {
  for (;;) {
    try {
      return await operation();
    } catch (error) {
      const problem = toStorageProblem(error);
      if (problem?.kind === 'full' && (await makeRoom(givesWay))) continue;
      throw problem ?? error;
    }
  }
}

/** The same for what exists here alone: drafts, what was confirmed and its way out. */
export const storingFirst = <Result>(operation: () => Promise<Result>): Promise<Result> =>
  storing(operation, 'custody');
