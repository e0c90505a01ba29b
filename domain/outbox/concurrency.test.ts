import { describe, expect, it } from 'vitest';
import {
  canSendNext,
  updateConcurrencyEstimate,
  INITIAL_CONCURRENCY_ESTIMATE,
  type RequestSample,
  type ConcurrencyEstimate,
} from './concurrency.ts';

const EVALUATION_BYTES = 2_000;
const PHOTO_BYTES = 100_000;
const TIMEOUT_MS = 30_000;

const responseSample = (size: number, took: number, concurrentResponses = size): RequestSample => ({
  size,
  took,
  answeredMeanwhile: concurrentResponses,
  outcome: 'answered',
});
const estimateAfter = (...exchanges: RequestSample[]): ConcurrencyEstimate =>
  exchanges.reduce(updateConcurrencyEstimate, INITIAL_CONCURRENCY_ESTIMATE);
const repeatSample = (count: number, exchange: RequestSample): RequestSample[] =>
  Array.from({ length: count }, () => exchange);

function countConcurrentRequests(
  estimate: ConcurrencyEstimate,
  size: number,
  isMultiplexed = false,
  patience = TIMEOUT_MS,
): number {
  const sizes: number[] = [];
  while (sizes.length < 100 && canSendNext(estimate, { sizes, next: size, patience, isMultiplexed }))
    sizes.push(size);
  return sizes.length;
}

/** Estimate for a connection with a round trip of 150 ms and 250 bytes per millisecond, after a few responses. */
const HIGH_LATENCY_ESTIMATE = estimateAfter(
  ...repeatSample(4, responseSample(EVALUATION_BYTES, 160, 40_000)),
  ...repeatSample(4, responseSample(PHOTO_BYTES, 1_600, 400_000)),
);
const LOW_BANDWIDTH_ESTIMATE = estimateAfter(
  responseSample(EVALUATION_BYTES, 700),
  responseSample(PHOTO_BYTES, 25_000),
);

describe('S11 number of outbox requests in flight at once', () => {
  it('the drain can always send one request when none is in flight, whatever it has measured', () => {
    const dead = estimateAfter(
      ...repeatSample(9, { ...responseSample(PHOTO_BYTES, TIMEOUT_MS), outcome: 'timeout' }),
    );
    expect(countConcurrentRequests(dead, PHOTO_BYTES)).toBe(1);
    expect(countConcurrentRequests({ ...LOW_BANDWIDTH_ESTIMATE, ceiling: 1 }, 50_000_000)).toBe(1);
  });

  it('the drain sends four evaluations at once, or the two images of one evaluation, before it has measured the connection', () => {
    expect(countConcurrentRequests(INITIAL_CONCURRENCY_ESTIMATE, EVALUATION_BYTES)).toBe(4);
    expect(countConcurrentRequests(INITIAL_CONCURRENCY_ESTIMATE, PHOTO_BYTES)).toBe(2);
  });

  it('S19 the drain uses the speed of small requests to limit parallel file uploads when it has recently sent no file', () => {
    expect(
      countConcurrentRequests(
        estimateAfter(...repeatSample(8, responseSample(EVALUATION_BYTES, 640, 20 * EVALUATION_BYTES))),
        PHOTO_BYTES,
      ),
    ).toBe(4);
    expect(
      countConcurrentRequests(
        estimateAfter(...repeatSample(8, responseSample(EVALUATION_BYTES, 640))),
        PHOTO_BYTES,
      ),
    ).toBe(2);
    expect(
      countConcurrentRequests(
        estimateAfter(...repeatSample(8, responseSample(EVALUATION_BYTES, 8_000, 20 * EVALUATION_BYTES))),
        PHOTO_BYTES,
      ),
    ).toBe(2);
  });

  it('S19 the drain sends at most two attachments of maximum size at once on any connection', () => {
    const quick = estimateAfter(
      ...repeatSample(8, responseSample(EVALUATION_BYTES, 8)),
      ...repeatSample(4, responseSample(PHOTO_BYTES, 1, 4 * PHOTO_BYTES)),
    );
    expect(countConcurrentRequests(quick, 15_000_000, true)).toBe(2);
    expect(countConcurrentRequests(quick, 2_000_000, true)).toBe(4);
  });

  it('S12 the drain sends an evaluation in parallel with a file when the evaluation would otherwise wait too long for the file', () => {
    const given = { patience: 15_000, isMultiplexed: false };
    expect(
      canSendNext(LOW_BANDWIDTH_ESTIMATE, { ...given, sizes: [PHOTO_BYTES], next: EVALUATION_BYTES }),
    ).toBe(true);
    expect(canSendNext(LOW_BANDWIDTH_ESTIMATE, { ...given, sizes: [PHOTO_BYTES], next: PHOTO_BYTES })).toBe(
      false,
    );
  });

  it('S12 the drain sends one small request, but not two, in parallel with the retry of a file when earlier files have timed out', () => {
    const hung = estimateAfter(
      responseSample(EVALUATION_BYTES, 200),
      ...repeatSample(4, { ...responseSample(PHOTO_BYTES, TIMEOUT_MS), outcome: 'timeout' }),
    );
    const given = { next: EVALUATION_BYTES, patience: 15_000, isMultiplexed: false };
    expect(canSendNext(hung, { ...given, sizes: [PHOTO_BYTES] })).toBe(true);
    expect(canSendNext(hung, { ...given, sizes: [PHOTO_BYTES, EVALUATION_BYTES] })).toBe(false);
    expect(canSendNext(hung, { ...given, sizes: [PHOTO_BYTES], next: PHOTO_BYTES })).toBe(false);
  });

  it('the drain sends only four requests at once on a fast connection, because more would wait at the server', () => {
    const quick = estimateAfter(
      ...repeatSample(8, responseSample(EVALUATION_BYTES, 8)),
      ...repeatSample(4, responseSample(PHOTO_BYTES, 30, 4 * PHOTO_BYTES)),
    );
    expect(countConcurrentRequests(quick, PHOTO_BYTES)).toBe(4);
  });

  it('the drain sends more small requests at once when the round trip is long, up to the browser’s limit of connections', () => {
    expect(countConcurrentRequests(HIGH_LATENCY_ESTIMATE, EVALUATION_BYTES)).toBe(6);
    expect(countConcurrentRequests(HIGH_LATENCY_ESTIMATE, EVALUATION_BYTES, true)).toBeGreaterThan(12);
    expect(countConcurrentRequests(HIGH_LATENCY_ESTIMATE, EVALUATION_BYTES, true)).toBeLessThanOrEqual(24);
  });

  it('the drain sends up to four files while twenty small requests are in flight, because small requests only wait for their responses', () => {
    const sizes = repeatSample(20, responseSample(EVALUATION_BYTES, 1)).map(({ size }) => size);
    const canSendDuringFiles = (files: number) =>
      canSendNext(HIGH_LATENCY_ESTIMATE, {
        sizes: [...sizes, ...Array.from({ length: files }, () => PHOTO_BYTES)],
        next: PHOTO_BYTES,
        patience: TIMEOUT_MS,
        isMultiplexed: true,
      });
    expect([0, 3, 4].map(canSendDuringFiles)).toEqual([true, true, false]);
  });

  it('the drain sends at most four files at once, and starts no evaluation while six requests are in flight', () => {
    expect(countConcurrentRequests(HIGH_LATENCY_ESTIMATE, PHOTO_BYTES)).toBe(4);
    const sizes = [EVALUATION_BYTES, EVALUATION_BYTES, PHOTO_BYTES, PHOTO_BYTES, PHOTO_BYTES, PHOTO_BYTES];
    expect(
      canSendNext(HIGH_LATENCY_ESTIMATE, {
        sizes,
        next: EVALUATION_BYTES,
        patience: TIMEOUT_MS,
        isMultiplexed: false,
      }),
    ).toBe(false);
  });

  it('S19 the drain sends fewer requests at once when otherwise all of them would time out', () => {
    expect(countConcurrentRequests(LOW_BANDWIDTH_ESTIMATE, PHOTO_BYTES)).toBe(1);
    expect(countConcurrentRequests(LOW_BANDWIDTH_ESTIMATE, 25_000)).toBe(2);
    expect(countConcurrentRequests(LOW_BANDWIDTH_ESTIMATE, PHOTO_BYTES, true)).toBe(1);
  });

  it('S19 the limit of parallel requests halves after a timeout and grows by one with each response', () => {
    const once = updateConcurrencyEstimate(HIGH_LATENCY_ESTIMATE, {
      ...responseSample(PHOTO_BYTES, TIMEOUT_MS),
      outcome: 'timeout',
    });
    expect(countConcurrentRequests(once, PHOTO_BYTES)).toBe(2);
    const twice = updateConcurrencyEstimate(once, {
      ...responseSample(PHOTO_BYTES, TIMEOUT_MS),
      outcome: 'timeout',
    });
    expect(countConcurrentRequests(twice, PHOTO_BYTES)).toBe(1);
    expect(
      countConcurrentRequests(
        updateConcurrencyEstimate(twice, responseSample(PHOTO_BYTES, 1_600, 400_000)),
        PHOTO_BYTES,
      ),
    ).toBe(2);
  });

  it('the limit of parallel requests stays the same after a request without a response', () => {
    expect(
      updateConcurrencyEstimate(HIGH_LATENCY_ESTIMATE, {
        ...responseSample(PHOTO_BYTES, 10),
        outcome: 'no_answer',
      }),
    ).toBe(HIGH_LATENCY_ESTIMATE);
  });

  it('S8 the drain computes no infinite rate when the clock was set back during a request', () => {
    expect(
      countConcurrentRequests(
        estimateAfter(responseSample(EVALUATION_BYTES, -86_400_000)),
        EVALUATION_BYTES,
        true,
      ),
    ).toBeLessThanOrEqual(24);
  });

  it('the drain drops a measurement of the connection after eight newer responses', () => {
    const slowNow = [...repeatSample(8, responseSample(PHOTO_BYTES, 25_000))].reduce(
      updateConcurrencyEstimate,
      HIGH_LATENCY_ESTIMATE,
    );
    expect(countConcurrentRequests(slowNow, PHOTO_BYTES)).toBe(1);
  });
});
