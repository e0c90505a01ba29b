import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toWireJson } from './wire-form.ts';

const NameOnlySchema = z.object({ name: z.string() });

describe('toWireJson', () => {
  it('P8.41 toWireJson returns only the fields of the contract, as text for a short response and as bytes for a long response', () => {
    expect(toWireJson(NameOnlySchema, { name: 'Peña', secret: 1 })).toBe('{"name":"Peña"}');
    const long = { name: 'ñ'.repeat(70_000) };
    expect(toWireJson(NameOnlySchema, long)).toEqual(Buffer.from(JSON.stringify(long)));
  });

  it('P8.41 toWireJson serialises the same response object only once', () => {
    let parsed = 0;
    const counting = z.pipe(
      NameOnlySchema,
      z.transform((value) => {
        parsed += 1;
        return value;
      }),
    );
    const answer = { name: 'Peña' };
    expect(toWireJson(counting, answer)).toBe(toWireJson(counting, answer));
    expect(parsed).toBe(1);
  });
});
