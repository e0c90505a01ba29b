import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './pages.ts';

const glossaryText = readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8');

/** Sections of the glossary with their terms, which are the first column of the table. */
const glossarySections = glossaryText
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const rows = section.split('\n').filter((line) => line.startsWith('|') && !/^\|\s*-/.test(line));
    return {
      title: section.split('\n')[0] ?? '',
      terms: rows.map((row) => row.split('|')[1]?.trim() ?? ''),
    };
  });

describe.each(glossarySections)('glossary section "$title"', ({ terms }) => {
  it('no term occurs twice in a section of docs/glossary.md', () => {
    expect(terms.length).toBeGreaterThan(5);
    expect(terms.filter((term, nth) => terms.indexOf(term) !== nth)).toEqual([]);
  });
});
