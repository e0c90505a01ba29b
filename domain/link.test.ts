import { describe, expect, it } from 'vitest';
import { connectionStateAfter, nextProbe, type ConnectionState } from './link.ts';

const unknown: ConnectionState = { name: 'unknown' };

describe('S17 connection state', () => {
  it('is up only after a response, and stays the same object while nothing changes', () => {
    const up = connectionStateAfter(unknown, { reached: true }, 5, 0);
    expect(up).toEqual({ name: 'up', since: 5 });
    expect(connectionStateAfter(up, { reached: true }, 9, 0)).toBe(up);
  });

  it('is up and failing after a 502 or 503, but not after one failed request (500)', () => {
    const up = connectionStateAfter(unknown, { reached: true, status: 503 }, 5, 0);
    expect(up).toEqual({ name: 'up', since: 5, trouble: 'failing' });
    expect(connectionStateAfter(up, { reached: true, status: 502 }, 6, 0)).toBe(up);
    expect(connectionStateAfter(up, { reached: true, status: 200 }, 7, 0)).toEqual({ name: 'up', since: 5 });
    expect(connectionStateAfter(unknown, { reached: true, status: 500 }, 5, 0)).toEqual({
      name: 'up',
      since: 5,
    });
  });

  it('is slow after a response of 3 s until one takes less than 1.5 s; files do not count', () => {
    const slow = connectionStateAfter(unknown, { reached: true, status: 200, roundTrip: 3_000 }, 5, 0);
    expect(slow).toEqual({ name: 'up', since: 5, trouble: 'slow' });
    expect(connectionStateAfter(slow, { reached: true, status: 201 }, 6, 0)).toBe(slow);
    expect(connectionStateAfter(slow, { reached: true, status: 200, roundTrip: 1_500 }, 6, 0)).toBe(slow);
    expect(connectionStateAfter(slow, { reached: true, status: 200, roundTrip: 1_499 }, 6, 0)).toEqual({
      name: 'up',
      since: 5,
    });
  });

  it('keeps the time when it went down, and probes less and less often, up to every 30 s', () => {
    let link = connectionStateAfter(unknown, { reached: false, cause: 'no_answer' }, 1_000, 0.999);
    for (let round = 0; round < 20; round += 1)
      link = connectionStateAfter(link, { reached: false, cause: 'timeout' }, 2_000, 0.999);
    expect(link).toMatchObject({ name: 'down', since: 1_000, cause: 'timeout', failures: 21 });
    expect(link.name === 'down' && link.nextProbeAt - 2_000).toBe(29_970);
  });

  it('S8 delays the next probe by at most 30 s after the clock was set back', () => {
    const down = {
      name: 'down',
      since: 0,
      cause: 'no_answer',
      failures: 1,
      nextProbeAt: 90_000_000,
    } as const;
    expect(nextProbe(down, 1_000)).toBe(31_000);
    expect(nextProbe(down, 89_999_000)).toBe(90_000_000);
  });
});
