import { Select, type ComboboxItem } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLiveQuery } from 'dexie-react-hooks';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { OPTIONS_LIMIT_DEFAULT, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { foldText, matchesFolded, searchWords } from '#domain/text/fold.ts';
import { catalogRow, searchCatalog, type CatalogRow } from '#storage/catalogs.ts';
import { useComboboxLabel } from '#ui/combobox-label.tsx';

type Resource = 'evaluation-types' | 'companies';

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

interface Acceptance {
  readonly resource: Resource;
  readonly ownerId: string;
  readonly onChoose: (id: string) => void;
  readonly onLeft: (text: string) => void;
}

/**
 * Whoever types and goes on by Enter or Tab, also before the list has answered: the device is asked for the text as it
 * stands. Tab takes the row only where there is no other; Enter takes the first, which is the one marked in the list.
 */
function useAcceptance({ resource, ownerId, onChoose, onLeft }: Acceptance) {
  const open = useRef(false);
  const accept = async (text: string, how: 'first' | 'only') => {
    if (!open.current || text.trim() === '') return;
    open.current = false;
    const [row, other] = await searchCatalog(resource, text, { ownerId, limit: 2 });
    if (row && (how === 'first' || !other)) onChoose(row.id);
    else onLeft(text);
  };
  return {
    /** Something is typed that is not chosen yet. */
    begin: () => void (open.current = true),
    end: () => void (open.current = false),
    accept: (text: string, how: 'first' | 'only') => void accept(text, how).catch(reportError),
  };
}

/** What was typed and not chosen: it is said, and stands there again. */
function useLeftText() {
  const [left, setLeft] = useState<string | null>(null);
  const hint = left === null ? undefined : `«${left}» no quedó elegido. Escoge una opción de la lista.`;
  return { hint, setLeft };
}

/** A search of the device's own catalogue (R1): it answers the same with and without network. */
export function CatalogSelect(props: CatalogSelectProps) {
  const { label, resource, ownerId, value, onChange, clearLabel, ...field } = props;
  const labelled = useComboboxLabel(label);
  const [typed, setTyped] = useState('');
  const { hint, setLeft } = useLeftText();
  const chosen = useChosen(resource, value);
  // The name of what is chosen is not a query: the list opens whole.
  const wanted = typed === chosen?.name ? '' : typed;
  const [query] = useDebouncedValue(wanted, SEARCH_DEBOUNCE_MS.combobox);
  const found = useSearch(resource, query, ownerId);
  const searching = found === undefined || found.query !== wanted;
  const rows = stillFitting(found?.rows ?? [], searching ? wanted : '');
  const shown = new Map(rows.map((row) => [row.id, row]));

  const choose = (id: string) => {
    typing.end();
    setLeft(null);
    onChange(id);
  };
  const typing = useAcceptance({ resource, ownerId, onChoose: choose, onLeft: setLeft });
  const onKeyDown = (event: KeyboardEvent) => {
    // Once the list has answered, its first row is marked and Enter is the list's own.
    if (event.key !== 'Enter' || !searching || wanted.trim() === '') return;
    event.preventDefault();
    typing.accept(wanted, 'first');
  };
  const onBlur = () => {
    typing.accept(wanted, 'only');
    // Leaving puts back what is chosen; with nothing chosen, the text stays for whoever comes back to it.
    if (value === '') setTyped(typed);
  };
  return (
    <Select
      {...field}
      {...labelled}
      searchable
      allowDeselect={false}
      autoComplete="off"
      spellCheck={false}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={itemsOf(rows, chosen)}
      filter={({ options }) => options.filter((option) => 'value' in option && shown.has(option.value))}
      value={value || null}
      onChange={(id) => choose(id ?? '')}
      onInput={() => {
        typing.begin();
        setLeft(null);
      }}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      searchValue={typed}
      onSearchChange={setTyped}
      // Marked anew with each answer: Mantine looks at the rows when this turns true.
      selectFirstOptionOnChange={wanted !== '' && !searching}
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
