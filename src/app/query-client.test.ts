import { describe, expect, it } from 'vitest';
import { retryPause, shouldRetry } from './query-client.ts';

const refusal = (status: number) => Object.assign(new Error('refused'), { status });

describe('spec §9 data fetching', () => {
  it('retries three times', () => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, new Error('silence')))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('never repeats what the provider refused, but does repeat its own failures', () => {
    expect([400, 401, 403, 404, 422, 499].map((status) => shouldRetry(0, refusal(status)))).toEqual(
      Array.from({ length: 6 }, () => false),
    );
    expect([500, 503].map((status) => shouldRetry(0, refusal(status)))).toEqual([true, true]);
  });

  it('waits 1 s, doubling to 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(retryPause)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });
});
