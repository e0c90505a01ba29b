import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { AppError, MAX_FIELD_PROBLEMS } from '../../base/errors.ts';
import { parseBodyWithRows } from './body-rows.ts';

const Row = z.object({
  name: z.string('Falta el nombre.').check(z.trim(), z.minLength(1, 'Falta el nombre.')),
  parts: z.optional(z.array(z.object({ id: z.string(), value: z.string() }))),
});
const Body = z.object({
  day: z.string('Falta el día.'),
  rows: z.array(Row).check(z.maxLength(1_000, 'Máximo 1.000.')),
});
const parse = (input: unknown) => parseBodyWithRows(Body, 'rows', input);
const rejectionOf = async (input: unknown): Promise<AppError> => {
  const error: unknown = await parse(input).catch((reason: unknown) => reason);
  if (error instanceof AppError) return error;
  throw new Error('The body was accepted', { cause: error });
};
const problemsOf = async (input: unknown) =>
  (await rejectionOf(input)).details.map(({ field, message }) => [field, message]);

describe('P11.15 parseBodyWithRows', () => {
  it('P11.15 returns what the schema of the whole body returns', async () => {
    const rows = Array.from({ length: 1_000 }, (_, nth) => ({ name: ` ${nth} `, unknown: true }));
    const input = { day: 'x', rows, other: 1 };
    expect(await parse(input)).toEqual(Body.parse(input));
  });

  it('P11.15 reports problems outside of the list, and a list that is missing or too long, before any row', async () => {
    expect(await problemsOf({ rows: [{}] })).toEqual([['day', 'Falta el día.']]);
    expect(await problemsOf({ day: 'x', rows: Array.from({ length: 1_001 }, () => ({})) })).toEqual([
      ['rows', 'Máximo 1.000.'],
    ]);
    for (const rows of [undefined, null, {}, 'rows'])
      expect(await problemsOf({ day: 'x', rows })).toHaveLength(1);
    for (const input of [null, [], 7, 'x']) expect((await rejectionOf(input)).code).toBe('validation_failed');
  });

  it('P11.15 names each problem by the index of its row, once for each field', async () => {
    const rows = [{ name: 'a' }, { name: ' ' }, { name: 'b', parts: [{ id: 'x' }] }, 7];
    const fields = (await problemsOf({ day: 'x', rows })).map(([field]) => field);
    expect(fields).toEqual(['rows.1.name', 'rows.2.parts.0.value', 'rows.3']);
  });

  it('P11.15 stops at the maximum number of problems, also for one row with many of them', async () => {
    const bad = Array.from({ length: 900 }, () => ({}));
    expect(await problemsOf({ day: 'x', rows: bad })).toHaveLength(MAX_FIELD_PROBLEMS);
    const parts = Array.from({ length: 500 }, () => ({}));
    expect(await problemsOf({ day: 'x', rows: [{ name: 'a', parts }] })).toHaveLength(MAX_FIELD_PROBLEMS);
  });

  it('P11.15 rejects a row with more values than other bodies may have, and text that cannot be stored', async () => {
    const parts = Array.from({ length: 20_001 }, () => 0);
    expect((await rejectionOf({ day: 'x', rows: [{ name: 'a', parts }] })).code).toBe('malformed_request');
    const unstorable = { day: 'x', rows: [{ name: 'a' }, { name: 'a\0' }] };
    expect((await problemsOf(unstorable)).map(([field]) => field)).toEqual(['rows.1.name']);
    expect((await problemsOf({ day: '\0', rows: [] })).map(([field]) => field)).toEqual(['day']);
  });
});
