import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { ROOT } from './pages.ts';

const FOLDERS = ['contract', 'domain', 'src', 'sw', 'server', 'tests'];

/** Matches the id of a statement, rule or finding, or the section 'Lock' of docs/reference/sync, which has no id. */
export const ID = /(?<![\w.-])(?:P(?:10|\d)(?:\.\d+)?|[SDR]\d{1,2}|[AHLM]\d{1,2}|Lock)(?!\w)/g;
const LEADING = new RegExp(`^(?:${ID.source}[ ,–]*)+`);

/** Titles of one test, from the outermost describe to its own. */
export type TitleChain = readonly string[];

export interface Test {
  readonly file: string;
  readonly chain: TitleChain;
}

/** Returns the ids of a test: those at the beginning of its title and of the titles of the describe blocks around it. */
export const idsOf = (chain: TitleChain): string[] =>
  chain.flatMap((title) => LEADING.exec(title)?.[0].match(ID) ?? []);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [child: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Returns the kind of the call from `it(…)`, `it.each(…)(…)` or `test.describe(…)`; null for any other call. */
function kindOf(callee: string): 'group' | 'test' | null {
  const [, name] = /^(it|test|describe)\b/.exec(callee) ?? [];
  if (name === undefined) return null;
  return name === 'describe' || /^test\.describe\b/.test(callee) ? 'group' : 'test';
}

/**
 * Returns the tests below `node`, which are calls with a title and a function. A group whose tests are made in another file
 * counts as one test.
 */
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
  const own = [
    ...chain,
    text(title)
      .slice(1, -1)
      .replace(/\\(['"`])/g, '$1'),
  ];
  const inside = kind === 'group' ? rest.flatMap((child) => testsBelow(child, source, own)) : [];
  return inside.length > 0 ? inside : [own];
}

function testsIn(file: string): Test[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const { program } = parseSync(file, source);
  return testsBelow(program as unknown as Node, source, []).map((chain) => ({ file, chain }));
}

const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(folder, name),
  );

/** Attacks; each one is a case of the test in tests/api/attack.test.ts. */
const attacks = filesBelow('tests/attack')
  .filter((file) => file.endsWith('.attack.ts'))
  .map((file) =>
    /finding: '(\w+)',\s+title:\s+(['"])(.+?)\2,/.exec(readFileSync(path.join(ROOT, file), 'utf8')),
  )
  .map((found) => `${found?.[1] ?? ''} ${found?.[3] ?? ''}`);

/** Returns every test of the project with its file. */
export const tests: readonly Test[] = FOLDERS.flatMap(filesBelow)
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
  .flatMap(testsIn)
  .flatMap(({ file, chain }) =>
    chain.at(-1) === '${attack.finding} ${attack.title}'
      ? attacks.map((title) => ({ file, chain: [...chain.slice(0, -1), title] }))
      : [{ file, chain }],
  );
