import { describe, expect, it } from 'vitest';
import { defaultFilters, readAddress, toggleStatus, writeAddress } from './address.ts';

const COMPANY = '77777777-7777-4777-8777-777777777777';
const read = (text: string) => readAddress(new URLSearchParams(text));

describe('P2.16 filters in the address', () => {
  it('the filters written to an address are read back', () => {
    const filters = {
      statuses: ['cerrada'] as const,
      from: '2026-11-01',
      to: '2026-11-20',
      companyId: COMPANY,
      page: 3,
    };
    expect(readAddress(writeAddress(filters))).toEqual(filters);
  });

  it('P2.30 default filters write no parameters', () => {
    expect(writeAddress(defaultFilters).toString()).toBe('');
    expect(read('')).toEqual(defaultFilters);
  });

  it.each(['page=0&status=x', 'page=1.5&from=2026-02-30&to=ayer', 'company=1&page=-2', 'status=,'])(
    'invalid values in the address are ignored: %s',
    (text) => expect(read(text)).toEqual(defaultFilters),
  );
});

it('P4.16 the last status cannot be removed', () => {
  expect(toggleStatus(['pendiente'], 'pendiente')).toEqual(['pendiente']);
  expect(toggleStatus(['pendiente', 'cerrada'], 'pendiente')).toEqual(['cerrada']);
  expect(toggleStatus(['cerrada'], 'pendiente')).toEqual(['pendiente', 'cerrada']);
});
