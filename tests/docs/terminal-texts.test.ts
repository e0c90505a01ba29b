import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './pages.ts';

/** English words that no Spanish sentence contains; text inside `${}` is code. */
const ENGLISH = /\b(the|cannot|must|with|and|was|were|has|holds|its|there|which|could|files of|needs)\b/i;
/** Matches terminal output with its text: a sentence for the operator, a line of a command, a line of progress. */
const TOLD = /(?:new StartError|print|tell|console\.log|console\.error)\(\s*([`'"][^]*?)[`'"]\s*[,)]/g;

const SERVER = path.join(ROOT, 'server');
const sentences = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...readFileSync(path.join(SERVER, file), 'utf8').matchAll(TOLD)].map(([, said = '']) => ({
      file,
      said,
    })),
  );

it('P10.148 programs print every terminal sentence in Spanish', () => {
  expect(sentences.length).toBeGreaterThan(50);
  expect(sentences.filter(({ said }) => ENGLISH.test(said.replaceAll(/\$\{[^}]*\}/g, '')))).toEqual([]);
});
