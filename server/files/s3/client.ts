import { setTimeout as pause } from 'node:timers/promises';
import { openFairLane } from '../../base/fair-lane.ts';
import { FilesUnavailable } from '../store.ts';
import {
  type AttemptLimits,
  type S3Answer,
  S3Fault,
  type S3Place,
  type S3Request,
  SLOWEST_LINE,
  attempt,
} from './attempt.ts';

/** Counts and milliseconds. */
export interface S3Limits extends AttemptLimits {
  /** Of one request. */
  readonly attempts: number;
  /** Before the second attempt at most; twice as long before each that follows, up to PAUSE_MAX_MS. */
  readonly pauseMs: number;
  /** Of one request with all its attempts, its wait for a place among them; a body adds its time. */
  readonly withinMs: number;
  readonly atOnce: number;
  readonly waiting: number;
  /** How many names one answer lists; 1,000 at most, as S3 has it. */
  readonly pageSize: number;
}

const MB = 1_000_000;
export const S3_LIMITS: S3Limits = {
  idleMs: 5_000,
  answerMaxBytes: 256 * MB,
  attempts: 3,
  pauseMs: 200,
  // Below the 15 s after which a tablet gives up by itself: it hears that the store is away, not nothing.
  withinMs: 12_000,
  atOnce: 16,
  waiting: 128,
  pageSize: 500,
};
const PAUSE_MAX_MS = 3_000;
/** What a file that is read may be, as long as nobody has said how large it is. */
const TYPICAL_LARGEST = 15 * MB;

/** Conditions that pass by themselves, and bodies that were damaged on their way. */
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

/** Asks a bucket, with bounds of attempts, time and how much at once. */
export interface S3Client {
  readonly pageSize: number;
  /**
   * @param accept what makes an answer a good one; the request is made again where it throws a passing S3Fault
   * @throws S3Fault for what the store refuses; FilesUnavailable where it is away, overloaded or out of room
   */
  ask(request: S3Request, accept?: (answer: S3Answer) => Promise<void> | void): Promise<S3Answer>;
}

/** Full jitter: those that failed together do not come back together. */
const pauseBefore = (next: number, { pauseMs }: S3Limits): number =>
  Math.random() * Math.min(PAUSE_MAX_MS, pauseMs * 2 ** (next - 2));

const timeFor = ({ method, body }: S3Request, { withinMs }: S3Limits): number => {
  const bytes = method === 'GET' ? TYPICAL_LARGEST : (body?.length ?? 0);
  // Whole: a timeout takes nothing else.
  return withinMs + Math.ceil(bytes / SLOWEST_LINE);
};

async function persist(
  tryOnce: () => Promise<S3Answer>,
  limits: S3Limits,
  deadline: AbortSignal,
): Promise<S3Answer> {
  for (let count = 1; ; count += 1)
    try {
      return await tryOnce();
    } catch (error) {
      if (!(error instanceof S3Fault) || !isPassing(error)) throw error;
      if (count >= limits.attempts || deadline.aborted)
        throw new FilesUnavailable('The store of the files does not answer as it should', { cause: error });
      await pause(pauseBefore(count + 1, limits));
    }
}

export function s3Client(place: S3Place, limits: S3Limits = S3_LIMITS): S3Client {
  const lane = openFairLane({
    atOnce: limits.atOnce,
    waitingPerPerson: limits.waiting,
    waiting: limits.waiting,
    fullText: 'Hay muchos archivos en camino. Intenta de nuevo en unos segundos.',
  });
  return {
    pageSize: limits.pageSize,
    ask: (request, accept) => {
      // From here on, so that a wait for a place counts: with a store that hangs nobody waits for everybody before.
      const deadline = AbortSignal.timeout(timeFor(request, limits));
      const tryOnce = async () => {
        const answer = await attempt(place, request, limits, deadline);
        await accept?.(answer);
        return answer;
      };
      return lane.run('files', () => persist(tryOnce, limits, deadline));
    },
  };
}
