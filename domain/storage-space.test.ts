import { describe, expect, it } from 'vitest';
import { isSpaceScarce, registrationsThatFit } from './storage-space.ts';

const MB = 1_000_000;

describe('S20 storage space on the device', () => {
  it.each([
    ['plenty', { used: 100 * MB, quota: 10_000 * MB }, false, 3193],
    ['less than a morning without network needs', { used: 0, quota: 154 * MB }, true, 49],
    ['just enough for it', { used: 0, quota: 155 * MB }, false, 50],
    ['nine tenths used, however much is left', { used: 9_001 * MB, quota: 10_000 * MB }, true, 322],
    ['more used than there is', { used: 90 * MB, quota: 80 * MB }, true, 0],
  ])(
    'the device reports whether storage is scarce and how many registrations still fit: %s',
    (_what, space, scarce, fits) => {
      expect(isSpaceScarce(space)).toBe(scarce);
      expect(registrationsThatFit(space)).toBe(fits);
    },
  );
});
