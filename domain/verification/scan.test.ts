import { expect, test } from 'vitest';
import { VERIFICATION_INPUT_MAX_LENGTH, parseVerificationInput } from './scan.ts';

test('P10.141 a typed verification code is read in any case and with hyphens', () => {
  expect(parseVerificationInput(' 7kq2-9m4x-hj3t ')).toEqual({
    code: '7KQ29M4XHJ3T',
    fragment: '',
    host: null,
  });
});

test('P10.141 the fragment of the address in a QR code is kept when the address is parsed', () => {
  const seal = '#BOG-2026-000123~20261122~017~2~0123456789ab.x';
  expect(parseVerificationInput(`https://Clinica.example.com/v/7KQ29M4XHJ3T${seal}\n`)).toEqual({
    code: '7KQ29M4XHJ3T',
    fragment: seal,
    host: 'Clinica.example.com',
  });
  expect(parseVerificationInput('http://127.0.0.1:8080/v/7KQ2-9M4X-HJ3T#')).toEqual({
    code: '7KQ29M4XHJ3T',
    fragment: '',
    host: '127.0.0.1:8080',
  });
});

test.each([
  '',
  'hola',
  'https://clinica.example.com/v/',
  'https://clinica.example.com/x/7KQ29M4XHJ3T',
  'javascript:7KQ29M4XHJ3T',
  `https://clinica.example.com/v/7KQ29M4XHJ3T#${'x'.repeat(VERIFICATION_INPUT_MAX_LENGTH)}`,
])('P10.141 a text that is neither a code nor the address of a QR code is rejected: %s', (typed) =>
  expect(parseVerificationInput(typed)).toBeNull(),
);
