import { Uuid } from '#contract/primitives.ts';
import { allRows, type CatalogFilters } from '#domain/catalog/filters.ts';

/**
 * A catalogue's filters as they stand in the address, so that back, reload and share work. The search text is not among
 * them: words for a doctor name a person, and an address stays in the browser's history (D5).
 */
export interface CatalogAddress extends Omit<CatalogFilters, 'search'> {
  /** From 1. */
  readonly page: number;
}

const { includeInactive, companyId } = allRows;
export const usualAddress: CatalogAddress = { includeInactive, companyId, page: 1 };

const NAMES = ['inactive', 'company', 'page'];

/** Whether it says anything of the filters; what else stands there is not the list's. */
export const namesFilters = (params: URLSearchParams): boolean => NAMES.some((name) => params.has(name));

/** Whatever in the address means nothing is as if it were not there. */
export function readAddress(params: URLSearchParams): CatalogAddress {
  const page = Number(params.get('page'));
  const company = Uuid.safeParse(params.get('company'));
  return {
    includeInactive: params.get('inactive') !== 'no',
    companyId: company.success ? company.data : '',
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

/** The query string without the filters: those of one catalogue mean nothing to another, and nothing to a form. */
export function withoutFilters(search: string): string {
  const params = new URLSearchParams(search);
  if (!namesFilters(params)) return search;
  for (const name of NAMES) params.delete(name);
  return params.size > 0 ? `?${params}` : '';
}

/** What is as usual is left out, and what is not the list's stays (P2). */
export function writeAddress(address: CatalogAddress, before: string): URLSearchParams {
  const params = new URLSearchParams(withoutFilters(before));
  if (!address.includeInactive) params.set('inactive', 'no');
  if (address.companyId !== '') params.set('company', address.companyId);
  if (address.page > 1) params.set('page', String(address.page));
  return params;
}

export const isSameAddress = (one: CatalogAddress, other: CatalogAddress): boolean =>
  one.includeInactive === other.includeInactive &&
  one.companyId === other.companyId &&
  one.page === other.page;
