import { StartError, errorCode } from './base/start-error.ts';
import type { Config } from './config.ts';
import { diskFiles } from './files/disk-files.ts';
import { S3Fault } from './files/s3/attempt.ts';
import { type Progress, moveFiles } from './files/s3/move.ts';
import { s3Files } from './files/s3/s3-files.ts';
import { FileAltered, FilesUnavailable } from './files/store.ts';
import { checkBucket, filesDirOf } from './open-files.ts';

const TELL_EVERY_MS = 2_000;
const AGAIN = 'Run it again: it goes on where it stopped.';

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
const progressLine = ({ done, total, bytes }: Progress): string =>
  `  ${done} of ${total} files, ${megabytes(bytes)} copied`;

const conclusion = ({ done, there, bytes }: Progress, { dataDir }: Config): string =>
  [
    '',
    `  All ${done} files are in the bucket: ${done - there} copied now (${megabytes(bytes)}) and read back, ${there} were there.`,
    '',
    '  Now set S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, as for this command, where',
    '  the program is started, restart it, and run this once more for what came meanwhile.',
    `  After that ${filesDirOf({ dataDir })} is not read any more: keep it until there is a copy of the bucket.`,
    '',
  ].join('\n');

function stopped(error: unknown, { done, total }: Progress): unknown {
  const at = `after ${done} of ${total} files`;
  if (error instanceof FilesUnavailable)
    return new StartError(`The bucket stopped answering ${at} (${errorCode(error.cause)}). ${AGAIN}`, {
      cause: error,
    });
  if (error instanceof S3Fault || error instanceof FileAltered)
    return new StartError(
      `The bucket does not hold what was written to it, ${at} (${error.code}). ${AGAIN}`,
      {
        cause: error,
      },
    );
  return error;
}

/**
 * `files move`: brings the files of DATA_DIR into the bucket of the S3_ settings, beside a provider that goes on working.
 * @param print a line for the terminal
 * @throws StartError with a sentence for the operator
 */
export async function runMove(config: Config, print: (line: string) => void): Promise<void> {
  if (config.s3 === null)
    throw new StartError(
      'files move needs S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: where the files go.',
    );
  const away = await checkBucket(config.s3);
  if (away !== null)
    throw new StartError(
      `The bucket at ${config.s3.endpoint.origin} does not answer (${away}): try again later.`,
    );
  let last: Progress = { total: 0, done: 0, there: 0, bytes: 0 };
  let toldAt = Date.now();
  const tell = (progress: Progress) => {
    last = progress;
    if (Date.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = Date.now();
    print(progressLine(progress));
  };
  try {
    print(conclusion(await moveFiles(diskFiles(filesDirOf(config)), s3Files(config.s3), tell), config));
  } catch (error) {
    throw stopped(error, last);
  }
}
