import type { ReactNode } from 'react';
import { OPTIONS_LIMIT_DEFAULT, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { catalogRow, searchCatalog, type CatalogRow } from '#storage/catalogs.ts';
import { SearchSelect, type SearchRow } from '#ui/search-select.tsx';

interface CatalogSelectProps {
  label: string;
  resource: 'evaluation-types' | 'companies';
  ownerId: string;
  value: string;
  onChange: (id: string) => void;
  error?: ReactNode;
  placeholder?: string;
  required?: boolean;
  /** Accessible name of the button that empties the field; without it the field cannot be emptied. */
  clearLabel?: string;
  'data-path': string;
}

/** What else tells two rows apart: code, and a company's city. */
const toRow = ({ id, name, code, detail, recent }: CatalogRow): SearchRow => ({
  id,
  name,
  aside: [code, detail].filter(Boolean).join(' · '),
  recent,
});

/** A search of the device's own catalogue (R1): it answers the same with and without network. */
export function CatalogSelect({ resource, ownerId, ...field }: CatalogSelectProps) {
  return (
    <SearchSelect
      {...field}
      source={`${resource} ${ownerId}`}
      debounce={SEARCH_DEBOUNCE_MS.combobox}
      search={async (query) =>
        (await searchCatalog(resource, query, { ownerId, limit: OPTIONS_LIMIT_DEFAULT })).map(toRow)
      }
      find={async (id) => {
        const row = await catalogRow(resource, id);
        return row && toRow(row);
      }}
    />
  );
}
