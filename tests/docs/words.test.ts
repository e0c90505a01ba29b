import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './pages.ts';

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const wordsIn = (file: string): number => textOf(file).split(/\s+/).filter(Boolean).length;

describe('introductory pages', () => {
  it.each([
    ['README.md', 900],
    ['docs/ARCHITECTURE.md', 1_500],
  ])('%s has fewer than %i words', (file, most) => {
    expect(wordsIn(file)).toBeLessThan(most);
  });
});

const FOLDERS = ['contract', 'domain', 'src', 'sw', 'server', 'tests', 'scripts', 'docs'];
/** Matches citations of documents outside the repository, which readers cannot look up. */
const ABSENT = /design\.md|\b[Ss]pec(?:ification)? ?§|\(issue: [a-z]|\b[Ii]ssue (?:#?\d+|of its own)\b/;
/** Files to skip: released migrations never change, and generated files quote other projects. */
const ELSEWHERE = /^(server\/migrations|docs\/licences|tests\/docs\/words\.test\.ts)/;

describe('citations', () => {
  it('cite only documents in the repository', () => {
    const below = (folder: string) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name),
      );
    const files = [...FOLDERS.flatMap(below), ...readdirSync(ROOT)];
    const texts = files.filter((file) => /\.(tsx?|m?js|md|css)$/.test(file) && !ELSEWHERE.test(file));
    expect(texts.length).toBeGreaterThan(1_000);
    expect(texts.filter((file) => ABSENT.test(textOf(file)))).toEqual([]);
  });
});
