import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const APP_SOURCE_FOLDER = path.join(import.meta.dirname, '../../src');

/**
 * Matches a field that marks itself as required or optional, although the attribute `required` and the theme already do this.
 */
const OWN_REQUIRED_MARK_PATTERN = /withAsterisk|(?:label|placeholder)=[^\n]*opcional/i;

it('P10.225 screens mark required fields only through the attribute `required`', () => {
  const screens = readdirSync(APP_SOURCE_FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  );
  expect(screens.length).toBeGreaterThan(100);
  expect(
    screens.filter((file) =>
      OWN_REQUIRED_MARK_PATTERN.test(readFileSync(path.join(APP_SOURCE_FOLDER, file), 'utf8')),
    ),
  ).toEqual([]);
  // The pattern must match these lines of earlier screens.
  for (const before of [
    'label="Cargo (opcional)"',
    'placeholder="Opcional"',
    'required withAsterisk={false}',
  ])
    expect(before).toMatch(OWN_REQUIRED_MARK_PATTERN);
});
