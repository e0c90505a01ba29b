import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SRC = path.join(import.meta.dirname, '../../src');

/** A field that says by words or by a mark of its own what `required` and the theme say of all. */
const OWN_WAY = /withAsterisk|(?:label|placeholder)=[^\n]*opcional/i;

it('P10.225 no screen marks a field in a way of its own', () => {
  const screens = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  );
  expect(screens.length).toBeGreaterThan(100);
  expect(screens.filter((file) => OWN_WAY.test(readFileSync(path.join(SRC, file), 'utf8')))).toEqual([]);
  // What it looks for, as it stood on screens before.
  for (const before of [
    'label="Cargo (opcional)"',
    'placeholder="Opcional"',
    'required withAsterisk={false}',
  ])
    expect(before).toMatch(OWN_WAY);
});
