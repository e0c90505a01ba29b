import { describe, expect, it } from 'vitest';
import { connectionStateAfter, nextProbeTime, type ConnectionState } from './connection-state.ts';

const unknownState: ConnectionState = { name: 'unknown' };

describe('S17 connection state', () => {
  it('the connection state becomes up only after a response, and the state object stays the same while nothing changes', () => {
    const up = connectionStateAfter(unknownState, { reached: true }, 5, 0);
    expect(up).toEqual({ name: 'up', since: 5 });
    expect(connectionStateAfter(up, { reached: true }, 9, 0)).toBe(up);
  });

  it('the connection counts as up but failing after a 502 or 503, and as up without trouble after a 500', () => {
    const up = connectionStateAfter(unknownState, { reached: true, status: 503 }, 5, 0);
    expect(up).toEqual({ name: 'up', since: 5, trouble: 'failing' });
    expect(connectionStateAfter(up, { reached: true, status: 502 }, 6, 0)).toBe(up);
    expect(connectionStateAfter(up, { reached: true, status: 200 }, 7, 0)).toEqual({ name: 'up', since: 5 });
    expect(connectionStateAfter(unknownState, { reached: true, status: 500 }, 5, 0)).toEqual({
      name: 'up',
      since: 5,
    });
  });

  it('the connection becomes slow after a response that takes 3 s, and fast after one below 1.5 s; requests with files do not count', () => {
    const slow = connectionStateAfter(unknownState, { reached: true, status: 200, roundTrip: 3_000 }, 5, 0);
    expect(slow).toEqual({ name: 'up', since: 5, trouble: 'slow' });
    expect(connectionStateAfter(slow, { reached: true, status: 201 }, 6, 0)).toBe(slow);
    expect(connectionStateAfter(slow, { reached: true, status: 200, roundTrip: 1_500 }, 6, 0)).toBe(slow);
    expect(connectionStateAfter(slow, { reached: true, status: 200, roundTrip: 1_499 }, 6, 0)).toEqual({
      name: 'up',
      since: 5,
    });
  });

  it('the connection state keeps the time at which the connection was lost, and the interval between probes grows up to 30 s', () => {
    let link = connectionStateAfter(unknownState, { reached: false, cause: 'no_answer' }, 1_000, 0.999);
    for (let round = 0; round < 20; round += 1)
      link = connectionStateAfter(link, { reached: false, cause: 'timeout' }, 2_000, 0.999);
    expect(link).toMatchObject({ name: 'down', since: 1_000, cause: 'timeout', failures: 21 });
    expect(link.name === 'down' && link.nextProbeAt - 2_000).toBe(29_970);
  });

  it('S8 the next probe starts within 30 s even when the clock was set back', () => {
    const down = {
      name: 'down',
      since: 0,
      cause: 'no_answer',
      failures: 1,
      nextProbeAt: 90_000_000,
    } as const;
    expect(nextProbeTime(down, 1_000)).toBe(31_000);
    expect(nextProbeTime(down, 89_999_000)).toBe(90_000_000);
  });
});
