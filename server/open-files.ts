import fs from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { StartError, errorCode } from './platform/base/start-error.ts';
import type { Config } from './configuration/config.ts';
import { createDiskFileStore } from './platform/files/disk-files.ts';
import { addFallbackRead } from './platform/files/earlier-disk.ts';
import { type S3Location, S3Fault } from './platform/files/s3/attempt.ts';
import { S3_LIMITS } from './platform/files/s3/client.ts';
import { createS3FileStore } from './platform/files/s3/s3-files.ts';
import { type FileStore, FilesUnavailable } from './platform/files/store.ts';

export type FileStoreDescription =
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly origin: string;
      /** Error because of which the bucket did not respond at the start; null if it responded. */
      readonly away: string | null;
      /** Folder with files from before the bucket was configured; null if no such files exist. */
      readonly earlier: string | null;
    };

interface OpenedFileStore {
  readonly files: FileStore;
  readonly place: FileStoreDescription;
  /**
   * Checks the store again.
   * @returns the error code; null when the store works
   */
  readonly look: () => Promise<string | null>;
}

/** Limits for a check of the bucket. Shorter than usual, so that a bucket without response does not delay the start. */
const BUCKET_CHECK_LIMITS = { ...S3_LIMITS, attempts: 2, idleMs: 4_000, withinMs: 9_000 };

/** Returns the folder of the files on disk. With S3, it contains the files from before the bucket was configured. */
export const filesDirOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'files');

function ensureWritableFilesDir(filesDir: string): void {
  try {
    fs.mkdirSync(filesDir, { recursive: true, mode: 0o700 });
    fs.accessSync(filesDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (cause) {
    throw new StartError(
      `No se puede escribir en la carpeta de las imágenes ${filesDir} (${errorCode(cause)}): elige otro DATA_DIR o cambia su dueño.`,
      { cause },
    );
  }
}

function bucketRejectionText({ bucket, endpoint }: S3Location, { status, code }: S3Fault): string {
  const where = `el bucket ${bucket} en ${endpoint.origin}`;
  if (code === 'RequestTimeTooSkewed')
    return `El reloj de este equipo no coincide con el de ${endpoint.origin}, que por eso rechaza todo (${code}): pon el reloj en hora, mejor por NTP.`;
  if (code === 'NoSuchBucket' || status === 404)
    return `No hay un bucket ${bucket} en ${endpoint.origin} (${code}): créalo o corrige S3_BUCKET.`;
  if (status === 401 || status === 403)
    return `S3 niega a estas llaves ${where} (${code}): revisa S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY y S3_REGION, y que puedan listar el bucket y leer, escribir y borrar en él.`;
  return `S3 no responde como debe para ${where} (${status === null ? '' : `${status} `}${code}): revisa S3_ENDPOINT y S3_REGION.`;
}

/**
 * Tests writing, reading and listing in the bucket. An unreachable bucket does not prevent the start: functions without files
 * still work, and devices keep their images until the bucket is reachable again. If the bucket rejects the requests, the start
 * fails, because an operator must fix the cause.
 * @returns the error code of an unreachable bucket; null when the bucket works
 * @throws StartError
 */
export async function checkBucketAtStart(place: S3Location): Promise<string | null> {
  try {
    await createS3FileStore(place, BUCKET_CHECK_LIMITS).check();
    return null;
  } catch (error) {
    if (error instanceof FilesUnavailable) return errorCode(error.cause);
    if (error instanceof S3Fault) throw new StartError(bucketRejectionText(place, error), { cause: error });
    throw error;
  }
}

/** Checks the bucket while the server runs. Unlike at the start, an error does not end the process; its code is returned. */
async function recheckBucket(place: S3Location): Promise<string | null> {
  try {
    await createS3FileStore(place, BUCKET_CHECK_LIMITS).check();
    return null;
  } catch (error) {
    return errorCode(error instanceof FilesUnavailable ? error.cause : error) || 'UNKNOWN';
  }
}

const findFilesDirError = (filesDir: string): Promise<string | null> =>
  access(filesDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK).then(
    () => null,
    (error: unknown) => errorCode(error) || 'UNKNOWN',
  );

async function hasFiles(filesDir: string): Promise<boolean> {
  for await (const page of createDiskFileStore(filesDir).list()) if (page.length > 0) return true;
  return false;
}

/**
 * Opens and checks the configured file store.
 * @throws StartError with a message for the operator
 */
export async function openFileStore({
  s3,
  dataDir,
}: Pick<Config, 's3' | 'dataDir'>): Promise<OpenedFileStore> {
  const filesDir = filesDirOf({ dataDir });
  if (s3 === null) {
    ensureWritableFilesDir(filesDir);
    return {
      files: createDiskFileStore(filesDir),
      place: { kind: 'disk' },
      look: () => findFilesDirError(filesDir),
    };
  }
  const away = await checkBucketAtStart(s3);
  const earlier = (await hasFiles(filesDir)) ? filesDir : null;
  const place = { kind: 's3', bucket: s3.bucket, origin: s3.endpoint.origin, away, earlier } as const;
  const files = createS3FileStore(s3);
  return {
    files: earlier === null ? files : addFallbackRead(files, createDiskFileStore(earlier)),
    place,
    look: () => recheckBucket(s3),
  };
}
