import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, namedIn } from './pages.ts';

const PAGE = 'docs/SYNC.md';
const PARTS = ['What', 'Why', 'Where'];

const page = readFileSync(path.join(ROOT, PAGE), 'utf8');

interface Rule {
  readonly id: string;
  readonly title: string;
  /** Text of each part by its name, in the order of the page. */
  readonly parts: ReadonlyMap<string, string>;
}

/** Returns the parts of a section. Parts begin at the margin; indented lines belong to the part above. */
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
const orderOf = (id: string): number => 'SDR'.indexOf(id.charAt(0)) * 100 + Number(id.slice(1));

describe('docs/SYNC.md', () => {
  it('has one section a rule, in the order of the ids, with its three parts', () => {
    const ids = rules.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(30);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => orderOf(a) - orderOf(b)));
    const wrong = rules.filter(
      ({ parts }) =>
        [...parts.keys()].join() !== PARTS.join() || [...parts.values()].some((text) => text === ''),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('names existing files', () => {
    const named = namedIn(page).filter((name) =>
      /^(?:contract|domain|src|sw|server|tests)\/[\w./-]+$/.test(name),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('would notice a section without a part', () => {
    const [rule] = rulesIn('### S7 Same key\n\n- **What**: a\n- **Where**: `x`\n\n## Lock\n\nno rule');
    expect(rule?.id).toBe('S7');
    expect([...(rule?.parts.keys() ?? [])]).toEqual(['What', 'Where']);
  });
});
