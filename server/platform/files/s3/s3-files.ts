import path from 'node:path';
import {
  FileAltered,
  FileMissing,
  type FileStore,
  FilesUnavailable,
  type ListedFile,
  isStoragePath,
  storagePathOfName,
  sha256InPieces,
} from '../store.ts';
import { type S3Response, S3Fault, type S3Location } from './attempt.ts';
import { type S3Client, S3_LIMITS, type S3Limits, createS3Client } from './client.ts';
import { listFilesWithPrefix } from './list-objects.ts';

/** Prefix of the keys of our files. The program accesses no objects in the bucket outside its own prefixes. */
const FILES_PREFIX = 'files/';
const QUARANTINE_PREFIX = 'orphans/';
const CHECK_OBJECT_KEY = 'check/start';
const DIGEST_HEADER = 'x-amz-meta-sha256';

export interface S3Files extends FileStore {
  /**
   * Returns true if the bucket contains exactly these bytes under the path, according to the digest in the object's metadata.
   * @throws FilesUnavailable
   */
  holds(storagePath: string, bytes: Buffer): Promise<boolean>;
  /**
   * Checks that this program can write, read and list objects in the bucket.
   * @throws S3Fault when the store rejects a request, FilesUnavailable when the store is unreachable
   */
  check(): Promise<void>;
}

const isMissingObjectError = (error: unknown): boolean =>
  error instanceof S3Fault && error.status === 404 && error.code !== 'NoSuchBucket';

/**
 * Converts an error response of the store into FilesUnavailable, so that the device retries: an operator can repair wrong keys,
 * clocks and permissions.
 */
function toUnavailableError(error: unknown): unknown {
  return error instanceof S3Fault
    ? new FilesUnavailable('The file store rejects the request', { cause: error })
    : error;
}

async function translateS3Errors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toUnavailableError(error);
  }
}

const DIGEST_MISMATCH_CODE = 'DIGEST_MISMATCH';

/**
 * Checks the digest of a response. A wrong digest may be damage in transit, so its error makes the client retry the request.
 */
const createDigestCheck =
  (expected: string | undefined) =>
  async ({ headers, body }: S3Response): Promise<void> => {
    const noted = headers.get(DIGEST_HEADER);
    const found = await sha256InPieces(body);
    for (const digest of [expected, noted ?? undefined])
      if (digest !== undefined && digest !== found) throw new S3Fault(null, DIGEST_MISMATCH_CODE);
  };

const isDigestMismatch = (error: unknown): error is FilesUnavailable =>
  error instanceof FilesUnavailable &&
  error.cause instanceof S3Fault &&
  error.cause.code === DIGEST_MISMATCH_CODE;

async function readObject(client: S3Client, key: string, sha256: string | undefined): Promise<Buffer> {
  try {
    return (await client.ask({ method: 'GET', key }, createDigestCheck(sha256))).body;
  } catch (error) {
    if (isMissingObjectError(error))
      throw new FileMissing('A file that a row references is missing in the bucket', { cause: error });
    // The digest still differs after all retries, so the file is altered. FileAltered tells the caller not to retry.
    if (isDigestMismatch(error))
      throw new FileAltered('The digest of a file in the bucket has changed', { cause: error.cause });
    throw toUnavailableError(error);
  }
}

async function putObject(client: S3Client, key: string, bytes: Buffer): Promise<void> {
  const headers = {
    [DIGEST_HEADER]: await sha256InPieces(bytes),
    'content-type': 'application/octet-stream',
  };
  await client.ask({ method: 'PUT', key, headers, body: bytes });
}

/**
 * Requires a successful result in the body of a CopyObject response, because S3 may send status 200 before the result is known.
 */
function requireCopied({ body }: S3Response): void {
  if (!body.includes('<CopyObjectResult')) throw new S3Fault(500, 'UnfinishedCopy');
}

const quarantineKey = (storagePath: string): string => QUARANTINE_PREFIX + path.posix.basename(storagePath);

/**
 * Copies the object, then deletes the original. After a crash between the two steps both objects exist; the next sweep
 * completes the move.
 */
async function moveObject(client: S3Client, { bucket }: S3Location, from: string, to: string): Promise<void> {
  const headers = { 'x-amz-copy-source': `/${bucket}/${from}` };
  try {
    await client.ask({ method: 'PUT', key: to, headers }, requireCopied);
  } catch (error) {
    if (isMissingObjectError(error)) return;
    throw error;
  }
  await client.ask({ method: 'DELETE', key: from });
}

async function hasEqualObject(client: S3Client, key: string, bytes: Buffer): Promise<boolean> {
  try {
    const { headers } = await client.ask({ method: 'HEAD', key });
    return (
      headers.get(DIGEST_HEADER) === (await sha256InPieces(bytes)) &&
      Number(headers.get('content-length')) === bytes.length
    );
  } catch (error) {
    if (isMissingObjectError(error)) return false;
    throw toUnavailableError(error);
  }
}

/** Lists the files below the prefix. Skips objects whose names do not have the form of our names. */
async function* listStoredFiles(
  client: S3Client,
  prefix: string,
  asPath: (name: string) => string,
): AsyncGenerator<ListedFile[]> {
  try {
    for await (const page of listFilesWithPrefix(client, prefix))
      yield page
        .map(({ storagePath: name, changedAt }) => ({ storagePath: asPath(name), changedAt }))
        .filter(({ storagePath }) => isStoragePath(storagePath));
  } catch (error) {
    throw toUnavailableError(error);
  }
}

async function checkBucketAccess(client: S3Client): Promise<void> {
  const bytes = Buffer.from(new Date().toISOString());
  await putObject(client, CHECK_OBJECT_KEY, bytes);
  await client.ask({ method: 'GET', key: CHECK_OBJECT_KEY }, createDigestCheck(undefined));
  await client.ask({ method: 'GET', query: { 'list-type': '2', prefix: FILES_PREFIX, 'max-keys': '1' } });
}

/**
 * Stores files in a bucket. A file is durable when the store has acknowledged its PUT. The store rejects a PUT with a wrong
 * digest.
 */
export function createS3FileStore(place: S3Location, limits: S3Limits = S3_LIMITS): S3Files {
  const client = createS3Client(place, limits);
  return {
    write: (storagePath, bytes) =>
      translateS3Errors(() => putObject(client, FILES_PREFIX + storagePath, bytes)),
    read: (storagePath, sha256) => readObject(client, FILES_PREFIX + storagePath, sha256),
    list: () => listStoredFiles(client, FILES_PREFIX, (name) => name),
    quarantine: (storagePath) =>
      translateS3Errors(() =>
        moveObject(client, place, FILES_PREFIX + storagePath, quarantineKey(storagePath)),
      ),
    listQuarantine: () => listStoredFiles(client, QUARANTINE_PREFIX, storagePathOfName),
    takeBack: (storagePath) =>
      translateS3Errors(() =>
        moveObject(client, place, quarantineKey(storagePath), FILES_PREFIX + storagePath),
      ),
    removeQuarantined: (storagePath) =>
      translateS3Errors(
        async () => void (await client.ask({ method: 'DELETE', key: quarantineKey(storagePath) })),
      ),
    holds: (storagePath, bytes) => hasEqualObject(client, FILES_PREFIX + storagePath, bytes),
    check: () => checkBucketAccess(client),
  };
}
