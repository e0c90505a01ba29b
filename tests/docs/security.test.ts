import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, namedIn, problemOf } from './named-tests.ts';

const page = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');
const named = [...new Set(namedIn(page))];
/** The rows of the walk: id, verdict, reason. */
const rows = page
  .split('\n')
  .filter((line) => /^\| (?:\*\*)?\d+\.\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/security.md', () => {
  it('names tests and files that exist', () => {
    const tests = named.filter((name) => name.includes(' › '));
    expect(tests.length).toBeGreaterThan(50);
    expect(tests.map(problemOf).filter((problem) => problem !== null)).toEqual([]);
    const files = named.filter((name) =>
      /^(?:server|src|sw|contract|domain|scripts|tests|docs)\/\S+$/.test(name),
    );
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('gives every requirement a verdict and its reason', () => {
    expect(rows.length).toBeGreaterThan(100);
    const wrong = rows.filter(
      ([, , verdict = '', reason = '']) =>
        !['met', 'in part', 'not met', 'operator', 'n/a'].includes(verdict) || reason === '',
    );
    expect(wrong).toEqual([]);
  });
});
