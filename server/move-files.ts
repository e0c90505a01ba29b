import { StartError, errorCode } from './platform/base/start-error.ts';
import type { Config } from './configuration/config.ts';
import { createDiskFileStore } from './platform/files/disk-files.ts';
import { S3Fault } from './platform/files/s3/attempt.ts';
import { type MoveProgress, copyFilesToBucket } from './platform/files/s3/move.ts';
import { createS3FileStore } from './platform/files/s3/s3-files.ts';
import { FileAltered, FilesUnavailable } from './platform/files/store.ts';
import { checkBucketAtStart, filesDirOf } from './open-files.ts';

const PROGRESS_INTERVAL_MS = 2_000;
const REPEAT_HINT = 'Repítelo: sigue donde quedó.';

const formatMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
const formatMoveProgress = ({ done, total, bytes }: MoveProgress): string =>
  `  ${done} de ${total} archivos, ${formatMegabytes(bytes)} copiados`;

const formatMoveSummary = ({ done, there, bytes }: MoveProgress, { dataDir }: Config): string =>
  [
    '',
    `  Los ${done} archivos están en el bucket: ${done - there} copiados ahora (${formatMegabytes(bytes)}) y releídos, ${there} ya estaban.`,
    '',
    '  Ahora indica S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY, como para este comando, donde',
    '  se inicia el programa, reinícialo, y repite esto una vez por lo que llegó entretanto.',
    `  Lo que no está en el bucket se lee de ${filesDirOf({ dataDir })}: consérvala hasta que haya una copia del bucket.`,
    '',
  ].join('\n');

function toMoveError(error: unknown, { done, total }: MoveProgress): unknown {
  const at = `después de ${done} de ${total} archivos`;
  if (error instanceof FilesUnavailable)
    return new StartError(`El bucket dejó de responder ${at} (${errorCode(error.cause)}). ${REPEAT_HINT}`, {
      cause: error,
    });
  if (error instanceof S3Fault || error instanceof FileAltered)
    return new StartError(
      `El bucket no tiene lo que se escribió en él, ${at} (${error.code}). ${REPEAT_HINT}`,
      {
        cause: error,
      },
    );
  return error;
}

/**
 * Runs `files move`: copies the files in DATA_DIR to the bucket in the S3_ settings while the server keeps running.
 * @param print prints a line on the terminal
 * @throws StartError with a message for the operator
 */
export async function copyAllFilesToBucket(config: Config, print: (line: string) => void): Promise<void> {
  if (config.s3 === null)
    throw new StartError(
      'files move necesita S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY: a dónde van los archivos.',
    );
  const away = await checkBucketAtStart(config.s3);
  if (away !== null)
    throw new StartError(
      `El bucket en ${config.s3.endpoint.origin} no responde (${away}): repítelo cuando responda.`,
    );
  let last: MoveProgress = { total: 0, done: 0, there: 0, bytes: 0 };
  let toldAt = Date.now();
  const reportProgress = (progress: MoveProgress) => {
    last = progress;
    if (Date.now() - toldAt < PROGRESS_INTERVAL_MS) return;
    toldAt = Date.now();
    print(formatMoveProgress(progress));
  };
  try {
    print(
      formatMoveSummary(
        await copyFilesToBucket(
          createDiskFileStore(filesDirOf(config)),
          createS3FileStore(config.s3),
          reportProgress,
        ),
        config,
      ),
    );
  } catch (error) {
    throw toMoveError(error, last);
  }
}
