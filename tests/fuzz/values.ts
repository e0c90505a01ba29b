import * as fc from 'fast-check';
import type { Random } from './random.ts';

/**
 * Patient name and document number that the calls contain. At the end the test checks that the server's log contains neither.
 */
export const PLANTED_PATIENT = { name: 'Zutanita Plantada', number: '7700112233' } as const;

/** Texts that are known to break programs. */
const HOSTILE_TEXTS: readonly string[] = [
  PLANTED_PATIENT.name,
  PLANTED_PATIENT.number,
  '',
  ' ',
  '\u0000',
  'Ana\u0000Gil',
  '\ud83d',
  '\udc00x',
  'a\u0301'.repeat(40),
  '\u202eoirartnoc',
  '\ufeff',
  '\u200b\u200b',
  '🙂'.repeat(200),
  'ñ'.repeat(3_000),
  'x'.repeat(70_000),
  "'; drop table patients; --",
  '" or ""="',
  '\\',
  '%',
  '_%_',
  '%s%n%x',
  '${7*7}{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'C:\\nul',
  '\r\nSet-Cookie: a=b',
  '-1',
  '0',
  '1e308',
  '9007199254740993',
  '99999999999999999999999',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31T23:59:59Z',
  '2026-01-01T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'CC',
  'active',
  'all',
  'ALL,,sign_in',
];

const HOSTILE_JSON_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  -1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { toString: 'x' },
  { toJSON: 1 },
  { constructor: { prototype: { x: 1 } } },
  Array.from({ length: 1_000 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, index])),
];

/** Values that replace valid ones, drawn once per run from fast-check and the lists above. */
export interface ReplacementValues {
  text(random: Random): string;
  json(random: Random): unknown;
}

export function makeReplacementValues(seed: number): ReplacementValues {
  const drawn = { seed, numRuns: 400 };
  const texts = [
    ...fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), drawn),
    ...fc.sample(fc.string({ unit: 'grapheme', maxLength: 60 }), drawn),
    ...fc.sample(fc.oneof(fc.emailAddress(), fc.webUrl(), fc.ipV6(), fc.base64String()), drawn),
  ];
  const values = [
    ...fc.sample(fc.jsonValue({ maxDepth: 4 }), drawn),
    ...fc.sample(fc.oneof(fc.double(), fc.maxSafeInteger(), fc.date({ noInvalidDate: true })), drawn),
  ];
  const text = (random: Random) => random.pick(random.chance(0.7) ? HOSTILE_TEXTS : texts);
  return {
    text,
    json: (random) =>
      random.chance(0.4) ? text(random) : random.pick(random.chance(0.5) ? HOSTILE_JSON_VALUES : values),
  };
}

/** Returns valid or invalid JSON text in forms that `JSON.stringify` never writes. */
export const createRawJson = (random: Random): string =>
  random.pick([
    'NaN',
    '-Infinity',
    '1e999',
    '0x10',
    '01',
    '"\\ud800"',
    '"\\u0000"',
    '"\u0001"',
    'undefined',
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"a":1,"a":2}',
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`,
    `"${'\\u0041'.repeat(9_000)}"`,
    '9'.repeat(20_000),
    '[1,]',
    '{"a":}',
    '// comment\n{}',
    '{}{}',
  ]);
