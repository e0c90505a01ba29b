import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Visitor, parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import {
  findApiTextProblems,
  findWordingProblems,
  findSubjectProblems,
  findSummaryProblems,
} from '../../scripts/english/words.mjs';
import { buildOpenApi } from '#server/openapi/document.ts';
import { ROOT } from './pages.ts';
import { titledTests } from './titles.ts';

const readProjectFile = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const filesBelow = (folder: string, kind: RegExp): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => kind.test(file));

/** Files and comments that the check skips: the word list itself, and directives for programs. */
const WORD_LIST_PATH_PATTERN = /^scripts\/english\//;
const DIRECTIVE_PATTERN = /^[\s*/]*(?:@|#|!|oxlint-|prettier-|v8 |vite-|webpack)/;

const SOURCE_FILES = ['contract', 'domain', 'src', 'sw', 'server', 'tests', 'scripts']
  .flatMap((folder) => filesBelow(folder, /\.(?:tsx?|m?js)$/))
  .filter((file) => !WORD_LIST_PATH_PATTERN.test(file));

interface Comment {
  readonly type: 'Line' | 'Block';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the comments of a file. Consecutive line comments count as one comment. */
function commentsOf(file: string): string[] {
  const source = readProjectFile(file);
  const texts: string[] = [];
  let end = -1;
  for (const comment of parseSync(file, source).comments as readonly Comment[]) {
    const text = comment.value.replaceAll(/^[\s*]+/gm, '').trim();
    const continues = comment.type === 'Line' && /^\n[ \t]*$/.test(source.slice(end, comment.start));
    if (continues && texts.length > 0) texts.push(`${texts.pop() ?? ''} ${text}`);
    else if (!DIRECTIVE_PATTERN.test(comment.value)) texts.push(text);
    end = comment.type === 'Line' ? comment.end : -1;
  }
  return texts;
}

/** Returns the texts of a file: its string and template literals that contain a space. A gap of a template becomes an ellipsis. */
function multiWordStringsOf(file: string): string[] {
  const texts: string[] = [];
  const add = (text: string) => {
    if (/\S\s+\S/.test(text)) texts.push(text);
  };
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') add(value);
    },
    TemplateLiteral: ({ quasis }) => add(quasis.map(({ value }) => value.cooked ?? '').join('…')),
  }).visit(parseSync(file, readProjectFile(file)).program);
  return texts;
}

/** Programs whose strings developers and operators read. The Spanish strings contain no listed word. */
const PROGRAM_FILES = SOURCE_FILES.filter((file) => /^(?:server|scripts)\/(?!.*\.test\.)/.test(file));
/** Strings that are names, not texts. */
const STRINGS_WITHOUT_CHECK: ReadonlySet<string> = new Set(['ventanilla provider ']);

const apiOperations = Object.values(buildOpenApi('x').paths).flatMap((methods) =>
  Object.values(
    methods as Readonly<Record<string, { readonly summary: string; readonly description: string }>>,
  ),
);

/** Returns the paragraphs, list items and table rows of a page, without code blocks and HTML comments. */
const paragraphsOf = (file: string): string[] =>
  readProjectFile(file)
    .replaceAll(/```[\s\S]*?```|<!--[\s\S]*?-->/g, '')
    .split(/\n\s*\n|\n(?=[-*|#])/);

const MARKDOWN_FILES = [
  'docs',
  '.',
  'contract',
  'domain',
  'src',
  'sw',
  'server',
  'tests',
  'scripts',
  'deploy',
]
  .flatMap((folder) =>
    folder === '.' ? readdirSync(ROOT).filter((name) => name.endsWith('.md')) : filesBelow(folder, /\.md$/),
  )
  // The user guide is in Spanish.
  .filter((file) => !/docs\/(?:guide?\/|guia)/.test(file));

/** Returns one line for each finding: the file, the finding, and the beginning of the text. */
const describeFindings = (file: string, text: string, options?: { mayBeFragment: boolean }): string[] =>
  findWordingProblems(text, options).map((finding) => `${file}: ${finding} · ${text.slice(0, 100)}`);

describe('English of the project (scripts/english/words.mjs)', () => {
  it('no comment contains a forbidden word of scripts/english/words.mjs or is a fragment', () => {
    expect(
      SOURCE_FILES.flatMap((file) => commentsOf(file).flatMap((text) => describeFindings(file, text))),
    ).toEqual([]);
  });

  it('no test title contains a word of the list of words to avoid, or is a fragment', () => {
    const found = titledTests.flatMap(({ file, chain }) =>
      chain.flatMap((title) => describeFindings(file, title)),
    );
    expect([...new Set(found)]).toEqual([]);
  });

  it('no document contains a word that scripts/english/words.mjs lists', () => {
    const found = MARKDOWN_FILES.flatMap((file) =>
      paragraphsOf(file).flatMap((text) => describeFindings(file, text, { mayBeFragment: true })),
    );
    expect(found).toEqual([]);
  });

  it('no string of the server or of a script contains a word that scripts/english/words.mjs lists, or is a fragment', () => {
    const found = PROGRAM_FILES.flatMap((file) => {
      const check = file.startsWith('server/openapi/') ? findApiTextProblems : findWordingProblems;
      return multiWordStringsOf(file)
        .filter((text) => !STRINGS_WITHOUT_CHECK.has(text))
        .flatMap((text) => check(text).map((finding) => `${file}: ${finding} · ${text.slice(0, 100)}`));
    });
    expect(found).toEqual([]);
  });

  it('every summary of the OpenAPI document is a short imperative, and every description consists of sentences', () => {
    const found = apiOperations.flatMap(({ summary, description }) => [
      ...findSummaryProblems(summary).map((finding) => `${summary}: ${finding}`),
      ...(/^[A-Z`].*\.$/s.test(description) ? [] : [`${summary}: ${description}`]),
    ]);
    expect(found).toEqual([]);
  });

  it('the check of the English text reports listed words, incomplete sentences and commit subjects that are not imperative', () => {
    expect(findWordingProblems('Whoever waits is refused')).toHaveLength(3);
    expect(
      findWordingProblems('Rejects a user who is not signed in; `refused` and «whoever» are quoted.'),
    ).toEqual([]);
    expect(findSubjectProblems('sync: added a retry')).toHaveLength(1);
    expect(findSubjectProblems(`sync: ${'retry '.repeat(12)}`)).toHaveLength(1);
    expect(findSubjectProblems('sync: retry an upload after a 502')).toEqual([]);
    expect(findApiTextProblems('Every address gets the same answer.')).toHaveLength(1);
    expect(findApiTextProblems('Returns the same response for every address.')).toEqual([]);
    expect(findSummaryProblems('Tell that the server is running.')).toHaveLength(2);
    expect(findSummaryProblems('Get the time of the server')).toEqual([]);
  });
});

/** Last commit before the writing rules came into force. */
const LAST_UNCHECKED_COMMIT = 'd8b0c525';
const gitLogResult = spawnSync(
  'git',
  ['log', '--no-merges', '--format=%s', `${LAST_UNCHECKED_COMMIT}..HEAD`],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
);

// The test is skipped in a release, which has no history, and in a shallow clone, which lacks that commit.
describe.skipIf(gitLogResult.status !== 0)('commit subjects', () => {
  it('commit subjects are imperative, short and without words that scripts/english/words.mjs lists', () => {
    const subjects = gitLogResult.stdout.split('\n').filter(Boolean);
    expect(
      subjects.flatMap((subject) => findSubjectProblems(subject).map((found) => `${subject}: ${found}`)),
    ).toEqual([]);
  });
});
