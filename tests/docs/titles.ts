import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { ROOT } from './pages.ts';

const TESTED_FOLDERS = ['contract', 'domain', 'src', 'sw', 'server', 'tests'];

/** Matches the id of a statement, rule or finding, or 'Lock', the section of docs/reference/sync that has no id. */
export const CITED_ID_PATTERN =
  /(?<![\w.-])(?:P(?:1[01]|\d)(?:\.\d+)?|[SDR]\d{1,2}|[AHLM]\d{1,2}|Lock)(?!\w)/g;
const LEADING_IDS_PATTERN = new RegExp(`^(?:${CITED_ID_PATTERN.source}[ ,–]*)+`);

/** Titles of one test: the describe blocks from the outermost, then the test itself. */
export type TitleChain = readonly string[];

export interface TitledTest {
  readonly file: string;
  readonly chain: TitleChain;
}

/** Returns the ids at the beginning of a test's title and of the describe titles around it. */
export const leadingIdsOf = (chain: TitleChain): string[] =>
  chain.flatMap((title) => LEADING_IDS_PATTERN.exec(title)?.[0].match(CITED_ID_PATTERN) ?? []);

interface SyntaxTreeNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [child: string]: unknown;
}

const isSyntaxTreeNode = (value: unknown): value is SyntaxTreeNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxTreeNode).type === 'string';

const childSyntaxNodes = (node: SyntaxTreeNode): SyntaxTreeNode[] =>
  Object.values(node).flat().filter(isSyntaxTreeNode);

/** Returns the kind of a call such as `it(…)`, `it.each(…)(…)` or `test.describe(…)`; null for any other call. */
function testCallKindOf(callee: string): 'group' | 'test' | null {
  const [, name] = /^(it|test|describe)\b/.exec(callee) ?? [];
  if (name === undefined) return null;
  return name === 'describe' || /^test\.describe\b/.test(callee) ? 'group' : 'test';
}

/**
 * Returns the tests below `node`. A call is a test if its arguments are a title and a function. A group without tests inside
 * counts as one test, because another file creates its tests.
 */
function findTestsBelow(node: SyntaxTreeNode, source: string, chain: TitleChain): TitleChain[] {
  const text = ({ start, end }: SyntaxTreeNode) => source.slice(start, end);
  const visit = (child: SyntaxTreeNode) => findTestsBelow(child, source, chain);
  if (node.type !== 'CallExpression') return childSyntaxNodes(node).flatMap(visit);
  const [title, ...rest] = (node['arguments'] as SyntaxTreeNode[]) ?? [];
  const kind = testCallKindOf(text(node['callee'] as SyntaxTreeNode));
  const isTitled =
    title?.type === 'TemplateLiteral' || (title?.type === 'Literal' && /^['"]/.test(text(title)));
  if (kind === null || !title || !isTitled || !rest.some(({ type }) => type.endsWith('FunctionExpression')))
    return childSyntaxNodes(node).flatMap(visit);
  const own = [
    ...chain,
    text(title)
      .slice(1, -1)
      .replace(/\\(['"`])/g, '$1'),
  ];
  const inside = kind === 'group' ? rest.flatMap((child) => findTestsBelow(child, source, own)) : [];
  return inside.length > 0 ? inside : [own];
}

function readTestsInFile(file: string): TitledTest[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const { program } = parseSync(file, source);
  return findTestsBelow(program as unknown as SyntaxTreeNode, source, []).map((chain) => ({ file, chain }));
}

const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(folder, name),
  );

/** Attacks in tests/attack. The test tests/api/http/attack.test.ts runs each attack as one case. */
const attackTitles = filesBelow('tests/attack')
  .filter((file) => file.endsWith('.attack.ts'))
  .map((file) =>
    /finding: '(\w+)',\s+title:\s+(['"])(.+?)\2,/.exec(readFileSync(path.join(ROOT, file), 'utf8')),
  )
  .map((found) => `${found?.[1] ?? ''} ${found?.[3] ?? ''}`);

export const titledTests: readonly TitledTest[] = TESTED_FOLDERS.flatMap(filesBelow)
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
  .flatMap(readTestsInFile)
  .flatMap(({ file, chain }) =>
    chain.at(-1) === '${attack.finding} ${attack.title}'
      ? attackTitles.map((title) => ({ file, chain: [...chain.slice(0, -1), title] }))
      : [{ file, chain }],
  );
