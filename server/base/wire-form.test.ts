import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { wireForm } from './wire-form.ts';

const Named = z.object({ name: z.string() });

describe('wireForm', () => {
  it('P8.41 returns only the contract’s fields of a response: as text, or as bytes when the response is long', () => {
    expect(wireForm(Named, { name: 'Peña', secret: 1 })).toBe('{"name":"Peña"}');
    const long = { name: 'ñ'.repeat(70_000) };
    expect(wireForm(Named, long)).toEqual(Buffer.from(JSON.stringify(long)));
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
    expect(wireForm(counting, answer)).toBe(wireForm(counting, answer));
    expect(parsed).toBe(1);
  });
});
