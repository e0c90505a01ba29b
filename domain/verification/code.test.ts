import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  VERIFICATION_CODE_LENGTH,
  makeVerificationCode,
  parseVerificationCode,
  formatVerificationCode,
} from './code.ts';

describe('P10.111 verification code of a document', () => {
  it('a typed verification code is accepted in any case, and with letters in place of the digits that they resemble', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: VERIFICATION_CODE_LENGTH, maxLength: VERIFICATION_CODE_LENGTH }),
        fc.func(fc.nat(3)),
        (random, choose) => {
          const code = makeVerificationCode(random);
          const typed = Array.from(formatVerificationCode(code), (letter, at) => {
            const written = choose(at) % 2 === 0 ? letter.toLowerCase() : letter;
            const alike: Record<string, string> = { '0': 'Oo0', '1': 'IilL' };
            return choose(at, 'alike') === 0 ? (alike[letter]?.[choose(at) % 3] ?? written) : written;
          });
          expect(parseVerificationCode(` ${typed.join('')} `)).toBe(code);
        },
      ),
    );
  });

  it('a verification code is generated from the lowest five bits of each random byte', () => {
    const all = Uint8Array.from({ length: VERIFICATION_CODE_LENGTH }, (_, index) => 224 + index);
    expect(makeVerificationCode(all)).toBe('0123456789AB');
    expect(makeVerificationCode(new Uint8Array(VERIFICATION_CODE_LENGTH).fill(255))).toBe('ZZZZZZZZZZZZ');
    expect(formatVerificationCode('7KQ29M4XHJ3T')).toBe('7KQ2-9M4X-HJ3T');
  });

  it.each([
    '',
    '7KQ2',
    '7KQ2-9M4X-HJ3',
    '7KQ2-9M4X-HJ3TT',
    '7KQ2-9M4X-HJ3U',
    '7KQ2/9M4X/HJ3T',
    'x'.repeat(5_000),
  ])('the text %j is not a verification code', (typed) => {
    expect(parseVerificationCode(typed)).toBeNull();
  });
});
