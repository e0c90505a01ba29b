import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './pages.ts';
import { findProofs, isSection, proofs } from './proofs.ts';
import { CITED_ID_PATTERN, leadingIdsOf, titledTests } from './titles.ts';

const CITING_FOLDERS = ['contract', 'domain', 'src', 'sw', 'server', 'tests', 'scripts', 'docs'];
/** Codes on a patient's documents that only look like rule ids. */
const CODES_LIKE_RULE_IDS: ReadonlySet<string> = new Set(['R95']);

const knownIds = new Set(proofs.map(({ id }) => id));
const provedStatements = proofs.filter(({ id }) => !isSection(id));

const listFilesBelow = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => /\.(tsx?|jsx?|mjs|css|sql|md)$/.test(name));

/**
 * Returns the ids of sections, statements and rules that a text cites. Ids of findings are ignored because they look like paper
 * sizes (A4); only test titles may cite findings.
 */
const citedIds = (text: string): string[] =>
  (text.match(CITED_ID_PATTERN) ?? []).filter((id) => /^[PSDR]/.test(id) && !CODES_LIKE_RULE_IDS.has(id));

describe('ids in docs/reference', () => {
  it('each id begins the title of at least one test, or its page gives a reason for the missing test', () => {
    expect(provedStatements.length).toBeGreaterThan(600);
    const unproved = provedStatements.filter(
      ({ tests: own, untested }) => (own.length === 0) !== (untested !== null),
    );
    expect(unproved.map(({ id }) => id)).toEqual([]);
  });

  it('test titles cite only ids that the docs define', () => {
    const cited = titledTests.flatMap(({ file, chain }) =>
      leadingIdsOf(chain).map((id) => `${id} in ${file}`),
    );
    expect(cited.length).toBeGreaterThan(3_000);
    expect(cited.filter((one) => !knownIds.has(one.split(' ')[0] ?? ''))).toEqual([]);
  });

  it('code and pages cite only ids that the docs define', () => {
    const cited = CITING_FOLDERS.flatMap(listFilesBelow).flatMap((file) =>
      citedIds(readFileSync(path.join(ROOT, file), 'utf8')).map((id) => ({ file, id })),
    );
    expect(cited.length).toBeGreaterThan(5_000);
    expect(cited.filter(({ id }) => !knownIds.has(id))).toEqual([]);
  });

  it('the search for the tests of statements accepts an id, a section, a page or a test file, and finds nothing for an unknown name', () => {
    expect(findProofs('P5.12').map(({ id }) => id)).toEqual(['P5.12']);
    expect(findProofs('P5').map(({ id }) => id)).toContain('P5.12');
    expect(findProofs('docs/reference/sync').map(({ id }) => id)).toContain('S7');
    expect(findProofs('docs/reference/sync/server.md').map(({ id }) => id)).toEqual(['S23']);
    expect(findProofs('tests/docs/styles.test.ts').map(({ id }) => id)).toEqual(['P10.330']);
    expect(findProofs('gone')).toEqual([]);
  });

  it('the search for ids finds none inside a longer word', () => {
    expect(citedIds('what S7 says of D2, not of XS7, S700 or R95')).toEqual(['S7', 'D2']);
  });
});
