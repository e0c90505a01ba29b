import { Uuid } from '#contract/primitives.ts';
import { defaultCatalogFilters, type CatalogFilters } from '#domain/catalog/filters.ts';
import { parsePage } from '#ui/lists/use-list-filters.ts';

/**
 * Filters that are part of the page's address, so that back, reload and sharing work. The search text is not, because it may be
 * a doctor's name and the browser's history stores addresses (D5).
 */
export interface CatalogAddress extends Omit<CatalogFilters, 'search'> {
  /** Page number, starting at 1. */
  readonly page: number;
}

const { includeInactive, companyId } = defaultCatalogFilters;
export const DEFAULT_CATALOG_ADDRESS: CatalogAddress = { includeInactive, companyId, page: 1 };

const FILTER_PARAMETER_NAMES = ['inactive', 'company', 'page'];

/** Returns true if the address has filters of the list; other parameters do not count. */
export const hasAddressFilters = (params: URLSearchParams): boolean =>
  FILTER_PARAMETER_NAMES.some((name) => params.has(name));

export function parseCatalogAddress(params: URLSearchParams): CatalogAddress {
  const company = Uuid.safeParse(params.get('company'));
  return {
    includeInactive: params.get('inactive') !== 'no',
    companyId: company.success ? company.data : '',
    page: parsePage(params),
  };
}

/** Removes the filters from the query string, because they do not apply to another catalogue or a form. */
export function removeAddressFilters(search: string): string {
  const params = new URLSearchParams(search);
  if (!hasAddressFilters(params)) return search;
  for (const name of FILTER_PARAMETER_NAMES) params.delete(name);
  return params.size > 0 ? `?${params}` : '';
}

/** Returns the query string with the filters. Default values are omitted; parameters that are not filters stay (P2). */
export function buildCatalogSearchParams(address: CatalogAddress, before: string): URLSearchParams {
  const params = new URLSearchParams(removeAddressFilters(before));
  if (!address.includeInactive) params.set('inactive', 'no');
  if (address.companyId !== '') params.set('company', address.companyId);
  if (address.page > 1) params.set('page', String(address.page));
  return params;
}

export const isSameCatalogAddress = (one: CatalogAddress, other: CatalogAddress): boolean =>
  String(buildCatalogSearchParams(one, '')) === String(buildCatalogSearchParams(other, ''));
