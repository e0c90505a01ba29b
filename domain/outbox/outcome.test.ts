import { describe, expect, it } from 'vitest';
import { backoffDelayMs, parseRetryAfterMs } from './backoff.ts';
import type { Rejection } from './item.ts';
import { APP_FAILED_CODE, consequenceOfResult, type SendResult } from './outcome.ts';
import { sendTimeoutMs } from './timeout.ts';

const rejectedResult = (
  status: number,
  code: string | null = null,
  retryAfter: number | null = null,
): SendResult => {
  const refusal: Rejection = { status, code, message: 'x', details: [] };
  return { type: 'error', refusal, retryAfter };
};
const toConsequenceType = (result: SendResult) => {
  const verdict = consequenceOfResult(result, 0.5);
  return verdict.type === 'item' ? verdict.event.type : verdict.type;
};

describe('effect of a response on an outbox item', () => {
  it('S6 an item is delivered only by a response with the expected status and body', () => {
    expect(consequenceOfResult({ type: 'accepted', remoteId: 'r' }, 0)).toEqual({
      type: 'item',
      event: { type: 'deliver', remoteId: 'r' },
    });
  });

  it('S6 an item is retried, and neither delivered nor rejected, when a captive portal responds', () => {
    expect(consequenceOfResult({ type: 'foreign' }, 0)).toMatchObject({
      event: { type: 'defer', cause: 'portal' },
    });
  });

  it.each([408, 425, 429, 500, 502, 503, 504, 511, 599])(
    'S8 an item is retried when the response has the status %i',
    (status) => {
      expect(toConsequenceType(rejectedResult(status))).toBe('defer');
    },
  );

  it('S11 P10.303 an item is kept and retried when an error in the app prevented the send', () => {
    expect(consequenceOfResult(rejectedResult(0, APP_FAILED_CODE), 0)).toMatchObject({
      event: { type: 'defer', cause: 'failing', refusal: { code: APP_FAILED_CODE } },
    });
  });

  it('S8 an item stores the error message of a failing server (5xx), but not of a busy one', () => {
    expect(consequenceOfResult(rejectedResult(503, null, 9), 0)).toMatchObject({
      event: { refusal: { message: 'x' } },
    });
    for (const result of [rejectedResult(429), rejectedResult(409, 'idempotency_in_progress')])
      expect(consequenceOfResult(result, 0)).not.toHaveProperty('event.refusal');
  });

  it('S8 an item is retried after a 409 only if the server is still executing a request with the same idempotency key', () => {
    expect(toConsequenceType(rejectedResult(409, 'idempotency_in_progress'))).toBe('defer');
    expect(toConsequenceType(rejectedResult(409, 'media_exists'))).toBe('refuse');
    expect(toConsequenceType(rejectedResult(409))).toBe('refuse');
  });

  it('S8 an item is retried when the server received altered bytes, because the server then did not judge the real content', () => {
    expect(consequenceOfResult(rejectedResult(400, 'digest_mismatch'), 0)).toMatchObject({
      event: { type: 'defer', cause: 'no_answer' },
    });
  });

  it.each(['no_answer', 'timeout'] as const)(
    'S8 an item is retried when no response arrived: %s',
    (cause) => {
      expect(consequenceOfResult({ type: 'silence', cause }, 0)).toMatchObject({
        event: { type: 'defer', cause },
      });
    },
  );

  it('S9 an item keeps its state when the session ended or belongs to another user', () => {
    expect(toConsequenceType(rejectedResult(401))).toBe('session_ended');
    expect(toConsequenceType(rejectedResult(403, 'session_of_another'))).toBe('session_ended');
  });

  it.each([400, 403, 404, 410, 413, 415, 422])(
    'S10 an item requires a user’s action after the status %i and stores the error response',
    (status) => {
      const result = rejectedResult(status, 'validation_failed');
      expect(consequenceOfResult(result, 0)).toEqual({
        type: 'item',
        event: { type: 'refuse', refusal: { status, code: 'validation_failed', message: 'x', details: [] } },
      });
    },
  );
});

describe('S8 delay before the next send of an item', () => {
  it('the delay before the next send doubles from 1 s up to 30 s, with full jitter', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 500].map((attempts) => backoffDelayMs(attempts, 1, null))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect(backoffDelayMs(9, 0, null)).toBe(0);
    expect(backoffDelayMs(3, 0.25, null)).toBe(1_000);
  });

  it('the delay before the next send is at least Retry-After, but no longer than an hour', () => {
    expect(backoffDelayMs(1, 0, 7_000)).toBe(7_000);
    expect(backoffDelayMs(1, 0.999, 7_000)).toBeGreaterThan(7_000);
    expect(backoffDelayMs(1, 0, 86_400_000)).toBe(3_600_000);
  });

  it('a Retry-After header with text other than seconds or a date is ignored', () => {
    const now = Date.parse('2026-11-21T11:00:00Z');
    expect(parseRetryAfterMs('120', now)).toBe(120_000);
    expect(parseRetryAfterMs('Sat, 21 Nov 2026 11:00:05 GMT', now)).toBe(5_000);
    expect(parseRetryAfterMs('Sat, 21 Nov 2026 10:00:00 GMT', now)).toBe(0);
    expect(parseRetryAfterMs('soon', now)).toBeNull();
    expect(parseRetryAfterMs(null, now)).toBeNull();
  });
});

describe('S19 timeout of one send', () => {
  it('the timeout of a send grows with each attempt until it suffices for the slowest connection', () => {
    const patience = [1, 2, 3, 4, 5, 6, 60].map((attempts) => sendTimeoutMs(1_000_000, attempts));
    expect(patience).toEqual([30_000, 60_000, 120_000, 240_000, 265_000, 265_000, 265_000]);
  });

  it('the timeout of a send is at most five minutes', () => {
    expect(sendTimeoutMs(100_000_000, 99)).toBe(300_000);
  });
});
