// A page that a program writes, in the form that `npm run format` gives it: the check of the format reads it too.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';
import { root } from './run.mjs';

/** `file`: its name, from which the language is known. */
export async function formatted(file, text) {
  const { ignorePatterns: _, ...options } = JSON.parse(
    readFileSync(path.join(root, '.oxfmtrc.json'), 'utf8'),
  );
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  return code;
}
