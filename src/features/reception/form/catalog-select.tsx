import type { ReactNode } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { catalogSource } from '#sync/catalog-source.ts';
import { SearchSelect } from '#ui/search-select.tsx';

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

/** A search of the device's own catalogue (R1): it answers the same with and without network. */
export const CatalogSelect = ({ resource, ownerId, ...field }: CatalogSelectProps) => (
  <SearchSelect {...field} {...catalogSource(resource, ownerId)} debounce={SEARCH_DEBOUNCE_MS.combobox} />
);
