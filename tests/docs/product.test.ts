import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, namedIn, problemOf } from './named-tests.ts';

const SECTIONS = ['P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P9', 'P10'];

interface Row {
  readonly id: string;
  readonly statement: string;
  readonly proof: string;
}

/** The rows of the tables. No cell holds a bar. */
function rowsOf(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => /^\| P\d+\./.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, id = '', statement = '', proof = '']) => ({ id, statement, proof }));
}

const rows = rowsOf(readFileSync(path.join(ROOT, 'docs/product.md'), 'utf8'));
const ids = rows.map(({ id }) => id);
const sectionOf = (id: string): string => id.split('.')[0] ?? '';

const SOURCES = ['contract', 'domain', 'src', 'sw', 'server', 'tests', 'scripts'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs|css|sql)$/.test(name))
    .map((name) => path.join(folder, name)),
);

/** Every P2 and P2.13 of code and test titles, with its file. */
const citations = SOURCES.filter((file) => file !== 'tests/docs/product.test.ts').flatMap((file) =>
  [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/(?<![\w.-])P(?:10|\d)(?:\.\d+)?(?![\w])/g)].map(
    ([cited]) => ({
      file,
      cited,
    }),
  ),
);

describe('docs/product.md', () => {
  it('numbers its statements from 1 in each section, in order', () => {
    expect([...new Set(ids.map(sectionOf))]).toEqual(SECTIONS);
    const counted = SECTIONS.flatMap((section) =>
      ids.filter((id) => sectionOf(id) === section).map((_, index) => `${section}.${index + 1}`),
    );
    expect(ids).toEqual(counted);
  });

  it('names tests that exist, by their titles', () => {
    const problems = rows.flatMap(({ proof }) => namedIn(proof)).map(problemOf);
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });

  it('each statement names one to three tests, or says that it is not tested or not built', () => {
    const wrong = rows.filter(({ proof }) => {
      const count = namedIn(proof).length;
      return count === 0 ? !/^not (tested|built)\b/.test(proof) : count > 3;
    });
    expect(wrong).toEqual([]);
  });

  it('a test that is named begins with what it proves: its rule, its statement, or the section', () => {
    const astray = rows.flatMap(({ id, proof }) =>
      namedIn(proof).filter((named) => {
        const cited: string[] =
          (named.split(' › ')[1] ?? '').match(/(?<![\w.])P(?:10|\d)(?:\.\d+)?(?![\w])/g) ?? [];
        return !cited.includes(id) && !cited.includes(sectionOf(id));
      }),
    );
    expect(astray).toEqual([]);
  });

  it('has every statement and section that code and test titles cite', () => {
    const known = new Set(['P1', ...ids, ...SECTIONS]);
    expect(citations.length).toBeGreaterThan(300);
    expect(citations.filter(({ cited }) => !known.has(cited))).toEqual([]);
  });

  it('would notice a title that is gone', () => {
    const here = 'tests/docs/product.test.ts';
    expect(problemOf(`${here} › would notice a title that is gone`)).toBeNull();
    expect(problemOf(`${here} › would notice`)).toMatch(/^no such title/);
    expect(problemOf('tests/docs/gone.test.ts › x')).toMatch(/^no such file/);
  });
});
