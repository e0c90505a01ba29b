/**
 * Failures of the device's storage, by the remedy that the screen can offer (S20).
 * - `full`: the quota is used up; the failed write left nothing.
 * - `closed`: the connection was lost, or another version of the app holds the database; a reload fixes it.
 * - `unavailable`: the browser provides no durable storage here (private mode, policy).
 * - `locked`: the user's data key is not on the device or does not decrypt the data.
 * - `erased`: the site's browser data were deleted while the app was open.
 * - `damaged`: the data can be decrypted, but this version of the app cannot read them.
 * - `newer`: the data are encrypted in a format that only a newer version of the app can decrypt.
 * - `unverified`: the data read back differ from the data just written.
 * - `changed`: another window saved, confirmed or discarded the draft.
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
 * Error names by kind. The second name for `full` comes from Firefox's Cache Storage on a full disk, where the error is no
 * Error object. WebKit reports a lost connection as UnknownError.
 */
const ERROR_NAMES_BY_KIND = [
  ['full', 'QuotaExceededError', 'NS_ERROR_FILE_NO_DEVICE_SPACE'],
  ['closed', 'DatabaseClosedError', 'UnknownError', 'InvalidStateError', 'VersionError'],
  ['unavailable', 'MissingAPIError', 'OpenFailedError', 'SecurityError', 'NotAllowedError'],
] as const;

interface ThrownError {
  readonly name?: unknown;
  readonly inner?: unknown;
  readonly failures?: unknown;
}
const asThrownError = (error: unknown): ThrownError => Object(error) as ThrownError;

/**
 * Returns the names of the error and its inner errors. Chromium reports a full disk as an AbortError around a
 * QuotaExceededError; Dexie reports a bulk write as a BulkError with the errors of all rows.
 */
function errorNamesOf(error: unknown): unknown[] {
  const { inner, failures } = asThrownError(error);
  return [error, inner, ...(Array.isArray(failures) ? failures : [])].map((one) => asThrownError(one).name);
}

const kindOfErrorName = (name: unknown): StorageProblemKind | undefined =>
  ERROR_NAMES_BY_KIND.find(([, ...known]) => known.some((one) => one === name))?.[0];

const MAX_CAUSE_DEPTH = 5;

/**
 * Returns the kind of the error. `full` takes precedence, then the kind of the inner error, because for a database blocked by
 * the browser, Dexie's outer error says only "closed".
 */
function findStorageProblemKind(error: unknown, depth = 0): StorageProblemKind | null {
  const kinds = errorNamesOf(error).map(kindOfErrorName);
  if (kinds.includes('full')) return 'full';
  const { inner } = asThrownError(error);
  const cause = inner && depth < MAX_CAUSE_DEPTH ? findStorageProblemKind(inner, depth + 1) : null;
  return cause ?? kinds.find((kind) => kind !== undefined) ?? null;
}

/**
 * Converts a storage error into a StorageProblem; null for other errors. The error need not come from `runStorageOperation`,
 * because a live query fails with the database's own error.
 */
export function toStorageProblem(error: unknown): StorageProblem | null {
  if (error instanceof StorageProblem) return error;
  const kind = findStorageProblemKind(error);
  return kind && new StorageProblem(kind, error);
}

/**
 * Returns true if a transaction was rolled back, for example because the database was deleted. This is no storage problem: a
 * live query then waits for the next write. The check of `inner` and `failures`, which only Dexie's errors have, excludes an
 * aborted request.
 */
export const isTransactionAborted = (error: unknown): boolean =>
  error instanceof Error &&
  ('inner' in error || 'failures' in error) &&
  errorNamesOf(error).includes('AbortError');

/**
 * Reports an error of background work to the console. Storage problems are skipped, because the next read encounters them
 * again.
 */
export function reportBug(error: unknown): void {
  if (!toStorageProblem(error) && !isTransactionAborted(error)) reportError(error);
}

/**
 * Returns true if stored data cannot be decrypted or read with this key or version, so that the caller may start with empty
 * data.
 */
export const isPermanentlyUnreadable = (error: unknown): boolean =>
  error instanceof StorageProblem && (error.kind === 'damaged' || error.kind === 'locked');

/**
 * Same as `isPermanentlyUnreadable`, and true for data that a newer version can still read: the caller must not overwrite such
 * data.
 */
export const isUnreadable = (error: unknown): boolean =>
  isPermanentlyUnreadable(error) || (error instanceof StorageProblem && error.kind === 'newer');

/**
 * Data that a write may evict. Cached responses go first, because they can be fetched again, then retained entries, which no
 * backup has yet (S29).
 */
export type EvictableData = 'nothing' | 'cache' | 'custody';

type EvictionHandler = (givesWay: EvictableData) => Promise<boolean>;
let evictData: EvictionHandler = () => Promise.resolve(false);

export const setEvictionHandler = (next: EvictionHandler): void => void (evictData = next);

/**
 * Runs a storage operation, and converts its known failures to a StorageProblem. When the storage is full, data are evicted and
 * the operation is repeated; a failed write leaves nothing behind.
 */
export async function runStorageOperation<Result>(
  operation: () => Promise<Result>,
  givesWay: EvictableData = 'cache',
): Promise<Result> {
  for (;;) {
    try {
      return await operation();
    } catch (error) {
      const problem = toStorageProblem(error);
      if (problem?.kind === 'full' && (await evictData(givesWay))) continue;
      throw problem ?? error;
    }
  }
}

/** Same as `runStorageOperation`, for data that exist only here: drafts, confirmed entries and their delivery. */
export const runPriorityStorageOperation = <Result>(operation: () => Promise<Result>): Promise<Result> =>
  runStorageOperation(operation, 'custody');
