import { Select, type ComboboxItem } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState, type ReactNode } from 'react';
import { OPTIONS_LIMIT_DEFAULT, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { foldText, matchesFolded, searchWords } from '#domain/text/fold.ts';
import { catalogRow, searchCatalog, type CatalogRow } from '#storage/catalogs.ts';
import { useComboboxLabel } from '#ui/combobox-label.tsx';

type Resource = 'evaluation-types' | 'companies';

interface CatalogSelectProps {
  label: string;
  resource: Resource;
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

interface Found {
  readonly query: string;
  readonly rows: readonly CatalogRow[];
}

function useSearch(resource: Resource, query: string, ownerId: string): Found | undefined {
  return useLiveQuery(
    async () => ({
      query,
      rows: await searchCatalog(resource, query, { ownerId, limit: OPTIONS_LIMIT_DEFAULT }),
    }),
    [resource, query, ownerId],
  );
}

const useChosen = (resource: Resource, id: string): CatalogRow | null =>
  useLiveQuery(() => (id === '' ? null : catalogRow(resource, id)), [resource, id]) ?? null;

/** What else tells two rows apart: code, and a company's city. */
const aside = (row: CatalogRow): string => [row.code, row.detail].filter(Boolean).join(' · ');

const Option = ({ row }: { row: CatalogRow }) => (
  <span className="catalog-option">
    <span className="catalog-option-text">
      <span>{row.name}</span>
      <small>{aside(row)}</small>
    </span>
    {row.recent && <small className="catalog-option-recent">Reciente</small>}
  </span>
);

const toItem = (row: CatalogRow): ComboboxItem => ({ value: row.id, label: row.name });

/**
 * Of the rows found for what was typed a moment ago, those that fit what is typed now: whoever goes on to Enter before
 * the search has answered must not choose what stood first in the list of before.
 */
function stillFitting(rows: readonly CatalogRow[], wanted: string): readonly CatalogRow[] {
  const words = searchWords(wanted);
  return rows.filter((row) => matchesFolded(foldText(`${row.name} ${aside(row)}`), words));
}

/** The chosen row has to be among the data for its name to be shown, also when the search did not find it. */
function itemsOf(found: readonly CatalogRow[], chosen: CatalogRow | null): ComboboxItem[] {
  const extra = chosen && !found.some((row) => row.id === chosen.id) ? [toItem(chosen)] : [];
  return [...extra, ...found.map(toItem)];
}

/** A search of the device's own catalogue (R1): it answers the same with and without network. */
export function CatalogSelect(props: CatalogSelectProps) {
  const { label, resource, ownerId, value, onChange, clearLabel, ...field } = props;
  const labelled = useComboboxLabel(label);
  const [typed, setTyped] = useState('');
  const chosen = useChosen(resource, value);
  // The name of what is chosen is not a query: the list opens whole.
  const wanted = typed === chosen?.name ? '' : typed;
  const [query] = useDebouncedValue(wanted, SEARCH_DEBOUNCE_MS.combobox);
  const found = useSearch(resource, query, ownerId);
  const searching = found === undefined || found.query !== wanted;
  const rows = stillFitting(found?.rows ?? [], searching ? wanted : '');
  const shown = new Map(rows.map((row) => [row.id, row]));
  return (
    <Select
      {...field}
      {...labelled}
      searchable
      allowDeselect={false}
      autoComplete="off"
      spellCheck={false}
      data={itemsOf(rows, chosen)}
      filter={({ options }) => options.filter((option) => 'value' in option && shown.has(option.value))}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={searching ? 'Buscando…' : 'Sin resultados. Revisa lo escrito.'}
      renderOption={({ option }) => {
        const row = shown.get(option.value);
        return row ? <Option row={row} /> : option.label;
      }}
      clearable={clearLabel !== undefined}
      clearSectionMode="clear"
      withScrollArea={false}
      clearButtonProps={{ 'aria-label': clearLabel ?? 'Quitar', size: '44px' }}
    />
  );
}
