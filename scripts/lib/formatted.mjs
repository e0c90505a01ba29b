// Formats generated pages in the same way as `npm run format`, because the format check also checks these pages.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';
import { root } from './run.mjs';

export async function formatGeneratedPage(file, text) {
  const { ignorePatterns: _, ...options } = JSON.parse(
    readFileSync(path.join(root, '.oxfmtrc.json'), 'utf8'),
  );
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  return code;
}
