import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, namedIn } from './pages.ts';

const FOLDER = 'docs/reference/sync';
const OVERVIEW = 'README.md';

const textOf = (file: string): string => readFileSync(path.join(ROOT, FOLDER, file), 'utf8');
const files = readdirSync(path.join(ROOT, FOLDER)).filter((file) => file.endsWith('.md'));

interface Rule {
  readonly id: string;
  /** Text before the reason. */
  readonly statement: string;
  readonly why: string;
  /** Files in which the rule is implemented. */
  readonly code: readonly string[];
}

function ruleIn(section: string): Rule[] {
  const [head = '', ...lines] = section.split('\n');
  const id = /^([SDR]\d{1,2}) \S/.exec(head)?.[1];
  if (id === undefined) return [];
  const [statement = '', rest = ''] = lines.join('\n').split(/^_Why:_/m);
  const [why = '', code = ''] = rest.split(/(?<=\s)_Code:_/);
  return [{ id, statement: statement.trim(), why: why.trim(), code: namedIn(code) }];
}

const rulesIn = (text: string): Rule[] => text.split(/^#{2,3} /m).flatMap(ruleIn);
const orderOf = (id: string): number => 'SDR'.indexOf(id.charAt(0)) * 100 + Number(id.slice(1));
const inOrder = (ids: readonly string[]): string[] =>
  [...new Set(ids)].sort((a, b) => orderOf(a) - orderOf(b));
const isIncomplete = ({ statement, why, code }: Rule): boolean =>
  statement === '' || why === '' || code.length === 0;

const rulesByFile = new Map(files.map((file) => [file, rulesIn(textOf(file))]));
const idsOf = (file: string): string[] => (rulesByFile.get(file) ?? []).map(({ id }) => id);

/** Rules of each file according to the table of the overview. */
const listed = [...textOf(OVERVIEW).matchAll(/^\| \[[^\]]+\]\(([^)]+)\) +\| ([^|]+?) +\|/gm)].map(
  ([, file = '', ids = '']) => ({ file, ids: ids.split(', ') }),
);

describe('docs/reference/sync', () => {
  it('has one section per rule, with statement, reason and code, in the order of the ids', () => {
    const ids = files.flatMap(idsOf);
    expect(ids).toHaveLength(new Set(ids).size);
    expect(ids.length).toBeGreaterThan(38);
    expect(files.map(idsOf)).toEqual(files.map((file) => inOrder(idsOf(file))));
    const rules = [...rulesByFile.values()].flat();
    expect(rules.filter(isIncomplete).map(({ id }) => id)).toEqual([]);
  });

  it('lists the rules of every file in the overview', () => {
    const others = files.filter((file) => file !== OVERVIEW);
    expect(listed.map(({ file }) => file).sort()).toEqual(others.sort());
    expect(listed.map(({ ids }) => ids)).toEqual(listed.map(({ file }) => idsOf(file)));
  });

  it('names existing files', () => {
    const named = files
      .flatMap((file) => namedIn(textOf(file)))
      .filter((name) => /^(?:contract|domain|src|sw|server|tests)\/[\w./-]+$/.test(name));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('fails the check when a section lacks a part', () => {
    const [whole, incomplete] = rulesIn(
      '### S7 Same key\n\na\n\n- b\n\n_Why:_ c _Code:_ `x`,\n`y`\n\n### S8 Retries\n\na _Code:_ `x`\n\n## Lock\n\nno rule',
    );
    expect(whole).toEqual({ id: 'S7', statement: 'a\n\n- b', why: 'c', code: ['x', 'y'] });
    expect(incomplete && isIncomplete(incomplete)).toBe(true);
  });
});
