import { describe, expect, it } from 'vitest';
import { readAddress, usualAddress, withoutFilters, writeAddress } from './address.ts';

const COMPANY = '77777777-7777-4777-8777-777777777777';
const read = (text: string) => readAddress(new URLSearchParams(text));

describe('P10.224 the filters of a catalogue in the address', () => {
  it('what was written is read again, and what is not the list’s stays', () => {
    const filters = { includeInactive: false, companyId: COMPANY, page: 3 };
    const written = writeAddress(filters, '?a=1&page=7');
    expect(readAddress(written)).toEqual(filters);
    expect(written.get('a')).toBe('1');
  });

  it('the usual ones leave the address bare', () => {
    expect(writeAddress(usualAddress, '').toString()).toBe('');
    expect(read('')).toEqual(usualAddress);
  });

  it.each(['page=0&inactive=x', 'page=1.5&company=1', 'page=-2'])(
    'what means nothing is left out: %s',
    (text) => expect(read(text)).toEqual(usualAddress),
  );

  it('P2.16 a link to another catalogue takes along all but them', () => {
    expect(withoutFilters('?a=1')).toBe('?a=1');
    expect(withoutFilters('?page=3&a=1&inactive=no')).toBe('?a=1');
    expect(withoutFilters('?page=3')).toBe('');
  });
});
