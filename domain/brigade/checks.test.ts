import { describe, expect, it } from 'vitest';
import { checkBrigade, isReadyForBrigade, type BrigadeFacts } from './checks.ts';

const GB = 1_000_000_000;
const at = (day: string): number => Date.parse(`2026-${day}T12:00:00-05:00`);
const READY: BrigadeFacts = {
  canSignInOffline: true,
  day: '2026-12-03',
  now: at('12-02'),
  people: { count: 200, readAt: at('12-02') },
  catalogsReadAt: 4,
  hasAuthorisation: true,
  hasVisitAids: true,
  queueLetters: 'B',
  room: 'Consultorio 2',
  isInstalled: true,
  clockOffset: 1_000,
  battery: { level: 0.9, isCharging: false },
  space: { used: GB, quota: 20 * GB },
  unsent: 0,
};
const missingOf = (patch: Partial<BrigadeFacts>): readonly string[] =>
  checkBrigade({ ...READY, ...patch })
    .filter(({ state }) => state === 'missing')
    .map(({ id }) => id);

describe('checkBrigade', () => {
  it('P11.73 a device with everything is ready', () => {
    const checks = checkBrigade(READY);
    expect(checks.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'sign-in ok',
      'people ok',
      'catalogs ok',
      'authorisation ok',
      'visit-aids ok',
      'queue-letters ok',
      'room ok',
      'app ok',
      'clock ok',
      'battery ok',
      'space ok',
      'unsent ok',
    ]);
    expect(isReadyForBrigade(checks)).toBe(true);
  });

  it.each<[string, Partial<BrigadeFacts>]>([
    ['sign-in', { canSignInOffline: false }],
    ['people', { people: null }],
    ['people', { people: { count: 200, readAt: at('12-01') } }],
    ['catalogs', { catalogsReadAt: null }],
    ['authorisation', { hasAuthorisation: null }],
    ['visit-aids', { hasVisitAids: false }],
    ['queue-letters', { queueLetters: null }],
    ['app', { isInstalled: false }],
    ['clock', { clockOffset: -121_000 }],
    ['clock', { clockOffset: 121_000 }],
    ['battery', { battery: { level: 0.59, isCharging: false } }],
    ['space', { space: { used: 19 * GB, quota: 20 * GB } }],
    ['unsent', { unsent: 1 }],
  ])('P11.73 the device is not ready without %s', (id, patch) => {
    expect(missingOf(patch)).toEqual([id]);
    expect(isReadyForBrigade(checkBrigade({ ...READY, ...patch }))).toBe(false);
  });

  it('P11.73 a value that the browser does not report prevents nothing, and a check without meaning is left out', () => {
    const unknown = { isInstalled: null, clockOffset: null, space: null };
    const without = {
      battery: null,
      queueLetters: undefined,
      room: '',
      hasAuthorisation: false,
    };
    const checks = checkBrigade({ ...READY, ...unknown, ...without });
    expect(isReadyForBrigade(checks)).toBe(true);
    expect(checks.filter(({ state }) => state === 'unknown').map(({ id }) => id)).toEqual([
      'app',
      'clock',
      'space',
    ]);
    const ids: readonly string[] = checks.map(({ id }) => id);
    for (const id of ['battery', 'queue-letters', 'room']) expect(ids).not.toContain(id);
  });

  it.each([
    ['12-01', '12-01', true],
    ['12-02', '12-01', false],
    ['12-03', '12-01', false],
    ['12-03', '12-02', true],
  ])('P11.73 on %s, people of %s are recent enough: %s', (now, readAt, isRecent) => {
    const people = { count: 200, readAt: at(readAt) };
    expect(missingOf({ now: at(now), people })).toEqual(isRecent ? [] : ['people']);
  });

  it('P11.73 a low battery that is charging is enough', () => {
    expect(missingOf({ battery: { level: 0.1, isCharging: true } })).toEqual([]);
  });
});
