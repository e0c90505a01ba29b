import { describe, expect, it } from 'vitest';
import { typedBirthDate } from './birth-date.ts';

/** What stands in the field after these keys. */
const type = (keys: string) =>
  keys.split('').reduce((before, key) => typedBirthDate(before, before + key), '');

describe('spec §5 birth date as it is typed', () => {
  it.each([
    ['19900512', '1990-05-12'],
    ['1990-05-12', '1990-05-12'],
    ['1990', '1990'],
    ['199005', '1990-05'],
    ['1990051299', '1990-05-12'],
  ])('the keys %s leave %s', (keys, text) => expect(type(keys)).toBe(text));

  it.each([
    ['12/05/1990', '1990-05-12'],
    ['5/3/1990', '1990-03-05'],
    [' 12-05-1990 ', '1990-05-12'],
    ['1990-05-12', '1990-05-12'],
  ])('pasting %s leaves %s', (pasted, text) => expect(typedBirthDate('', pasted)).toBe(text));

  it('can be erased key by key', () => {
    let text = '1990-05-12';
    for (let keys = 0; keys < 12 && text !== ''; keys += 1) text = typedBirthDate(text, text.slice(0, -1));
    expect(text).toBe('');
  });

  it('leaves what is no date as it was typed', () => expect(typedBirthDate('', 'mayo')).toBe('mayo'));
});
