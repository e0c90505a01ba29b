import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './pages.ts';

/** English words that do not exist in Spanish. Text inside `${}` is code. */
const ENGLISH_WORD_PATTERN =
  /\b(the|cannot|must|with|and|was|were|has|holds|its|there|which|could|files of|needs)\b/i;
/** Matches terminal output and its text: an error for the operator, output of a command, or progress. */
const TERMINAL_TEXT_PATTERN =
  /(?:new StartError|print|tell|console\.log|console\.error)\(\s*([`'"][^]*?)[`'"]\s*[,)]/g;

const SERVER_FOLDER = path.join(ROOT, 'server');
const terminalTexts = readdirSync(SERVER_FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...readFileSync(path.join(SERVER_FOLDER, file), 'utf8').matchAll(TERMINAL_TEXT_PATTERN)].map(
      ([, said = '']) => ({
        file,
        said,
      }),
    ),
  );

it('P10.148 programs print every sentence on the terminal in Spanish', () => {
  expect(terminalTexts.length).toBeGreaterThan(50);
  expect(
    terminalTexts.filter(({ said }) => ENGLISH_WORD_PATTERN.test(said.replaceAll(/\$\{[^}]*\}/g, ''))),
  ).toEqual([]);
});
