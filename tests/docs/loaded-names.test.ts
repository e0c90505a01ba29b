import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './pages.ts';

// The compiler and the linter do not check the names that a JavaScript file loads from another file. Without this test, a
// renamed export could break a command that no test runs.
const IMPORT_PATTERN = /import\s+\{([^}]*)\}\s+from\s+'(\.[^']+)'/g;
const LOAD_PATTERN = /const\s+\{([^}]*)\}\s+=\s+await\s+loadModule\('([^']+)'\)/g;
const MAIN_PATTERN = /runMain\('([^']+)'\)/g;
/** The file that defines `loadModule` and `runMain`. */
const LOADER = 'scripts/lib/typescript.mjs';

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

function namesIn(list: string, separator: RegExp): string[] {
  const names = list.split(',').map((part) => part.trim().split(separator)[0]?.trim() ?? '');
  return names.filter((name) => name !== '');
}

/** Returns true if the file declares an export with the name, or exports it in a list. */
const isExported = (file: string, name: string): boolean =>
  new RegExp(`^export (?:async )?(?:function\\*?|const|let|class) ${name}\\b`, 'm').test(textOf(file)) ||
  new RegExp(`^export \\{[^}]*\\b${name}\\b[^}]*\\}`, 'm').test(textOf(file));

interface LoadedName {
  readonly file: string;
  readonly name: string;
}

function findLoadedNames(script: string): LoadedName[] {
  const text = textOf(script);
  const imported = [...text.matchAll(IMPORT_PATTERN)].flatMap(([, list = '', target = '']) =>
    namesIn(list, /\s+as\s+/).map((name) => ({ file: path.join(path.dirname(script), target), name })),
  );
  const loaded = [...text.matchAll(LOAD_PATTERN)].flatMap(([, list = '', file = '']) =>
    namesIn(list, /\s*:\s*/).map((name) => ({ file, name })),
  );
  const mains = [...text.matchAll(MAIN_PATTERN)].map(([, file = '']) => ({ file, name: 'main' }));
  return [...imported, ...loaded, ...mains];
}

const scriptFiles = readdirSync(path.join(ROOT, 'scripts'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.m?js$/.test(file))
  .map((file) => path.join('scripts', file));

describe('P10.255 the scripts of the project', () => {
  it('P10.255 each name that a script imports or loads from another file exists there', () => {
    const names = scriptFiles.flatMap((script) =>
      findLoadedNames(script).map((each) => ({ script, ...each })),
    );
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter(({ file, name }) => !isExported(file, name))).toEqual([]);
  });

  it('P10.255 scripts load TypeScript files only with calls that the check of loaded names can read', () => {
    expect(scriptFiles.filter((script) => textOf(script).includes('runnerImport'))).toEqual([LOADER]);
    const unread = scriptFiles
      .filter((script) => script !== LOADER)
      .map((script) => textOf(script).replaceAll(LOAD_PATTERN, '').replaceAll(MAIN_PATTERN, ''))
      .flatMap((text) => text.match(/(?:loadModule|runMain)\(.*/g) ?? []);
    expect(unread).toEqual([]);
  });
});
