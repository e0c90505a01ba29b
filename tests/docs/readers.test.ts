import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './pages.ts';

const testFiles = ['contract', 'domain', 'src', 'sw', 'server', 'tests'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => /\.(test|spec|audit)\.tsx?$/.test(name) && !name.startsWith('tests/docs/')),
);

// When only pages have changed, scripts/lib/once-passed.mjs repeats only the tests in tests/docs. Other tests must therefore
// not depend on a page.
it('only tests in tests/docs read pages of the documentation', () => {
  expect(testFiles.length).toBeGreaterThan(200);
  const readers = testFiles.filter((name) =>
    /read\w*\((?:[^;]*['"/`])?docs\/|\.md['"`]/.test(readFileSync(path.join(ROOT, name), 'utf8')),
  );
  expect(readers).toEqual([]);
});
