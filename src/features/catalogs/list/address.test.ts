import { describe, expect, it } from 'vitest';
import {
  parseCatalogAddress,
  DEFAULT_CATALOG_ADDRESS,
  removeAddressFilters,
  buildCatalogSearchParams,
} from './address.ts';

const COMPANY_ID = '77777777-7777-4777-8777-777777777777';
const parseAddressText = (text: string) => parseCatalogAddress(new URLSearchParams(text));

describe('P10.224 filters of a catalogue in the address', () => {
  it('the page address stores and restores the filters of a catalogue, and keeps its other parameters', () => {
    const filters = { includeInactive: false, companyId: COMPANY_ID, page: 3 };
    const written = buildCatalogSearchParams(filters, '?a=1&page=7');
    expect(parseCatalogAddress(written)).toEqual(filters);
    expect(written.get('a')).toBe('1');
  });

  it('the page address has no parameters for default filters', () => {
    expect(buildCatalogSearchParams(DEFAULT_CATALOG_ADDRESS, '').toString()).toBe('');
    expect(parseAddressText('')).toEqual(DEFAULT_CATALOG_ADDRESS);
  });

  it.each(['page=0&inactive=x', 'page=1.5&company=1', 'page=-2'])(
    'the list ignores an invalid filter in the address: %s',
    (text) => expect(parseAddressText(text)).toEqual(DEFAULT_CATALOG_ADDRESS),
  );

  it('P2.16 the link to another catalogue keeps all parameters except the filters', () => {
    expect(removeAddressFilters('?a=1')).toBe('?a=1');
    expect(removeAddressFilters('?page=3&a=1&inactive=no')).toBe('?a=1');
    expect(removeAddressFilters('?page=3')).toBe('');
  });
});
