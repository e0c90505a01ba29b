import { describe, expect, it } from 'vitest';
import { brigadeClosingOf, type BrigadeClosing, type BrigadeClosingFacts } from './closing.ts';

const DONE: BrigadeClosingFacts = {
  unsentHere: 0,
  parkedHere: 0,
  isServerRead: true,
  otherUnsentDevices: 0,
};

describe('brigadeClosingOf', () => {
  it.each<[string, Partial<BrigadeClosingFacts>, BrigadeClosing]>([
    ['everything arrived', {}, { state: 'all_done' }],
    ['the reports are not readable', { otherUnsentDevices: null }, { state: 'device_done' }],
    ['another device has entries', { otherUnsentDevices: 2 }, { state: 'unsent_elsewhere', devices: 2 }],
    [
      'the server was not read',
      { isServerRead: false, otherUnsentDevices: null },
      { state: 'server_unread' },
    ],
    [
      'this device has entries, whatever the others have',
      { unsentHere: 3, isServerRead: false, otherUnsentDevices: 2 },
      { state: 'unsent_here', unsent: 3, parked: 0 },
    ],
    ['a registration is parked', { parkedHere: 1 }, { state: 'unsent_here', unsent: 0, parked: 1 }],
  ])('P11.76 states what is open when %s', (_case, patch, closing) => {
    expect(brigadeClosingOf({ ...DONE, ...patch })).toEqual(closing);
  });
});
