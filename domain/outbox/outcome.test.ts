import { describe, expect, it } from 'vitest';
import { backoffDelay, parseRetryAfter } from './backoff.ts';
import type { Rejection } from './item.ts';
import { APP_FAILED_CODE, classifyResult, type SendResult } from './outcome.ts';
import { sendTimeout } from './timeout.ts';

const refused = (
  status: number,
  code: string | null = null,
  retryAfter: number | null = null,
): SendResult => {
  const refusal: Rejection = { status, code, message: 'x', details: [] };
  return { type: 'error', refusal, retryAfter };
};
const kindOf = (result: SendResult) => {
  const verdict = classifyResult(result, 0.5);
  return verdict.type === 'item' ? verdict.event.type : verdict.type;
};

describe('effect of a response on the item', () => {
  it('S6 an item is delivered only by an accepted response', () => {
    expect(classifyResult({ type: 'accepted', remoteId: 'r' }, 0)).toEqual({
      type: 'item',
      event: { type: 'deliver', remoteId: 'r' },
    });
  });

  it('S6 the response of a captive portal neither delivers nor rejects an item: the item is retried', () => {
    expect(classifyResult({ type: 'foreign' }, 0)).toMatchObject({
      event: { type: 'defer', cause: 'portal' },
    });
  });

  it.each([408, 425, 429, 500, 502, 503, 504, 511, 599])(
    'S8 an item is retried after the status %i',
    (status) => {
      expect(kindOf(refused(status))).toBe('defer');
    },
  );

  it('S11 P10.303 an item is kept and retried when an application error prevented the send', () => {
    expect(classifyResult(refused(0, APP_FAILED_CODE), 0)).toMatchObject({
      event: { type: 'defer', cause: 'failing', refusal: { code: APP_FAILED_CODE } },
    });
  });

  it('S8 the item stores the message of a failing server, but not that of a busy one', () => {
    expect(classifyResult(refused(503, null, 9), 0)).toMatchObject({ event: { refusal: { message: 'x' } } });
    for (const result of [refused(429), refused(409, 'idempotency_in_progress')])
      expect(classifyResult(result, 0)).not.toHaveProperty('event.refusal');
  });

  it('S8 an item is retried after a 409 only while the server executes the same key', () => {
    expect(kindOf(refused(409, 'idempotency_in_progress'))).toBe('defer');
    expect(kindOf(refused(409, 'media_exists'))).toBe('refuse');
    expect(kindOf(refused(409))).toBe('refuse');
  });

  it('S8 an item is retried when its bytes were altered in transit, because the server did not judge its content', () => {
    expect(classifyResult(refused(400, 'digest_mismatch'), 0)).toMatchObject({
      event: { type: 'defer', cause: 'no_answer' },
    });
  });

  it.each(['no_answer', 'timeout'] as const)('S8 an item is retried after no response: %s', (cause) => {
    expect(classifyResult({ type: 'silence', cause }, 0)).toMatchObject({ event: { type: 'defer', cause } });
  });

  it('S9 an item stays as it is when the session ended or belongs to another user', () => {
    expect(kindOf(refused(401))).toBe('session_ended');
    expect(kindOf(refused(403, 'session_of_another'))).toBe('session_ended');
  });

  it.each([400, 403, 404, 410, 413, 415, 422])(
    'S10 an item requires a user’s action after the status %i, and stores the server’s response',
    (status) => {
      const result = refused(status, 'validation_failed');
      expect(classifyResult(result, 0)).toEqual({
        type: 'item',
        event: { type: 'refuse', refusal: { status, code: 'validation_failed', message: 'x', details: [] } },
      });
    },
  );
});

describe('S8 backoff: pause before the next send', () => {
  it('the pause doubles from 1 s to at most 30 s, with full jitter', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 500].map((attempts) => backoffDelay(attempts, 1, null))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect(backoffDelay(9, 0, null)).toBe(0);
    expect(backoffDelay(3, 0.25, null)).toBe(1_000);
  });

  it('the pause is at least Retry-After, but at most an hour', () => {
    expect(backoffDelay(1, 0, 7_000)).toBe(7_000);
    expect(backoffDelay(1, 0.999, 7_000)).toBeGreaterThan(7_000);
    expect(backoffDelay(1, 0, 86_400_000)).toBe(3_600_000);
  });

  it('a Retry-After header is read only in seconds or as a date', () => {
    const now = Date.parse('2026-11-21T11:00:00Z');
    expect(parseRetryAfter('120', now)).toBe(120_000);
    expect(parseRetryAfter('Sat, 21 Nov 2026 11:00:05 GMT', now)).toBe(5_000);
    expect(parseRetryAfter('Sat, 21 Nov 2026 10:00:00 GMT', now)).toBe(0);
    expect(parseRetryAfter('soon', now)).toBeNull();
    expect(parseRetryAfter(null, now)).toBeNull();
  });
});

describe('S19 timeout of a send', () => {
  it('the timeout grows with each attempt until it is long enough for the slowest connection', () => {
    const patience = [1, 2, 3, 4, 5, 6, 60].map((attempts) => sendTimeout(1_000_000, attempts));
    expect(patience).toEqual([30_000, 60_000, 120_000, 240_000, 265_000, 265_000, 265_000]);
  });

  it('the timeout is at most five minutes', () => {
    expect(sendTimeout(100_000_000, 99)).toBe(300_000);
  });
});
