import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, backtickedTexts } from './pages.ts';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { proofs } from './proofs.ts';
import { CITED_ID_PATTERN } from './titles.ts';

const securityPageText = readFileSync(path.join(ROOT, 'docs/reference/security.md'), 'utf8');
const backtickedNames = [...new Set(backtickedTexts(securityPageText))];
/** Returns the cells of each table row whose first cell matches the pattern `first`. */
const findTableRows = (first: RegExp): string[][] =>
  securityPageText
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([id = '']) => first.test(id));
const chapterRows = findTableRows(/^V\d+ /);
const exceptionRows = findTableRows(/^\d+\.\d+\.\d+$/);

/** Returns the ids of a list with ranges such as '1.1.1–1.1.3, 1.2.4'. */
const expandIdRanges = (list: string): string[] =>
  list.split(', ').flatMap((range) => {
    const [from = '', to = from] = range.split('–');
    const [section, first] = [from.slice(0, from.lastIndexOf('.')), Number(from.split('.').at(-1))];
    const count = Number(to.split('.').at(-1)) - first + 1;
    return Array.from({ length: count }, (_, at) => `${section}.${String(first + at)}`);
  });

describe('docs/reference/security.md', () => {
  it('security.md cites only ids that the docs define', () => {
    const known = new Set(proofs.map(({ id }) => id));
    const cited = securityPageText.match(CITED_ID_PATTERN) ?? [];
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter((id) => !known.has(id))).toEqual([]);
  });

  it('security.md names only files that exist', () => {
    const files = backtickedNames.filter((name) =>
      /^(?:server|src|sw|contract|domain|scripts|tests|docs)\/\S+$/.test(name),
    );
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('P10.369 security.md states for every permission what its users can read offline', () => {
    const [, table = ''] = securityPageText.split('| Readable offline');
    const [rows = ''] = table.split('\n\n');
    const described = rows.split('\n').flatMap((row) => row.split('|')[1]?.trim().split(', ') ?? []);
    expect(described).toEqual(expect.arrayContaining([...PERMISSIONS]));
  });

  it('security.md states as many requirements per verdict as its tables list', () => {
    const met = chapterRows
      .map(([, list = '–']) => list)
      .filter((list) => list !== '–')
      .flatMap((list) => expandIdRanges(list));
    const count = (verdict: string) => exceptionRows.filter(([, given]) => given === verdict).length;
    expect(new Set([...met, ...exceptionRows.map(([id]) => id)]).size).toBe(
      met.length + exceptionRows.length,
    );
    expect(securityPageText).toContain(
      `${String(met.length)} met, ${String(count('in part'))} in part, ${String(count('not met'))} not met`,
    );
    expect(securityPageText).toContain(`${String(count('operator'))} the operator's`);
  });

  it('security.md gives a verdict and a reason for every exception', () => {
    expect(exceptionRows.length).toBeGreaterThan(20);
    const wrong = exceptionRows.filter(
      ([, verdict = '', reason = '']) =>
        !['in part', 'not met', 'operator'].includes(verdict) || reason === '',
    );
    expect(wrong).toEqual([]);
  });
});
