import { describe, expect, it } from 'vitest';
import {
  canSendNext,
  concurrencyAfter,
  INITIAL_CONCURRENCY,
  type RequestSample,
  type ConcurrencyEstimate,
} from './concurrency.ts';

const EVALUATION = 2_000;
const PHOTO = 100_000;
const PATIENCE = 30_000;

const answered = (size: number, took: number, concurrentResponses = size): RequestSample => ({
  size,
  took,
  answeredMeanwhile: concurrentResponses,
  outcome: 'answered',
});
const after = (...exchanges: RequestSample[]): ConcurrencyEstimate =>
  exchanges.reduce(concurrencyAfter, INITIAL_CONCURRENCY);
const times = (count: number, exchange: RequestSample): RequestSample[] =>
  Array.from({ length: count }, () => exchange);

function atOnce(
  estimate: ConcurrencyEstimate,
  size: number,
  isMultiplexed = false,
  patience = PATIENCE,
): number {
  const sizes: number[] = [];
  while (sizes.length < 100 && canSendNext(estimate, { sizes, next: size, patience, isMultiplexed }))
    sizes.push(size);
  return sizes.length;
}

/** Estimate for a connection with a round trip of 150 ms and 250 bytes per millisecond, after a few responses. */
const LONG_LINK = after(
  ...times(4, answered(EVALUATION, 160, 40_000)),
  ...times(4, answered(PHOTO, 1_600, 400_000)),
);
const THIN_LINK = after(answered(EVALUATION, 700), answered(PHOTO, 25_000));

describe('S11 number of outbox requests in flight at once', () => {
  it('the drain can always send one request when none is in flight, whatever it has measured', () => {
    const dead = after(...times(9, { ...answered(PHOTO, PATIENCE), outcome: 'timeout' }));
    expect(atOnce(dead, PHOTO)).toBe(1);
    expect(atOnce({ ...THIN_LINK, ceiling: 1 }, 50_000_000)).toBe(1);
  });

  it('the drain sends four evaluations at once, or the two images of one evaluation, before it has measured the connection', () => {
    expect(atOnce(INITIAL_CONCURRENCY, EVALUATION)).toBe(4);
    expect(atOnce(INITIAL_CONCURRENCY, PHOTO)).toBe(2);
  });

  it('S19 the drain uses the speed of small requests to limit parallel file uploads when it has not sent a file recently', () => {
    expect(atOnce(after(...times(8, answered(EVALUATION, 640, 20 * EVALUATION))), PHOTO)).toBe(4);
    expect(atOnce(after(...times(8, answered(EVALUATION, 640))), PHOTO)).toBe(2);
    expect(atOnce(after(...times(8, answered(EVALUATION, 8_000, 20 * EVALUATION))), PHOTO)).toBe(2);
  });

  it('S19 the drain sends at most two attachments of maximum size at once on any connection', () => {
    const quick = after(...times(8, answered(EVALUATION, 8)), ...times(4, answered(PHOTO, 1, 4 * PHOTO)));
    expect(atOnce(quick, 15_000_000, true)).toBe(2);
    expect(atOnce(quick, 2_000_000, true)).toBe(4);
  });

  it('S12 the drain sends an evaluation in parallel with a file when the evaluation would otherwise wait too long for the file', () => {
    const given = { patience: 15_000, isMultiplexed: false };
    expect(canSendNext(THIN_LINK, { ...given, sizes: [PHOTO], next: EVALUATION })).toBe(true);
    expect(canSendNext(THIN_LINK, { ...given, sizes: [PHOTO], next: PHOTO })).toBe(false);
  });

  it('S12 the drain sends one small request, but not two, next to the retry of a file when earlier files have timed out', () => {
    const hung = after(
      answered(EVALUATION, 200),
      ...times(4, { ...answered(PHOTO, PATIENCE), outcome: 'timeout' }),
    );
    const given = { next: EVALUATION, patience: 15_000, isMultiplexed: false };
    expect(canSendNext(hung, { ...given, sizes: [PHOTO] })).toBe(true);
    expect(canSendNext(hung, { ...given, sizes: [PHOTO, EVALUATION] })).toBe(false);
    expect(canSendNext(hung, { ...given, sizes: [PHOTO], next: PHOTO })).toBe(false);
  });

  it('the drain sends only four requests at once on a fast connection, because more would wait at the server', () => {
    const quick = after(...times(8, answered(EVALUATION, 8)), ...times(4, answered(PHOTO, 30, 4 * PHOTO)));
    expect(atOnce(quick, PHOTO)).toBe(4);
  });

  it('the drain sends more small requests at once when the round trip is long, up to the browser’s limit of connections', () => {
    expect(atOnce(LONG_LINK, EVALUATION)).toBe(6);
    expect(atOnce(LONG_LINK, EVALUATION, true)).toBeGreaterThan(12);
    expect(atOnce(LONG_LINK, EVALUATION, true)).toBeLessThanOrEqual(24);
  });

  it('the drain sends up to four files in parallel with small requests that wait for their responses', () => {
    const sizes = times(20, answered(EVALUATION, 1)).map(({ size }) => size);
    const beside = (files: number) =>
      canSendNext(LONG_LINK, {
        sizes: [...sizes, ...Array.from({ length: files }, () => PHOTO)],
        next: PHOTO,
        patience: PATIENCE,
        isMultiplexed: true,
      });
    expect([0, 3, 4].map(beside)).toEqual([true, true, false]);
  });

  it("the drain leaves two of the browser's connections to the page during file uploads, and soon at least one while it sends evaluations", () => {
    expect(atOnce(LONG_LINK, PHOTO)).toBe(4);
    const sizes = [EVALUATION, EVALUATION, PHOTO, PHOTO, PHOTO, PHOTO];
    expect(
      canSendNext(LONG_LINK, { sizes, next: EVALUATION, patience: PATIENCE, isMultiplexed: false }),
    ).toBe(false);
  });

  it('S19 the drain sends fewer requests at once when otherwise all of them would time out', () => {
    expect(atOnce(THIN_LINK, PHOTO)).toBe(1);
    expect(atOnce(THIN_LINK, 25_000)).toBe(2);
    expect(atOnce(THIN_LINK, PHOTO, true)).toBe(1);
  });

  it('S19 the limit of parallel requests halves after a timeout and grows by one with each response', () => {
    const once = concurrencyAfter(LONG_LINK, { ...answered(PHOTO, PATIENCE), outcome: 'timeout' });
    expect(atOnce(once, PHOTO)).toBe(2);
    const twice = concurrencyAfter(once, { ...answered(PHOTO, PATIENCE), outcome: 'timeout' });
    expect(atOnce(twice, PHOTO)).toBe(1);
    expect(atOnce(concurrencyAfter(twice, answered(PHOTO, 1_600, 400_000)), PHOTO)).toBe(2);
  });

  it('the limit of parallel requests does not change after a request without a response', () => {
    expect(concurrencyAfter(LONG_LINK, { ...answered(PHOTO, 10), outcome: 'no_answer' })).toBe(LONG_LINK);
  });

  it('S8 the drain computes no infinite rate when the clock was set back during a request', () => {
    expect(atOnce(after(answered(EVALUATION, -86_400_000)), EVALUATION, true)).toBeLessThanOrEqual(24);
  });

  it('the drain drops a measurement of the connection after eight newer responses', () => {
    const slowNow = [...times(8, answered(PHOTO, 25_000))].reduce(concurrencyAfter, LONG_LINK);
    expect(atOnce(slowNow, PHOTO)).toBe(1);
  });
});
