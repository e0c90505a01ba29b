import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, backtickedTexts } from './pages.ts';

const PROJECT_FOLDERS = ['contract', 'domain', 'src', 'sw', 'server', 'tests', 'scripts', 'deploy', 'docs'];
const PROJECT_PATH_PATTERN = new RegExp(`^(?:${PROJECT_FOLDERS.join('|')})/[\\w./-]*$`);
/** Folders that building or running the project creates. They may not exist yet. */
const GENERATED_FOLDERS = ['dist', 'data', 'test-results', 'node_modules'];

const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(folder, name),
  );
const markdownPages = [...PROJECT_FOLDERS.flatMap(filesBelow), ...readdirSync(ROOT)].filter((file) =>
  file.endsWith('.md'),
);
const textOf = (page: string): string => readFileSync(path.join(ROOT, page), 'utf8');
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** Returns the texts in backticks that are paths from the project's root. */
const pathsIn = (text: string): string[] =>
  backtickedTexts(text).filter((named) => PROJECT_PATH_PATTERN.test(named));

/** Returns the file names in backticks that do not begin with a folder of the project. */
const findFileNames = (text: string): string[] =>
  backtickedTexts(text).filter(
    (named) => /^[\w/-][\w./-]*\.(?:tsx?|mjs|css|sql)$/.test(named) && !PROJECT_PATH_PATTERN.test(named),
  );

/** Returns the files that a page links to, as paths without anchors. */
const linkedFilesIn = (page: string): string[] =>
  [...textOf(page).matchAll(/\]\(([^)#\s]+)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => path.join(path.dirname(page), target));

/** Returns the anchors that GitHub generates for the headings of a page. */
const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Returns the links with an anchor: the target page, or the page itself if the link names none, and the anchor. */
const headingLinksIn = (page: string): { target: string; anchor: string }[] =>
  [...textOf(page).matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)]
    .filter(([, target = '']) => !/^[a-z]+:/.test(target))
    .map(([, target = '', anchor = '']) => ({
      target: target === '' ? page : path.join(path.dirname(page), target),
      anchor,
    }));

/** Identifiers of other programs, which our code does not contain. */
const EXTERNAL_IDENTIFIERS = ['IPAddressAllow', 'NODE_EXTRA_CA_CERTS'];
const IDENTIFIER_PATTERN = /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z][A-Z\d]*_[A-Z\d_]+)$/;

/** Returns the texts in backticks that are identifiers of at least two words, in camel case or in capitals. */
const identifiersIn = (text: string): string[] =>
  backtickedTexts(text.replaceAll(/```[\s\S]*?```/g, '')).filter((named) => IDENTIFIER_PATTERN.test(named));

const sourceFilePaths = PROJECT_FOLDERS.flatMap(filesBelow).filter((file) =>
  /\.(?:[jt]sx?|mjs|css|sql|ya?ml|sh|service)$|\.env\.example$/.test(file),
);

const existsOrIsGenerated = (file: string): boolean =>
  GENERATED_FOLDERS.some((folder) => file.startsWith(folder)) || existsSync(path.join(ROOT, file));

/** Returns the script names after `npm run`. */
const npmScriptNamesIn = (text: string): string[] =>
  [...text.matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name);

describe('Markdown pages of the project', () => {
  it('Markdown pages name only paths that exist', () => {
    const gone = markdownPages.flatMap((page) =>
      pathsIn(textOf(page))
        .filter((file) => !existsOrIsGenerated(file))
        .map((file) => `${page}: ${file}`),
    );
    expect(gone).toEqual([]);
  });

  it('a folder’s README names only files of its folder or the parent folder', () => {
    const gone = markdownPages
      .filter((page) => page !== 'README.md' && path.basename(page) === 'README.md')
      .flatMap((page) => {
        const folder = path.dirname(page);
        const near = filesBelow(path.dirname(folder) === '.' ? folder : path.dirname(folder));
        return findFileNames(textOf(page))
          .filter((file) => !near.some((one) => `/${one}`.endsWith(`/${file}`)))
          .map((file) => `${page}: ${file}`);
      });
    expect(gone).toEqual([]);
  });

  it('Markdown pages name only existing files, also where they omit the folder', () => {
    const names = new Set(
      [...PROJECT_FOLDERS.flatMap(filesBelow), ...readdirSync(ROOT)].map((file) => path.basename(file)),
    );
    const gone = markdownPages
      .filter((page) => page !== 'CHANGELOG.md')
      .flatMap((page) =>
        findFileNames(textOf(page))
          .filter((file) => !names.has(path.basename(file)))
          .map((file) => `${page}: ${file}`),
      );
    expect(gone).toEqual([]);
  });

  it('Markdown pages name only identifiers that exist in the code', () => {
    const words = new Set(sourceFilePaths.flatMap((file) => textOf(file).match(/\w+/g) ?? []));
    const gone = markdownPages
      .filter((page) => page !== 'CHANGELOG.md')
      .flatMap((page) =>
        identifiersIn(textOf(page))
          .filter((name) => !words.has(name) && !EXTERNAL_IDENTIFIERS.includes(name))
          .map((name) => `${page}: ${name}`),
      );
    expect(gone).toEqual([]);
  });

  it('Markdown pages link only to existing files', () => {
    const gone = markdownPages.flatMap((page) =>
      linkedFilesIn(page)
        .filter((file) => !existsOrIsGenerated(file))
        .map((file) => `${page}: ${file}`),
    );
    expect(gone).toEqual([]);
  });

  it('Markdown pages link only to existing headings', () => {
    const links = markdownPages.flatMap((page) => headingLinksIn(page).map((link) => ({ page, ...link })));
    expect(links.length).toBeGreaterThan(20);
    const gone = links.filter(
      ({ target, anchor }) => !anchorsOf(target).includes(decodeURIComponent(anchor)),
    );
    expect(gone).toEqual([]);
  });

  it('Markdown pages name only npm scripts that package.json has', () => {
    const gone = markdownPages.flatMap((page) =>
      npmScriptNamesIn(textOf(page))
        .filter((name) => !(name in scripts))
        .map((name) => `${page}: npm run ${name}`),
    );
    expect(gone).toEqual([]);
  });

  it('the check of Markdown pages fails when a path, file or script is missing', () => {
    expect(pathsIn('see `server/gone.ts`, `a/b.ts` and `tests/x.test.ts`')).toEqual([
      'server/gone.ts',
      'tests/x.test.ts',
    ]);
    expect(findFileNames('begin with `gone.ts`, then `Some.thing` and `server/gone.ts`')).toEqual([
      'gone.ts',
    ]);
    expect(existsOrIsGenerated('server/gone.ts')).toBe(false);
    expect(identifiersIn('`storeSuite`, `ApiResponse`, `DATA_DIR`, `word`, `Word`, `S7`')).toEqual([
      'storeSuite',
      'ApiResponse',
      'DATA_DIR',
    ]);
    expect(npmScriptNamesIn('`npm run gone -- x`, npm run test:engines')).toEqual(['gone', 'test:engines']);
  });
});

describe('docs/README.md', () => {
  const isDecision = (page: string): boolean => page.startsWith('docs/decisions/');

  it('docs/README.md links every page of docs, and the folder of the decisions', () => {
    const linked = ['docs/README.md', ...linkedFilesIn('docs/README.md')];
    const documents = markdownPages.filter((page) => page.startsWith('docs/'));
    expect(linked).toContain('docs/decisions');
    expect(documents.filter((page) => !isDecision(page) && !linked.includes(page))).toEqual([]);
  });

  it('a decision has the same number in its file name and in its title', () => {
    const numbers = markdownPages.filter(isDecision).map((page) => ({
      page,
      inName: /^docs\/decisions\/(\d{4})-/.exec(page)?.[1],
      inTitle: /^# (\d+)\. /.exec(textOf(page))?.[1]?.padStart(4, '0'),
    }));
    expect(numbers.length).toBeGreaterThan(30);
    expect(numbers.filter(({ inName, inTitle }) => inName !== inTitle || inName === undefined)).toEqual([]);
  });
});

describe('README.md', () => {
  it('README.md has a row for every script of package.json', () => {
    const named = [...textOf('README.md').matchAll(/^\| `([\w:-]+)` +\|/gm)].map(([, name]) => name);
    const known = ['start', 'test', ...named];
    expect(Object.keys(scripts).filter((name) => !known.includes(name))).toEqual([]);
  });
});
