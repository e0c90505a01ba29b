import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toWireJson } from './wire-form.ts';

const Named = z.object({ name: z.string() });

describe('toWireJson', () => {
  it('P8.41 returns only the contract’s fields of a response: as text, or as bytes when the response is long', () => {
    expect(toWireJson(Named, { name: 'Peña', secret: 1 })).toBe('{"name":"Peña"}');
    const long = { name: 'ñ'.repeat(70_000) };
    expect(toWireJson(Named, long)).toEqual(Buffer.from(JSON.stringify(long)));
  });

  it('P8.41 serialises the same response only once', () => {
    let parsed = 0;
    const counting = z.pipe(
      Named,
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
