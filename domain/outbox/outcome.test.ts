import { describe, expect, it } from 'vitest';
import { backoffDelay, parseRetryAfter } from './backoff.ts';
import type { Refusal } from './item.ts';
import { APP_FAILED, judge, type SendResult } from './outcome.ts';
import { sendTimeout } from './timeout.ts';

const refused = (
  status: number,
  code: string | null = null,
  retryAfter: number | null = null,
): SendResult => {
  const refusal: Refusal = { status, code, message: 'x', details: [] };
  return { type: 'error', refusal, retryAfter };
};
const kindOf = (result: SendResult) => {
  const verdict = judge(result, 0.5);
  return verdict.type === 'item' ? verdict.event.type : verdict.type;
};

describe('what an answer means for the item', () => {
  it('S6 only an accepted answer delivers', () => {
    expect(judge({ type: 'accepted', remoteId: 'r' }, 0)).toEqual({
      type: 'item',
      event: { type: 'deliver', remoteId: 'r' },
    });
  });

  it('S6 a portal is neither a delivery nor a failure', () => {
    expect(judge({ type: 'foreign' }, 0)).toMatchObject({ event: { type: 'defer', cause: 'portal' } });
  });

  it.each([408, 425, 429, 500, 502, 503, 504, 511, 599])('S8 %i waits and goes again', (status) => {
    expect(kindOf(refused(status))).toBe('defer');
  });

  it('S11 P10.303 keeps what a fault of the program did not send, and tries it again', () => {
    expect(judge(refused(0, APP_FAILED), 0)).toMatchObject({
      event: { type: 'defer', cause: 'failing', refusal: { code: APP_FAILED } },
    });
  });

  it('S8 only a provider that fails has its words kept', () => {
    expect(judge(refused(503, null, 9), 0)).toMatchObject({ event: { refusal: { message: 'x' } } });
    for (const result of [refused(429), refused(409, 'idempotency_in_progress')])
      expect(judge(result, 0)).not.toHaveProperty('event.refusal');
  });

  it('S8 a 409 goes again only while the same key is being executed', () => {
    expect(kindOf(refused(409, 'idempotency_in_progress'))).toBe('defer');
    expect(kindOf(refused(409, 'media_exists'))).toBe('refuse');
    expect(kindOf(refused(409))).toBe('refuse');
  });

  it('S8 bytes that were altered on their way go again by themselves: nothing of them was judged', () => {
    expect(judge(refused(400, 'digest_mismatch'), 0)).toMatchObject({
      event: { type: 'defer', cause: 'no_answer' },
    });
  });

  it.each(['no_answer', 'timeout'] as const)('S8 %s waits and goes again', (cause) => {
    expect(judge({ type: 'silence', cause }, 0)).toMatchObject({ event: { type: 'defer', cause } });
  });

  it('S9 an ended session, or one of another person, says nothing of the item', () => {
    expect(kindOf(refused(401))).toBe('session_ended');
    expect(kindOf(refused(403, 'session_of_another'))).toBe('session_ended');
  });

  it.each([400, 403, 404, 410, 413, 415, 422])(
    'S10 %i needs a person and keeps what the provider said',
    (status) => {
      const result = refused(status, 'validation_failed');
      expect(judge(result, 0)).toEqual({
        type: 'item',
        event: { type: 'refuse', refusal: { status, code: 'validation_failed', message: 'x', details: [] } },
      });
    },
  );
});

describe('S8 backoff', () => {
  it('doubles from 1 s to a cap of 30 s under full jitter', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 500].map((attempts) => backoffDelay(attempts, 1, null))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect(backoffDelay(9, 0, null)).toBe(0);
    expect(backoffDelay(3, 0.25, null)).toBe(1_000);
  });

  it('waits at least Retry-After, capped at an hour', () => {
    expect(backoffDelay(1, 0, 7_000)).toBe(7_000);
    expect(backoffDelay(1, 0.999, 7_000)).toBeGreaterThan(7_000);
    expect(backoffDelay(1, 0, 86_400_000)).toBe(3_600_000);
  });

  it('reads Retry-After in seconds and as a date, and nothing else', () => {
    const now = Date.parse('2026-11-21T11:00:00Z');
    expect(parseRetryAfter('120', now)).toBe(120_000);
    expect(parseRetryAfter('Sat, 21 Nov 2026 11:00:05 GMT', now)).toBe(5_000);
    expect(parseRetryAfter('Sat, 21 Nov 2026 10:00:00 GMT', now)).toBe(0);
    expect(parseRetryAfter('soon', now)).toBeNull();
    expect(parseRetryAfter(null, now)).toBeNull();
  });
});

describe('S19 time-outs', () => {
  it('grow with each attempt until the slowest link could have carried the bytes', () => {
    const patience = [1, 2, 3, 4, 5, 6, 60].map((attempts) => sendTimeout(1_000_000, attempts));
    expect(patience).toEqual([30_000, 60_000, 120_000, 240_000, 265_000, 265_000, 265_000]);
  });

  it('never exceed five minutes', () => {
    expect(sendTimeout(100_000_000, 99)).toBe(300_000);
  });
});
