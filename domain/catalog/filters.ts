export interface CatalogFilters {
  readonly search: string;
  readonly includeInactive: boolean;
  readonly companyId: string;
}

/** Default filters: inactive rows are shown (P4). */
export const defaultCatalogFilters: CatalogFilters = { search: '', includeInactive: true, companyId: '' };

export const hasNonDefaultCatalogFilters = ({
  search,
  includeInactive,
  companyId,
}: CatalogFilters): boolean => search !== '' || !includeInactive || companyId !== '';
