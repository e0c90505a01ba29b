import { describe, expect, it } from 'vitest';
import { diagnoseConnection } from './diagnosis.ts';
import type { ConnectionState } from './connection-state.ts';

const downState = (cause: 'no_answer' | 'timeout' | 'portal'): ConnectionState => ({
  name: 'down',
  since: 7,
  cause,
  failures: 1,
  nextProbeAt: 9,
});
const upState: ConnectionState = { name: 'up', since: 1 };

describe('S10 reason why entries are not being sent', () => {
  it.each([
    ['no_answer', true, { name: 'silent', since: 7 }],
    ['timeout', true, { name: 'timing_out', since: 7 }],
    ['portal', true, { name: 'portal', since: 7 }],
    ['no_answer', false, { name: 'offline', since: 7 }],
  ] as const)(
    'S17 the diagnosis names the cause %s of a lost connection when navigator.onLine is %s',
    (cause, deviceOnline, expected) => {
      expect(diagnoseConnection({ link: downState(cause), deviceOnline, gate: 'open' })).toEqual(expected);
    },
  );

  it('S17 the diagnosis ignores navigator.onLine when the server responds', () => {
    expect(diagnoseConnection({ link: upState, deviceOnline: false, gate: 'open' })).toEqual({
      name: 'well',
    });
  });

  it('S9 the diagnosis names the ended session only when the server responds', () => {
    expect(diagnoseConnection({ link: upState, deviceOnline: true, gate: 'expired' })).toEqual({
      name: 'session_ended',
    });
    expect(
      diagnoseConnection({ link: downState('no_answer'), deviceOnline: true, gate: 'expired' }).name,
    ).toBe('silent');
    expect(diagnoseConnection({ link: upState, deviceOnline: true, gate: 'offline' }).name).toBe(
      'session_unconfirmed',
    );
  });

  it('the diagnosis reports that the server fails, that the server is slow, or that an intermediary responds in the server’s place', () => {
    for (const trouble of ['failing', 'slow'] as const)
      expect(diagnoseConnection({ link: { ...upState, trouble }, deviceOnline: true, gate: 'open' })).toEqual(
        {
          name: trouble,
        },
      );
    const intercepted = { link: upState, deviceOnline: true, intercepted: true } as const;
    expect(diagnoseConnection({ ...intercepted, gate: 'open' }).name).toBe('intercepted');
    expect(diagnoseConnection({ ...intercepted, gate: 'expired' }).name).toBe('session_ended');
    expect(diagnoseConnection({ ...intercepted, gate: 'open', link: downState('portal') }).name).toBe(
      'portal',
    );
    expect(diagnoseConnection({ link: { name: 'unknown' }, deviceOnline: true, gate: 'open' }).name).toBe(
      'unknown',
    );
  });
});
