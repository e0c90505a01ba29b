import { describe, expect, it } from 'vitest';
import { areAllPackagesInstalled, hasOnlyProductionPackages } from '../../scripts/lib/packages.mjs';

const lockedPackages = {
  '': {},
  'node_modules/server': { version: '1.0.0' },
  'node_modules/other-platform': { version: '1.0.0', optional: true },
  'node_modules/bundler': { version: '2.0.0', dev: true },
};
const { 'node_modules/bundler': _bundler, ...ofProgram } = lockedPackages;
const outdatedPackages = { ...lockedPackages, 'node_modules/server': { version: '0.9.0' } };

describe('P10.255 detection of a node_modules folder without development packages', () => {
  it.each([
    ['everything', lockedPackages, true, false],
    ['what the program needs', ofProgram, false, true],
    ['nothing', {}, false, false],
    ['an older version', outdatedPackages, false, false],
  ])(
    'P10.255 the check distinguishes complete and production-only node_modules folders, here a folder with %s: %s',
    (_, installed, whole, pruned) => {
      expect(areAllPackagesInstalled(installed, lockedPackages)).toBe(whole);
      expect(hasOnlyProductionPackages(installed, lockedPackages)).toBe(pruned);
    },
  );
});
