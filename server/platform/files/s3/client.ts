import { setTimeout as pause } from 'node:timers/promises';
import { openFairQueue } from '../../base/fair-queue.ts';
import { FilesUnavailable } from '../store.ts';
import {
  type S3AttemptLimits,
  type S3Response,
  S3Fault,
  type S3Location,
  type S3Request,
  MIN_BYTES_PER_MS,
  sendS3Request,
} from './attempt.ts';

export interface S3Limits extends S3AttemptLimits {
  readonly attempts: number;
  /** Upper bound of the pause before the second attempt. The bound doubles with each attempt, up to MAX_S3_RETRY_DELAY_MS. */
  readonly pauseMs: number;
  /**
   * Time limit in ms for one request, including all attempts and the wait in the queue. A request with a body gets more time.
   */
  readonly withinMs: number;
  readonly atOnce: number;
  readonly waiting: number;
  /** Number of names per page when files are listed; S3 allows at most 1,000. */
  readonly pageSize: number;
}

const MB = 1_000_000;
export const S3_LIMITS: S3Limits = {
  idleMs: 5_000,
  answerMaxBytes: 256 * MB,
  attempts: 3,
  pauseMs: 200,
  // Less than the 15 s after which a device gives up, so that the device receives an error response.
  withinMs: 12_000,
  atOnce: 16,
  waiting: 128,
  pageSize: 500,
};
const MAX_S3_RETRY_DELAY_MS = 3_000;
/** File size in bytes that is assumed for the time limit of a read, because the real size is unknown before the read. */
const ASSUMED_READ_BYTES = 15 * MB;

const TRANSIENT_STATUSES = [408, 429];
const TRANSIENT_CODES = [
  'RequestTimeout',
  'SlowDown',
  'BadDigest',
  'InvalidDigest',
  'IncompleteBody',
  'XAmzContentSHA256Mismatch',
];
const isTransientS3Fault = ({ status, code }: S3Fault): boolean =>
  status === null ||
  (status >= 500 && status !== 501) ||
  TRANSIENT_STATUSES.includes(status) ||
  TRANSIENT_CODES.includes(code);

export interface S3Client {
  readonly pageSize: number;
  /**
   * Sends the request and retries it after a temporary failure.
   * @param accept validates the response; when it throws a temporary S3Fault, the request is retried
   * @throws S3Fault when the store rejects the request; FilesUnavailable when the store is unreachable, overloaded or full
   */
  ask(request: S3Request, accept?: (answer: S3Response) => Promise<void> | void): Promise<S3Response>;
}

/** Returns a random pause (full jitter), so that requests that failed at the same time are retried at different times. */
const randomRetryDelayMs = (next: number, { pauseMs }: S3Limits): number =>
  Math.random() * Math.min(MAX_S3_RETRY_DELAY_MS, pauseMs * 2 ** (next - 2));

const timeoutMsOf = ({ method, body }: S3Request, { withinMs }: S3Limits): number => {
  const bytes = method === 'GET' ? ASSUMED_READ_BYTES : (body?.length ?? 0);
  // AbortSignal.timeout requires an integer.
  return withinMs + Math.ceil(bytes / MIN_BYTES_PER_MS);
};

async function sendWithRetries(
  tryOnce: () => Promise<S3Response>,
  limits: S3Limits,
  deadline: AbortSignal,
): Promise<S3Response> {
  for (let count = 1; ; count += 1)
    try {
      return await tryOnce();
    } catch (error) {
      if (!(error instanceof S3Fault) || !isTransientS3Fault(error)) throw error;
      if (count >= limits.attempts || deadline.aborted)
        throw new FilesUnavailable('The file store does not respond correctly', { cause: error });
      await pause(randomRetryDelayMs(count + 1, limits));
    }
}

export function createS3Client(place: S3Location, limits: S3Limits = S3_LIMITS): S3Client {
  const queue = openFairQueue({
    atOnce: limits.atOnce,
    waitingPerPerson: limits.waiting,
    waiting: limits.waiting,
    fullText: 'Hay muchos archivos en camino. Intenta de nuevo en unos segundos.',
  });
  return {
    pageSize: limits.pageSize,
    ask: (request, accept) => {
      // The deadline includes the wait in the queue. Otherwise the delays of waiting requests would add up when the store
      // hangs.
      const deadline = AbortSignal.timeout(timeoutMsOf(request, limits));
      const tryOnce = async () => {
        const answer = await sendS3Request(place, request, limits, deadline);
        await accept?.(answer);
        return answer;
      };
      return queue.run('files', () => sendWithRetries(tryOnce, limits, deadline));
    },
  };
}
