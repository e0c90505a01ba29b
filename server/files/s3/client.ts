import { setTimeout as pause } from 'node:timers/promises';
import { openFairQueue } from '../../base/fair-queue.ts';
import { FilesUnavailable } from '../store.ts';
import {
  type AttemptLimits,
  type S3Response,
  S3Fault,
  type S3Location,
  type S3Request,
  SLOWEST_LINE,
  attempt,
} from './attempt.ts';

/** Limits of the client: counts, and times in milliseconds. */
export interface S3Limits extends AttemptLimits {
  /** Maximum number of attempts for one request. */
  readonly attempts: number;
  /** Upper bound of the pause before the second attempt. The bound doubles for each further attempt, up to PAUSE_MAX_MS. */
  readonly pauseMs: number;
  /** Total time for one request, including all attempts and the wait in the queue. A request with a body gets more time. */
  readonly withinMs: number;
  readonly atOnce: number;
  readonly waiting: number;
  /** Number of names in one page of a listing; S3 allows at most 1,000. */
  readonly pageSize: number;
}

const MB = 1_000_000;
export const S3_LIMITS: S3Limits = {
  idleMs: 5_000,
  answerMaxBytes: 256 * MB,
  attempts: 3,
  pauseMs: 200,
  // Below the 15 s after which a device gives up, so that the device receives an error response instead of none.
  withinMs: 12_000,
  atOnce: 16,
  waiting: 128,
  pageSize: 500,
};
const PAUSE_MAX_MS = 3_000;
/** Size assumed for the time limit of a read, because the size of the file is not known before. */
const TYPICAL_LARGEST = 15 * MB;

/** Errors that are temporary, including bodies that were damaged in transit. */
const PASSING_STATUS = [408, 429];
const PASSING_CODE = [
  'RequestTimeout',
  'SlowDown',
  'BadDigest',
  'InvalidDigest',
  'IncompleteBody',
  'XAmzContentSHA256Mismatch',
];
const isPassing = ({ status, code }: S3Fault): boolean =>
  status === null ||
  (status >= 500 && status !== 501) ||
  PASSING_STATUS.includes(status) ||
  PASSING_CODE.includes(code);

/** Client of a bucket that limits attempts, time and concurrency. */
export interface S3Client {
  readonly pageSize: number;
  /**
   * Sends the request, with retries.
   * @param accept validates the response; when it throws a temporary S3Fault, the request is repeated
   * @throws S3Fault when the store rejects the request; FilesUnavailable when it is unreachable, overloaded or full
   */
  ask(request: S3Request, accept?: (answer: S3Response) => Promise<void> | void): Promise<S3Response>;
}

/** Returns a random pause (full jitter), so that requests that failed together are not repeated together. */
const pauseBefore = (next: number, { pauseMs }: S3Limits): number =>
  Math.random() * Math.min(PAUSE_MAX_MS, pauseMs * 2 ** (next - 2));

const timeFor = ({ method, body }: S3Request, { withinMs }: S3Limits): number => {
  const bytes = method === 'GET' ? TYPICAL_LARGEST : (body?.length ?? 0);
  // Rounded up, because a timeout must be an integer.
  return withinMs + Math.ceil(bytes / SLOWEST_LINE);
};

async function persist(
  tryOnce: () => Promise<S3Response>,
  limits: S3Limits,
  deadline: AbortSignal,
): Promise<S3Response> {
  for (let count = 1; ; count += 1)
    try {
      return await tryOnce();
    } catch (error) {
      if (!(error instanceof S3Fault) || !isPassing(error)) throw error;
      if (count >= limits.attempts || deadline.aborted)
        throw new FilesUnavailable('The file store does not respond correctly', { cause: error });
      await pause(pauseBefore(count + 1, limits));
    }
}

export function s3Client(place: S3Location, limits: S3Limits = S3_LIMITS): S3Client {
  const queue = openFairQueue({
    atOnce: limits.atOnce,
    waitingPerPerson: limits.waiting,
    waiting: limits.waiting,
    fullText: 'Hay muchos archivos en camino. Intenta de nuevo en unos segundos.',
  });
  return {
    pageSize: limits.pageSize,
    ask: (request, accept) => {
      // The deadline starts here and includes the wait in the queue, so that waiting requests do not add up their delays when
      // the store hangs.
      const deadline = AbortSignal.timeout(timeFor(request, limits));
      const tryOnce = async () => {
        const answer = await attempt(place, request, limits, deadline);
        await accept?.(answer);
        return answer;
      };
      return queue.run('files', () => persist(tryOnce, limits, deadline));
    },
  };
}
