import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, namedIn, problemOf } from './named-tests.ts';

const PAGE = 'docs/SYNC.md';
const PARTS = ['What', 'Why', 'Where', 'Tests'];
const CITING = ['contract', 'domain', 'src', 'sw', 'server', 'tests', 'scripts', 'docs'];
const RULE = /\b[SDR]\d{1,2}\b/g;
/** Codes on a patient's papers, no rules. */
const NO_RULES: ReadonlySet<string> = new Set(['R95']);

const page = readFileSync(path.join(ROOT, PAGE), 'utf8');

interface Rule {
  readonly id: string;
  readonly title: string;
  /** The text of each part, by its name, in the order of the page. */
  readonly parts: ReadonlyMap<string, string>;
}

/** Parts begin at the margin; what is indented belongs to the part above it. */
function partsOf(text: string): Map<string, string> {
  const found = text.split(/^- \*\*(?=\w+\*\*: ?)/m).slice(1);
  return new Map(
    found.map((part) => {
      const [name = '', ...rest] = part.split('**:');
      return [name, rest.join('**:').trim()];
    }),
  );
}

const rulesIn = (text: string): Rule[] =>
  text
    .split(/^#{2,3} /m)
    .map((section) => ({ section, head: /^([SDR]\d{1,2}) (\S.*)$/m.exec(section.split('\n')[0] ?? '') }))
    .flatMap(({ section, head }) =>
      head ? [{ id: head[1] ?? '', title: head[2] ?? '', parts: partsOf(section) }] : [],
    );

const rules = rulesIn(page);
const partOf = ({ parts }: Rule, name: string): string => parts.get(name) ?? '';
const testsOf = (rule: Rule): string[] => namedIn(partOf(rule, 'Tests'));

const isText = (name: string): boolean => /\.(tsx?|jsx?|mjs|css|sql|md)$/.test(name);
const filesIn = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter(isText);

/** Ids that a text cites, each once. */
const citedIn = (text: string): string[] =>
  [...new Set(text.match(RULE) ?? [])].filter((id) => !NO_RULES.has(id));

const orderOf = (id: string): number => 'SDR'.indexOf(id.charAt(0)) * 100 + Number(id.slice(1));

describe('docs/SYNC.md', () => {
  it('has one section a rule, in the order of the ids, with its four parts', () => {
    const ids = rules.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(30);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => orderOf(a) - orderOf(b)));
    const wrong = rules.filter(
      ({ parts }) =>
        [...parts.keys()].join() !== PARTS.join() || [...parts.values()].some((text) => text === ''),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('has a section for each rule that code, tests and pages cite', () => {
    const known = new Set(rules.map(({ id }) => id));
    const problems = CITING.flatMap(filesIn).flatMap((file) =>
      citedIn(readFileSync(path.join(ROOT, file), 'utf8'))
        .filter((id) => !known.has(id))
        .map((id) => `${file} cites ${id}`),
    );
    expect(problems).toEqual([]);
  });

  it('names tests that exist, one to three a rule, or says that there is none', () => {
    const problems = rules.flatMap(testsOf).map(problemOf);
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
    const wrong = rules.filter((rule) => {
      const count = testsOf(rule).length;
      return count === 0 ? !partOf(rule, 'Tests').startsWith('none:') : count > 3;
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('names files that exist', () => {
    const named = namedIn(page).filter((name) =>
      /^(?:contract|domain|src|sw|server|tests)\/[\w./-]+$/.test(name),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('would notice a rule without its section, and a section without a part', () => {
    expect(citedIn('what S7 says of D2, not of XS7 or S700')).toEqual(['S7', 'D2']);
    const [rule] = rulesIn(
      '### S7 Same key\n\n- **What**: a\n- **Why**: b\n- **Tests**: `x`\n\n## Lock\n\nno rule',
    );
    expect(rule?.id).toBe('S7');
    expect([...(rule?.parts.keys() ?? [])]).toEqual(['What', 'Why', 'Tests']);
  });
});
