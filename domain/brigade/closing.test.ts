import { describe, expect, it } from 'vitest';
import { brigadeClosingOf, type BrigadeClosing, type BrigadeClosingFacts } from './closing.ts';

const NOTHING = { unsent: 0, unsentOfOthers: 0, arrivals: 0, parked: 0, parkedByOthers: 0 };
const DONE: BrigadeClosingFacts = {
  ...NOTHING,
  isBeforeDay: false,
  isServerRead: true,
  otherUnsentDevices: 0,
  silentDevices: 0,
};

describe('brigadeClosingOf', () => {
  it.each<[string, Partial<BrigadeClosingFacts>, BrigadeClosing]>([
    ['everything arrived', {}, { state: 'all_done' }],
    ['the reports are not readable', { otherUnsentDevices: null }, { state: 'device_done' }],
    ['the server does not say which devices are silent', { silentDevices: null }, { state: 'device_done' }],
    ['another device is silent', { silentDevices: 1 }, { state: 'silent_elsewhere', devices: 1 }],
    [
      'another device has entries',
      { otherUnsentDevices: 2, silentDevices: 1 },
      { state: 'unsent_elsewhere', devices: 2 },
    ],
    [
      'the server was not read',
      { isServerRead: false, otherUnsentDevices: null },
      { state: 'server_unread' },
    ],
    ['the day is yet to come', { isBeforeDay: true, otherUnsentDevices: 2 }, { state: 'not_begun' }],
    [
      'this device has entries, whatever the others have',
      { unsent: 3, isBeforeDay: true, isServerRead: false, otherUnsentDevices: 2 },
      { state: 'unsent_here', waiting: { ...NOTHING, unsent: 3 } },
    ],
    ['an arrival is unsent', { arrivals: 1 }, { state: 'unsent_here', waiting: { ...NOTHING, arrivals: 1 } }],
    ['a registration is parked', { parked: 1 }, { state: 'unsent_here', waiting: { ...NOTHING, parked: 1 } }],
    [
      'another user parked a registration',
      { parkedByOthers: 1 },
      { state: 'unsent_here', waiting: { ...NOTHING, parkedByOthers: 1 } },
    ],
  ])('P11.76 states what is open when %s', (_case, patch, closing) => {
    expect(brigadeClosingOf({ ...DONE, ...patch })).toEqual(closing);
  });
});
