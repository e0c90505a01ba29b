import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';

const ROOT = path.join(import.meta.dirname, '../..');
const INPUT_HANDLING_FOLDERS = ['contract', 'domain', 'server'];

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
const isSyntaxTreeNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function parseSyntaxNodes(file: string, text: string): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const pending: unknown[] = [parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (isSyntaxTreeNode(value)) found.push(value);
    if (typeof value === 'object' && value !== null)
      pending.push(...Object.values(value).filter((child) => typeof child === 'object' && child !== null));
  }
  return found;
}

export interface FoundPattern {
  readonly file: string;
  readonly pattern: RegExp;
}
interface LiteralNode extends SyntaxNode {
  readonly regex?: { readonly pattern: string; readonly flags: string } | null;
}
interface CallNode extends SyntaxNode {
  readonly callee: SyntaxNode & { readonly name?: string };
}

export interface SourceFile {
  readonly file: string;
  readonly text: string;
}
/** Returns every source file of the three folders that handle external input. */
export const readInputHandlingFiles = (): SourceFile[] =>
  INPUT_HANDLING_FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test|\.d)\.ts$/.test(name))
      .map((name) => ({
        file: `${folder}/${name}`,
        text: readFileSync(path.join(ROOT, folder, name), 'utf8'),
      })),
  );

export const patternLiteralsOf = ({ file, text }: SourceFile): FoundPattern[] =>
  parseSyntaxNodes(file, text)
    .map((node) => (node as LiteralNode).regex)
    .filter((regex) => regex !== undefined && regex !== null)
    .map(({ pattern, flags }) => ({ file, pattern: new RegExp(pattern, flags) }));

/** Counts the places in the file that create a pattern from a text at run time. */
export const countDynamicPatterns = ({ file, text }: SourceFile): number =>
  parseSyntaxNodes(file, text).filter(
    ({ type, ...node }) =>
      (type === 'NewExpression' || type === 'CallExpression') &&
      (node as unknown as CallNode).callee.name === 'RegExp',
  ).length;

/** Returns the names of the zod formats that the file uses, such as `email` for `z.email(…)`. Each format has a pattern. */
export const zodFormatsIn = ({ text }: SourceFile): string[] =>
  [...text.matchAll(/\bz\.((?:iso\.)?[a-z0-9]+)\(/gi)].map(([, name = '']) => name);

export async function recordCreatedPatterns(
  file: string,
  work: () => Promise<unknown>,
): Promise<FoundPattern[]> {
  const original = globalThis.RegExp;
  const made: FoundPattern[] = [];
  globalThis.RegExp = new Proxy(original, {
    construct(target, args: [string, string?]) {
      const pattern = new target(...args);
      made.push({ file, pattern });
      return pattern;
    },
  });
  try {
    await work();
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}
