import { describe, expect, it } from 'vitest';
import {
  defaultEvaluationFilters,
  parseEvaluationsAddress,
  toggleStatusFilter,
  buildEvaluationsParams,
} from './address.ts';

const COMPANY_ID = '77777777-7777-4777-8777-777777777777';
const parseAddressText = (text: string) => parseEvaluationsAddress(new URLSearchParams(text));

describe('P2.16 filters in the address', () => {
  it('the address of the evaluation list stores and restores the filters', () => {
    const filters = {
      statuses: ['cerrada'] as const,
      from: '2026-11-01',
      to: '2026-11-20',
      companyId: COMPANY_ID,
      page: 3,
    };
    expect(parseEvaluationsAddress(buildEvaluationsParams(filters))).toEqual(filters);
  });

  it('P2.30 the address of the evaluation list has no parameters for default filters', () => {
    expect(buildEvaluationsParams(defaultEvaluationFilters).toString()).toBe('');
    expect(parseAddressText('')).toEqual(defaultEvaluationFilters);
  });

  it.each(['page=0&status=x', 'page=1.5&from=2026-02-30&to=ayer', 'company=1&page=-2', 'status=,'])(
    'the list ignores an invalid filter in the address: %s',
    (text) => expect(parseAddressText(text)).toEqual(defaultEvaluationFilters),
  );
});

it('P4.16 the status filter of the evaluation list keeps at least one status selected', () => {
  expect(toggleStatusFilter(['pendiente'], 'pendiente')).toEqual(['pendiente']);
  expect(toggleStatusFilter(['pendiente', 'cerrada'], 'pendiente')).toEqual(['cerrada']);
  expect(toggleStatusFilter(['cerrada'], 'pendiente')).toEqual(['pendiente', 'cerrada']);
});
