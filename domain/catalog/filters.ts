/** What a catalogue's list is narrowed by. */
export interface CatalogFilters {
  readonly search: string;
  readonly includeInactive: boolean;
  /** Of branches; empty for all companies. */
  readonly companyId: string;
}

/** Inactive rows are shown unless said otherwise (P4). */
export const allRows: CatalogFilters = { search: '', includeInactive: true, companyId: '' };

/** Whether rows may be missing because of the filters. */
export const isNarrowed = ({ search, includeInactive, companyId }: CatalogFilters): boolean =>
  search !== '' || !includeInactive || companyId !== '';
