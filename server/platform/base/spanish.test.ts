import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Route, type RouteName, routes } from '#contract/routes/routes.ts';
import { setSpanishMessages } from './spanish.ts';

beforeAll(setSpanishMessages);

const INVALID_VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  'x',
  '',
  '-1',
  -1,
  0.5,
  1e9,
  'x'.repeat(30_000),
  [],
  ['x', 'x'],
  Array.from({ length: 200 }, () => ({})),
  {},
];
const ENGLISH_WORDS_PATTERN =
  /\b(invalid|expected|received|must|should|too|small|big|required|input|option|string|number|match)\b/i;

function schemaKeysOf(schema: z.ZodMiniType): string[] {
  const object = schema instanceof z.ZodMiniPipe ? schema.def.out : schema;
  return object instanceof z.ZodMiniObject ? Object.keys(object.shape) : [];
}

const createInvalidInputs = (part: string, schema: z.ZodMiniType): unknown[] => [
  ...(part === 'body' ? INVALID_VALUES : [{}]),
  ...schemaKeysOf(schema).flatMap((key) => INVALID_VALUES.map((value) => ({ [key]: value }))),
];
const collectMessages = (part: string, schema: z.ZodMiniType): string[] =>
  createInvalidInputs(part, schema).flatMap(
    (candidate) => schema.safeParse(candidate).error?.issues.map(({ message }) => message) ?? [],
  );

const routeSchemas = (Object.entries(routes) as [RouteName, Route][]).flatMap(
  ([name, { params, query, body }]) =>
    Object.entries({ params, query, body })
      .filter((part): part is [string, z.ZodMiniType] => part[1] instanceof z.ZodMiniType)
      .map(([part, schema]) => [name, part, schema] as const),
);

describe('P10.18 Spanish messages for invalid requests', () => {
  it.each(routeSchemas)(
    'the error messages of the route %s are Spanish when the %s of the request is invalid',
    (_name, part, schema) => {
      const said = collectMessages(part, schema);
      expect(said.length).toBeGreaterThan(0);
      expect(said.filter((sentence) => ENGLISH_WORDS_PATTERN.test(sentence))).toEqual([]);
    },
  );

  it('the server describes wrong types, lengths and ranges in plain Spanish sentences', () => {
    const schema = z.object({
      page: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(9)),
      way: z.enum(['asc', 'desc']),
      id: z.uuid(),
      name: z.string().check(z.minLength(2)),
      list: z.array(z.string()).check(z.maxLength(1)),
      missing: z.string(),
    });
    const { error } = schema.safeParse({ page: '1.5', way: 'up', id: '1', name: 'x', list: ['a', 'b'] });
    expect(
      Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []),
    ).toEqual({
      page: 'Debe ser un número entero.',
      way: 'Debe ser uno de estos valores: asc, desc.',
      id: 'El identificador no es válido.',
      name: 'Mínimo de caracteres: 2.',
      list: 'Máximo de elementos: 1.',
      missing: 'Este dato es obligatorio.',
    });
    expect(schema.shape.page.safeParse('0').error?.issues[0]?.message).toBe('Debe ser 1 o más.');
    expect(schema.shape.page.safeParse('10').error?.issues[0]?.message).toBe('Debe ser 9 o menos.');
  });
});
