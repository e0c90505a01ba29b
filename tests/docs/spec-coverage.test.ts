import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, namedIn, problemOf } from './named-tests.ts';

const SECTIONS = ['§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9'];

interface Row {
  readonly section: string;
  readonly statement: string;
  readonly proof: string;
}

/** The table's rows. No cell holds a bar. */
function rowsOf(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| §') && !line.startsWith('| § |'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, section = '', statement = '', proof = '']) => ({ section, statement, proof }));
}

const rows = rowsOf(readFileSync(path.join(ROOT, 'docs/spec-coverage.md'), 'utf8'));

describe('docs/spec-coverage.md', () => {
  it('has lines for each section of the specification from §2 to §9, in their order', () => {
    const sections = rows.map(({ section }) => section);
    expect([...new Set(sections)]).toEqual(SECTIONS);
    expect(sections).toEqual([...sections].sort());
  });

  it('names tests that exist, by their titles', () => {
    const problems = rows.flatMap(({ proof }) => namedIn(proof)).map(problemOf);
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });

  it('each line names one to three tests, or says that it is not tested or not built', () => {
    const wrong = rows.filter(({ proof }) => {
      const count = namedIn(proof).length;
      return count === 0 ? !/^not (tested|built)\b/.test(proof) : count > 3;
    });
    expect(wrong).toEqual([]);
  });

  it('would notice a title that is gone', () => {
    const here = 'tests/docs/spec-coverage.test.ts';
    expect(problemOf(`${here} › would notice a title that is gone`)).toBeNull();
    expect(problemOf(`${here} › would notice`)).toMatch(/^no such title/);
    expect(problemOf('tests/docs/gone.test.ts › x')).toMatch(/^no such file/);
  });
});
