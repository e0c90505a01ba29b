import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, namedIn } from './pages.ts';
import { proofs } from './proofs.ts';
import { ID } from './titles.ts';

const page = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');
const named = [...new Set(namedIn(page))];
/** Rows of the checklist: id, verdict, reason. */
const rows = page
  .split('\n')
  .filter((line) => /^\| (?:\*\*)?\d+\.\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/security.md', () => {
  it('cites ids that the docs have', () => {
    const known = new Set(proofs.map(({ id }) => id));
    const cited = page.match(ID) ?? [];
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter((id) => !known.has(id))).toEqual([]);
  });

  it('names files that exist', () => {
    const files = named.filter((name) =>
      /^(?:server|src|sw|contract|domain|scripts|tests|docs)\/\S+$/.test(name),
    );
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('gives every requirement a verdict and a reason', () => {
    expect(rows.length).toBeGreaterThan(100);
    const wrong = rows.filter(
      ([, , verdict = '', reason = '']) =>
        !['met', 'in part', 'not met', 'operator', 'n/a'].includes(verdict) || reason === '',
    );
    expect(wrong).toEqual([]);
  });
});
