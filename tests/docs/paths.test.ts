import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, namedIn } from './pages.ts';

const FOLDERS = ['contract', 'domain', 'src', 'sw', 'server', 'tests', 'scripts', 'docs'];
const PATH = new RegExp(`^(?:${FOLDERS.join('|')})/[\\w./-]*$`);
/** What running the project makes, so that it is not there before. */
const MADE = ['dist', 'data', 'test-results', 'node_modules'];

const below = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(folder, name),
  );
const pages = [...FOLDERS.flatMap(below), ...readdirSync(ROOT)].filter((file) => file.endsWith('.md'));
const textOf = (page: string): string => readFileSync(path.join(ROOT, page), 'utf8');
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** Paths in backticks that begin in a folder of the project. */
const pathsIn = (text: string): string[] => namedIn(text).filter((named) => PATH.test(named));

/** Names of files in backticks that do not say from where. */
const filesIn = (text: string): string[] =>
  namedIn(text).filter((named) => /^[\w/-][\w./-]*\.(?:tsx?|mjs|css|sql)$/.test(named) && !PATH.test(named));

/** Targets of links without their anchors, from where the page lies. */
const linksIn = (page: string): string[] =>
  [...textOf(page).matchAll(/\]\(([^)#\s]+)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => path.join(path.dirname(page), target));

const isThere = (file: string): boolean =>
  MADE.some((folder) => file.startsWith(folder)) || existsSync(path.join(ROOT, file));

/** Scripts of `npm run x`; `npm start` and `npm test` go without run. */
const scriptsIn = (text: string): string[] =>
  [...text.matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name);

describe('every page of the project', () => {
  it('names paths that exist', () => {
    const gone = pages.flatMap((page) =>
      pathsIn(textOf(page))
        .filter((file) => !isThere(file))
        .map((file) => `${page}: ${file}`),
    );
    expect(gone).toEqual([]);
  });

  it('names files of its own folder or the one above, where it is the README of a folder', () => {
    const gone = pages
      .filter((page) => page !== 'README.md' && path.basename(page) === 'README.md')
      .flatMap((page) => {
        const folder = path.dirname(page);
        const near = below(path.dirname(folder) === '.' ? folder : path.dirname(folder));
        return filesIn(textOf(page))
          .filter((file) => !near.some((one) => `/${one}`.endsWith(`/${file}`)))
          .map((file) => `${page}: ${file}`);
      });
    expect(gone).toEqual([]);
  });

  it('links to what exists', () => {
    const gone = pages.flatMap((page) =>
      linksIn(page)
        .filter((file) => !isThere(file))
        .map((file) => `${page}: ${file}`),
    );
    expect(gone).toEqual([]);
  });

  it('names scripts that package.json has', () => {
    const gone = pages.flatMap((page) =>
      scriptsIn(textOf(page))
        .filter((name) => !(name in scripts))
        .map((name) => `${page}: npm run ${name}`),
    );
    expect(gone).toEqual([]);
  });

  it('would notice what is gone', () => {
    expect(pathsIn('see `server/gone.ts`, `a/b.ts` and `tests/x.test.ts`')).toEqual([
      'server/gone.ts',
      'tests/x.test.ts',
    ]);
    expect(filesIn('begin with `gone.ts`, then `Some.thing` and `server/gone.ts`')).toEqual(['gone.ts']);
    expect(isThere('server/gone.ts')).toBe(false);
    expect(scriptsIn('`npm run gone -- x`, npm run test:engines')).toEqual(['gone', 'test:engines']);
  });
});

describe('README.md', () => {
  it('has a row for every script of package.json', () => {
    const named = [...textOf('README.md').matchAll(/^\| `([\w:]+)` +\|/gm)].map(([, name]) => name);
    const known = ['start', 'test', ...named];
    expect(Object.keys(scripts).filter((name) => !known.includes(name))).toEqual([]);
  });
});
