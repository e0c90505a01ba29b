import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { ROOT } from './named-tests.ts';

const FOLDERS = ['contract', 'domain', 'src', 'sw', 'server', 'tests'];

/** A statement, a rule, a finding, or the section of SYNC.md that has no ids. */
export const ID = /(?<![\w.-])(?:P(?:10|\d)(?:\.\d+)?|[SDR]\d{1,2}|[AHLM]\d{1,2}|Lock)(?!\w)/g;

/** The titles of one test, from the outermost describe to its own. */
export type TitleChain = readonly string[];

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [child: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** 'describe', 'it' or 'test' of `it(…)`, `it.each(…)(…)`, `test.describe(…)`; null for another call. */
function kindOf(callee: string): 'group' | 'test' | null {
  const [, name] = /^(it|test|describe)\b/.exec(callee) ?? [];
  if (name === undefined) return null;
  return name === 'describe' || /^test\.describe\b/.test(callee) ? 'group' : 'test';
}

/** The tests below `node`: calls of a title and a function. */
function testsBelow(node: Node, source: string, chain: TitleChain): TitleChain[] {
  const text = ({ start, end }: Node) => source.slice(start, end);
  const visit = (child: Node) => testsBelow(child, source, chain);
  if (node.type !== 'CallExpression') return childrenOf(node).flatMap(visit);
  const [title, ...rest] = (node['arguments'] as Node[]) ?? [];
  const kind = kindOf(text(node['callee'] as Node));
  const isTitled =
    title?.type === 'TemplateLiteral' || (title?.type === 'Literal' && /^['"]/.test(text(title)));
  if (kind === null || !title || !isTitled || !rest.some(({ type }) => type.endsWith('FunctionExpression')))
    return childrenOf(node).flatMap(visit);
  const own = [...chain, text(title).slice(1, -1)];
  return kind === 'test' ? [own] : rest.flatMap((child) => testsBelow(child, source, own));
}

/** Every test of the project, by its file. */
export function allTests(): { file: string; chain: TitleChain }[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
      .map((name) => path.join(folder, name)),
  ).flatMap((file) => {
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    const { program } = parseSync(file, source);
    return testsBelow(program as unknown as Node, source, []).map((chain) => ({ file, chain }));
  });
}
