import { describe, expect, it } from 'vitest';
import { isImpossibleDate, normalizeTypedBirthDate, formatDateWhileTyping } from './birth-date.ts';

const simulateTyping = (keys: string) =>
  keys.split('').reduce((before, key) => formatDateWhileTyping(before, before + key), '');

describe('P5 birth-date field', () => {
  it.each([
    ['19900512', '1990-05-12'],
    ['1990-05-12', '1990-05-12'],
    ['1990', '1990'],
    ['199005', '1990-05'],
    ['1990051299', '1990-05-12'],
  ])('the birth-date field shows the typed keys %s as %s', (keys, text) =>
    expect(simulateTyping(keys)).toBe(text),
  );

  it.each([
    ['12/05/1990', '1990-05-12'],
    ['5/3/1990', '1990-03-05'],
    [' 12-05-1990 ', '1990-05-12'],
    ['1990-05-12', '1990-05-12'],
  ])('the birth-date field shows the pasted text %s as %s', (pasted, text) =>
    expect(formatDateWhileTyping('', pasted)).toBe(text),
  );

  it('the user can erase a birth date key by key', () => {
    let text = '1990-05-12';
    for (let keys = 0; keys < 12 && text !== ''; keys += 1)
      text = formatDateWhileTyping(text, text.slice(0, -1));
    expect(text).toBe('');
  });

  it('the birth-date field keeps text that is no date as typed', () =>
    expect(formatDateWhileTyping('', 'mayo')).toBe('mayo'));

  it.each([
    ['15-03-1985', '1985-03-15'],
    ['15/3/1985', '1985-03-15'],
    ['15031985', '1985-03-15'],
    ['20031985', '1985-03-20'],
    ['1985-3-5', '1985-03-05'],
    ['19850315', '1985-03-15'],
    ['20101112', '2010-11-12'],
    ['30021988', '1988-02-30'],
    ['99999999', '99999999'],
    ['5/8/9', '5/8/9'],
    ['8/90', '8/90'],
    ['mayo', 'mayo'],
    ['ayer 90', 'ayer 90'],
  ])('the birth-date field shows the typed keys %s as %s after it loses the focus', (keys, text) =>
    expect(normalizeTypedBirthDate(simulateTyping(keys), '2026-11-26')).toBe(text),
  );

  it.each([
    ['5/8/90', '1990-08-05'],
    ['05-08-90', '1990-08-05'],
    ['5/8/26', '2026-08-05'],
    ['27/11/26', '1926-11-27'],
    ['31/2/90', '1990-02-31'],
  ])(
    'P10.256 the birth-date field completes the two-digit year in %s to the latest date that is not in the future: %s',
    (keys, text) => expect(normalizeTypedBirthDate(simulateTyping(keys), '2026-11-26')).toBe(text),
  );

  it.each([
    ['1990-02-31', true],
    ['1992-02-29', false],
    ['1990-2', false],
  ])('the check for a date that does not exist returns for %s: %s', (text, none) =>
    expect(isImpossibleDate(text)).toBe(none),
  );
});
