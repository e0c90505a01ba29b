import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Pages that name tests as `file › title`: what keeps them true. */
export const ROOT = path.join(import.meta.dirname, '../..');

export const namedIn = (text: string): string[] =>
  [...text.matchAll(/(`+) ?(.+?) ?\1/g)].map(([, , named = '']) => named);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether the file calls something with exactly this title, as `it('title', …)` and `describe.each(…)('title', …)` do. */
function holdsTitle(file: string, title: string): boolean {
  const source = readFileSync(path.join(ROOT, file), 'utf8').replace(/\\(['"`])/g, '$1');
  return new RegExp(`\\(\\s*(['"\`])${escaped(title)}\\1,`).test(source);
}

/** What is wrong with one `file › title`; null when it is there. */
export function problemOf(named: string): string | null {
  const [file = '', title = ''] = named.split(' › ');
  if (!/\.(test|spec)\.tsx?$/.test(file) || !existsSync(path.join(ROOT, file)))
    return `no such file: ${named}`;
  return holdsTitle(file, title) ? null : `no such title: ${named}`;
}
