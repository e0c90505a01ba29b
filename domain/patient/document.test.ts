import { describe, expect, it } from 'vitest';
import { looksCompleteDocumentNumber, normalizeDocumentNumber } from './document.ts';

describe('P10.3 normalisation of document numbers', () => {
  it.each([
    ['CC', '9.999.000.017', '9999000017'],
    ['CC', ' 9999 000 017 ', '9999000017'],
    ['CC', '9999-000-017', '9999000017'],
    ['CC', '0009999000017', '9999000017'],
    ['TI', '0099990059', '99990059'],
    ['CE', '0099', '0099'],
    ['PA', 'xx-00.1 2', 'XX0012'],
    ['PA', '００１２', '0012'],
    ['PA', 'AB–12', 'AB12'],
    ['CC', '9999\u200b000\u00ad017\u200e', '9999000017'],
  ] as const)('the document number %s %s is normalised to %s', (type, typed, normalized) => {
    expect(normalizeDocumentNumber(type, typed)).toBe(normalized);
  });

  it('a document number of only separators or zeros is normalised to an empty text', () => {
    expect(normalizeDocumentNumber('PA', '. - .')).toBe('');
    expect(normalizeDocumentNumber('CC', '000')).toBe('');
  });

  it('a normalised document number does not change when it is normalised again', () => {
    const once = normalizeDocumentNumber('CC', '0 0.12-3');
    expect(normalizeDocumentNumber('CC', once)).toBe(once);
  });
});

describe('P10.28 complete document numbers', () => {
  it.each([
    ['CC', '99.990.017', true],
    ['CC', '9999000017', true],
    ['CC', '99990', false],
    ['CC', '999900001', false],
    ['CC', 'AB123456', false],
    ['PA', 'ab 123456', true],
    ['PA', '999900001', true],
    ['PA', 'AB123', false],
    ['PA', 'AB12345678901', false],
  ] as const)('the number of the document %s %s is complete: %s', (type, number, isComplete) => {
    expect(looksCompleteDocumentNumber(type, number)).toBe(isComplete);
  });
});
