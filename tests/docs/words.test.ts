import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './pages.ts';

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
/** Counts the tokens that contain a letter or a digit, so table borders and other signs do not count. */
const countWords = (text: string): number =>
  text.split(/\s+/).filter((token) => /[\p{L}\d]/u.test(token)).length;
const wordCountOf = (file: string): number => countWords(textOf(file));

describe('introductory pages', () => {
  it.each([
    ['README.md', 800],
    ['docs/reference/architecture.md', 1_200],
  ])('the introductory page %s has fewer than %i words', (file, most) => {
    expect(wordCountOf(file)).toBeLessThan(most);
  });

  it('CONTRIBUTING.md has fewer than 1,000 words before its recipes', () => {
    const [before = '', recipes] = textOf('CONTRIBUTING.md').split('## Recipes');
    expect(recipes).toBeDefined();
    expect(countWords(before)).toBeLessThan(1_000);
  });
});

const PROJECT_FOLDERS = ['contract', 'domain', 'src', 'sw', 'server', 'tests', 'scripts', 'deploy', 'docs'];
const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(folder, name),
  );

describe('word counter', () => {
  it('the word counter skips tokens without a letter or a digit', () => {
    expect(countWords('| `S7` – año | --- | 5 % |\n\n[é](a.md)')).toBe(4);
  });
});

describe('length of the documents', () => {
  const documents = [...PROJECT_FOLDERS, '.github']
    .flatMap(filesBelow)
    .concat(readdirSync(ROOT))
    .filter((file) => file.endsWith('.md'));
  const wordCount = (files: readonly string[]): number =>
    files.reduce((sum, file) => sum + wordCountOf(file), 0);

  it('all documents together have fewer than 40,000 words, without the generated licences', () => {
    expect(documents.length).toBeGreaterThan(50);
    expect(wordCount(documents.filter((file) => file !== 'docs/licences.md'))).toBeLessThan(40_000);
  });

  it('the READMEs of the folders together have at most 1,600 words', () => {
    const readmes = documents.filter(
      (file) => file !== 'README.md' && /(?<!^docs.*)\/README\.md$/.test(file),
    );
    expect(readmes.length).toBeGreaterThan(20);
    expect(wordCount(readmes)).toBeLessThanOrEqual(1_600);
  });
});

/** Matches citations of documents that are not in the repository, because readers cannot open them. */
const ABSENT_DOCUMENT_PATTERN =
  /design\.md|\b[Ss]pec(?:ification)? ?§|\(issue: [a-z]|\b[Ii]ssue (?:#?\d+|of its own)\b/;
/** Files to skip: released migrations must not change, and generated files quote other projects. */
const EXCLUDED_FILES_PATTERN = /^(server\/migrations|docs\/licences|tests\/docs\/words\.test\.ts)/;

describe('citations of documents', () => {
  it('code and pages cite only documents in the repository', () => {
    const files = [...PROJECT_FOLDERS.flatMap(filesBelow), ...readdirSync(ROOT)];
    const texts = files.filter(
      (file) => /\.(tsx?|m?js|md|css)$/.test(file) && !EXCLUDED_FILES_PATTERN.test(file),
    );
    expect(texts.length).toBeGreaterThan(1_000);
    expect(texts.filter((file) => ABSENT_DOCUMENT_PATTERN.test(textOf(file)))).toEqual([]);
  });
});
