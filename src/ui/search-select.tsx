import { Select, type ComboboxItem } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState, type ReactNode } from 'react';
import './search-select.css';

const DEBOUNCE_MS = 200;

/** A row that can be chosen; `aside` is what else tells two rows apart. */
export interface SearchRow {
  readonly id: string;
  readonly name: string;
  readonly aside: string;
  readonly recent?: boolean;
}

interface SearchSelectProps {
  label: string;
  value: string;
  onChange: (id: string) => void;
  /** What is searched; changes when `search` or `find` look elsewhere. */
  source: string;
  /** Both read the device, and are asked again when what they read changes. */
  search: (query: string) => Promise<readonly SearchRow[]>;
  find: (id: string) => Promise<SearchRow | null>;
  /** Milliseconds from the last letter to the search. */
  debounce?: number;
  error?: ReactNode;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  /** Accessible name of the button that empties the field; without it the field cannot be emptied. */
  clearLabel?: string;
  /** A first option that stands for no choice, such as 'Todas las empresas'. */
  noneLabel?: string;
  /** What else the chosen row has to say stands under the field. */
  showAside?: boolean;
  'data-path'?: string;
}

interface Found {
  readonly query: string;
  readonly rows: readonly SearchRow[];
}

const useSearch = ({ search, source }: SearchSelectProps, query: string): Found | undefined =>
  useLiveQuery(async () => ({ query, rows: await search(query) }), [query, source]);

/** A select's option needs a value of its own. */
const NONE = 'none';

function useChosen({ find, source, value, noneLabel }: SearchSelectProps): SearchRow | null {
  const found = useLiveQuery(() => (value === '' ? null : find(value)), [value, source]) ?? null;
  if (value !== '' || noneLabel === undefined) return found;
  return { id: NONE, name: noneLabel, aside: '' };
}

const Option = ({ row }: { row: SearchRow }) => (
  <span className="search-option">
    <span className="search-option-text">
      <span>{row.name}</span>
      <small>{row.aside}</small>
    </span>
    {row.recent && <small className="search-option-recent">Reciente</small>}
  </span>
);

/** The chosen row has to be among the data for its name to be shown, also when the search did not find it. */
function itemsOf(
  found: readonly SearchRow[],
  chosen: SearchRow | null,
  noneLabel: string | undefined,
): ComboboxItem[] {
  const rows = chosen && !found.some((row) => row.id === chosen.id) ? [chosen, ...found] : found;
  const items = rows.map((row) => ({ value: row.id, label: row.name }));
  if (noneLabel === undefined || chosen?.id === NONE) return items;
  return [{ value: NONE, label: noneLabel }, ...items];
}

/** A search of what lies on the device (R1): it answers the same with and without network. */
export function SearchSelect(props: SearchSelectProps) {
  const { value, onChange, clearLabel, noneLabel, debounce, showAside, ...rest } = props;
  const { search: _search, find: _find, source: _source, ...field } = rest;
  const [typed, setTyped] = useState('');
  const chosen = useChosen(props);
  // The name of what is chosen is not a query: the list opens whole.
  const wanted = typed === chosen?.name ? '' : typed;
  const [query] = useDebouncedValue(wanted, debounce ?? DEBOUNCE_MS);
  const found = useSearch(props, query);
  const rows = found?.rows ?? [];
  const shown = new Map(rows.map((row) => [row.id, row]));
  const searching = found === undefined || found.query !== wanted;
  return (
    <Select
      {...field}
      searchable
      allowDeselect={false}
      autoComplete="off"
      spellCheck={false}
      data={itemsOf(rows, chosen, noneLabel)}
      description={showAside ? chosen?.aside : undefined}
      filter={({ options }) =>
        options.filter((option) => 'value' in option && (shown.has(option.value) || option.value === NONE))
      }
      value={value || (noneLabel === undefined ? null : NONE)}
      onChange={(id) => onChange(id === null || id === NONE ? '' : id)}
      // What stands for no choice is not to be deleted letter by letter before one can search.
      onFocus={(event) => noneLabel !== undefined && event.currentTarget.select()}
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
