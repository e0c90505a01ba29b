import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './pages.ts';
import { type TitledTest, leadingIdsOf, titledTests } from './titles.ts';

const SYNC_PAGES_FOLDER = 'docs/reference/sync';

/** Returns the pages of a folder; for a page, returns the page itself. */
const pagesOf = (name: string): string[] =>
  name.endsWith('.md')
    ? [name]
    : readdirSync(path.join(ROOT, name))
        .filter((file) => file.endsWith('.md'))
        .map((file) => `${name}/${file}`);

/** Patterns of the lines that begin a section, statement, rule or finding, by page or folder. */
const HEADING_PATTERNS = {
  'docs/reference/product.md': /^(?:\| )?(P\d+(?:\.\d+)?) +\| (.+?)(?: +\|)?$/gm,
  [SYNC_PAGES_FOLDER]: /^#{2,3} ([SDR]\d{1,2}|Lock)\b ?(.*)$/gm,
  'docs/reference/trust.md': /^\| ([AHLM]\d{1,2}) +\| (.+?) +\|/gm,
};
const UNTESTED_PATTERN = /^- (\S+) is (not (?:tested|built): .+)$/gm;

interface Proof {
  readonly page: string;
  readonly id: string;
  readonly text: string;
  readonly tests: readonly TitledTest[];
  /** Reason that the page gives for a missing test; null if it gives none. */
  readonly untested: string | null;
}

export const isSection = (id: string): boolean => /^P\d+$/.test(id);

const testsById = new Map<string, TitledTest[]>();
for (const test of titledTests)
  for (const id of new Set(leadingIdsOf(test.chain))) testsById.set(id, [...(testsById.get(id) ?? []), test]);

function proofsOfPage(page: string, head: RegExp): Proof[] {
  const source = readFileSync(path.join(ROOT, page), 'utf8');
  const reasons = new Map(
    [...source.matchAll(UNTESTED_PATTERN)].map(([, id = '', reason = '']) => [id, reason]),
  );
  return [...source.matchAll(head)].map(([, id = '', text = '']) => ({
    page,
    id,
    text,
    tests: testsById.get(id) ?? [],
    untested: reasons.get(id) ?? null,
  }));
}

/** Every section, statement, rule and finding in the order of the pages, each with the tests that cite it. */
export const proofs: readonly Proof[] = Object.entries(HEADING_PATTERNS).flatMap(([name, head]) =>
  pagesOf(name).flatMap((page) => proofsOfPage(page, head)),
);

/**
 * Returns the proofs for an id, section, page, folder of pages or test file; all proofs without a name; none for an unknown
 * name.
 */
export function findProofs(name?: string): Proof[] {
  if (name === undefined) return [...proofs];
  const named = proofs.filter(
    ({ id, page }) =>
      id === name || page === name || page.startsWith(`${name}/`) || id.startsWith(`${name}.`),
  );
  if (named.length > 0) return named;
  return proofs
    .map((proof) => ({ ...proof, tests: proof.tests.filter(({ file }) => file === name) }))
    .filter((proof) => proof.tests.length > 0);
}
