import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SRC = path.join(import.meta.dirname, '../../src');

/** Matches fields that mark a required or optional value themselves, although `required` and the theme already do this. */
const OWN_WAY = /withAsterisk|(?:label|placeholder)=[^\n]*opcional/i;

it('P10.225 no screen marks required fields in its own way', () => {
  const screens = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  );
  expect(screens.length).toBeGreaterThan(100);
  expect(screens.filter((file) => OWN_WAY.test(readFileSync(path.join(SRC, file), 'utf8')))).toEqual([]);
  // These examples come from earlier screens and must match.
  for (const before of [
    'label="Cargo (opcional)"',
    'placeholder="Opcional"',
    'required withAsterisk={false}',
  ])
    expect(before).toMatch(OWN_WAY);
});
