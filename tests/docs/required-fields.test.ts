import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SRC = path.join(import.meta.dirname, '../../src');

/**
 * Matches a field that marks itself as required or optional, although the attribute `required` and the theme already do this.
 */
const OWN_REQUIRED_MARK = /withAsterisk|(?:label|placeholder)=[^\n]*opcional/i;

it('P10.225 screens mark required fields only through the attribute `required`', () => {
  const screens = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  );
  expect(screens.length).toBeGreaterThan(100);
  expect(
    screens.filter((file) => OWN_REQUIRED_MARK.test(readFileSync(path.join(SRC, file), 'utf8'))),
  ).toEqual([]);
  // The pattern must match these lines of earlier screens.
  for (const before of [
    'label="Cargo (opcional)"',
    'placeholder="Opcional"',
    'required withAsterisk={false}',
  ])
    expect(before).toMatch(OWN_REQUIRED_MARK);
});
