import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Route, type RouteName, routes } from '#contract/routes.ts';
import { speakSpanish } from './spanish.ts';

beforeAll(speakSpanish);

const JUNK: readonly unknown[] = [
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
const ENGLISH =
  /\b(invalid|expected|received|must|should|too|small|big|required|input|option|string|number|match)\b/i;

/** The names that an object's schema knows, behind a preprocessing of aliases too. */
function keysOf(schema: z.ZodType): string[] {
  const object = schema instanceof z.ZodPipe ? schema.out : schema;
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

/** A query and the names in a path are always an object; a body may be anything. */
const candidates = (part: string, schema: z.ZodType): unknown[] => [
  ...(part === 'body' ? JUNK : [{}]),
  ...keysOf(schema).flatMap((key) => JUNK.map((value) => ({ [key]: value }))),
];
const sentences = (part: string, schema: z.ZodType): string[] =>
  candidates(part, schema).flatMap(
    (candidate) => schema.safeParse(candidate).error?.issues.map(({ message }) => message) ?? [],
  );

const schemas = (Object.entries(routes) as [RouteName, Route][]).flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body })
    .filter((part): part is [string, z.ZodType] => part[1] instanceof z.ZodType)
    .map(([part, schema]) => [name, part, schema] as const),
);

describe('P10.18 whatever is wrong with a call is said in Spanish', () => {
  it.each(schemas)('%s: %s', (_name, part, schema) => {
    const said = sentences(part, schema);
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter((sentence) => ENGLISH.test(sentence))).toEqual([]);
  });

  it('the sentences are those that a person would say', () => {
    const schema = z.object({
      page: z.coerce.number().int().min(1).max(9),
      way: z.enum(['asc', 'desc']),
      id: z.uuid(),
      name: z.string().min(2),
      list: z.array(z.string()).max(1),
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
