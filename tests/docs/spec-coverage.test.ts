import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
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

const namedIn = (proof: string): string[] =>
  [...proof.matchAll(/(`+) ?(.+?) ?\1/g)].map(([, , named = '']) => named);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether the file calls something with exactly this title, as `it('title', …)` and `describe.each(…)('title', …)` do. */
function holdsTitle(file: string, title: string): boolean {
  const source = readFileSync(path.join(ROOT, file), 'utf8').replace(/\\(['"`])/g, '$1');
  return new RegExp(`\\(\\s*(['"\`])${escaped(title)}\\1,`).test(source);
}

/** What is wrong with one `file › title`; null when it is there. */
function problemOf(named: string): string | null {
  const [file = '', title = ''] = named.split(' › ');
  if (!/\.(test|spec)\.tsx?$/.test(file) || !existsSync(path.join(ROOT, file)))
    return `no such file: ${named}`;
  return holdsTitle(file, title) ? null : `no such title: ${named}`;
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
