import { describe, expect, it } from 'vitest';
import { readAddress, usualAddress, withoutFilters, writeAddress } from './address.ts';

const COMPANY = '77777777-7777-4777-8777-777777777777';
const read = (text: string) => readAddress(new URLSearchParams(text));

describe('P10.224 filters of a catalogue in the address', () => {
  it('reads the filters that were written and keeps other parameters', () => {
    const filters = { includeInactive: false, companyId: COMPANY, page: 3 };
    const written = writeAddress(filters, '?a=1&page=7');
    expect(readAddress(written)).toEqual(filters);
    expect(written.get('a')).toBe('1');
  });

  it('writes no parameters for the default filters', () => {
    expect(writeAddress(usualAddress, '').toString()).toBe('');
    expect(read('')).toEqual(usualAddress);
  });

  it.each(['page=0&inactive=x', 'page=1.5&company=1', 'page=-2'])('ignores invalid values: %s', (text) =>
    expect(read(text)).toEqual(usualAddress),
  );

  it('P2.16 removes only the filters from a link to another catalogue', () => {
    expect(withoutFilters('?a=1')).toBe('?a=1');
    expect(withoutFilters('?page=3&a=1&inactive=no')).toBe('?a=1');
    expect(withoutFilters('?page=3')).toBe('');
  });
});
