import { Select, type ComboboxItem } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { leftHint, useAcceptance, useNotedText } from './accept-typed.ts';
import { useComboboxLabel } from './combobox-label.tsx';
import { useAsked } from './use-asked.ts';
import './search-select.css';

const DEBOUNCE_MS = 200;

/** A row that can be chosen; `aside` is what else tells two rows apart. */
export interface SearchRow {
  readonly id: string;
  readonly name: string;
  readonly aside: string;
  readonly recent?: boolean;
  /** Puts a row that is not on the device yet there; awaited before it counts as chosen. */
  readonly keep?: () => Promise<void>;
}

/** Where the rows come from: from the device, which is asked again when what it reads changes, and from `ask`. */
interface SearchSource {
  /** Names what is searched; changes when `search` or `find` look elsewhere. */
  readonly source: string;
  readonly search: (query: string) => Promise<readonly SearchRow[]>;
  readonly find: (id: string) => Promise<SearchRow | null>;
  /** Whether `search` would find the row for this text. */
  readonly fits: (row: SearchRow, query: string) => boolean;
  /** What the device does not have yet; asked once one pauses, and shown behind what it has. */
  readonly ask?: (query: string) => Promise<readonly SearchRow[]>;
}

interface SearchSelectProps extends SearchSource {
  label: string;
  /** Empty: nothing is chosen. */
  value: string;
  onChange: (id: string) => void;
  /** Milliseconds from the last letter to the question that leaves the device. */
  debounce?: number;
  error?: ReactNode;
  placeholder?: string;
  required?: boolean;
  /** Accessible name of the button that empties the field; without it the field cannot be emptied. */
  clearLabel?: string;
  /** A first option that stands for no choice, such as 'Todas las empresas'. */
  noneLabel?: string;
  /** What else the chosen row has to say stands under the field. */
  showAside?: boolean;
  /** Stands under the field in place of the empty list, until something else is typed or chosen. */
  missing?: (query: string) => ReactNode;
  /** What was typed here before and not chosen stands in the field again. */
  typedBefore?: string;
  /** Told of what stands in the field without being chosen; empty where something is, or nothing stands there. */
  onTyped?: (text: string) => void;
  /** Called once Enter has chosen a row that the list had not marked yet. For a marked row Enter bubbles up. */
  onEntered?: (field: HTMLElement) => void;
  'data-path'?: string;
}

interface Found {
  readonly query: string;
  readonly rows: readonly SearchRow[];
}

const useSearch = ({ search, source }: SearchSource, query: string): Found | undefined =>
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

/** The device's rows first, as they stand; new ones behind them, so that nothing moves under a finger. */
const merged = (here: readonly SearchRow[], added: readonly SearchRow[]): readonly SearchRow[] => [
  ...here,
  ...added.filter(({ id }) => !here.some((row) => row.id === id)),
];

/** What was made elsewhere since the device looked last. `isDue`: an answer to what is wanted now is awaited. */
function useAdded(props: SearchSelectProps, wanted: string, isOpen: boolean) {
  const target = isOpen ? wanted : null;
  const [paused] = useDebouncedValue(target, props.debounce ?? DEBOUNCE_MS);
  const { rows, answered } = useAsked(props, paused === target ? target : null);
  return { rows, isDue: isOpen && props.ask !== undefined && answered !== wanted };
}

/** What the list shows for what stands in the field. */
function useRows(props: SearchSelectProps, typed: string, isOpen: boolean) {
  const chosen = useChosen(props);
  // The name of what is chosen is not a query: the list opens whole.
  const wanted = typed === chosen?.name ? '' : typed;
  const found = useSearch(props, wanted);
  const added = useAdded(props, wanted, isOpen);
  const isBehind = found === undefined || found.query !== wanted;
  // Of the rows found for what was typed a moment ago, those that fit what is typed now: whoever goes on to Enter before
  // the search has answered must not choose what stood first in the list of before.
  const fitting = added.rows.filter((row) => props.fits(row, wanted));
  const here = (found?.rows ?? []).filter((row) => !isBehind || props.fits(row, wanted));
  const rows = merged(here, fitting);
  return { chosen, wanted, searching: isBehind || (rows.length === 0 && added.isDue), rows, added: fitting };
}

/** Nothing was found: because nothing is here yet, which no other spelling mends, or for what was typed. */
function useNothingFound(
  { search, source }: SearchSource,
  { searching, rows }: ReturnType<typeof useRows>,
): string {
  const found = !searching && rows.length > 0;
  const isEmpty = useLiveQuery(async () => !found && (await search('')).length === 0, [found, source]);
  if (searching) return 'Buscando…';
  return isEmpty === true ? 'Todavía no hay nada para elegir.' : 'Sin resultados. Revisa lo escrito.';
}

/** The list may have answered a moment before its first row is marked. */
function hasMarkedRow(box: Element): boolean {
  const list = document.getElementById(box.getAttribute('aria-controls') ?? '');
  return (list?.querySelector('[data-combobox-selected]') ?? null) !== null;
}

/** What was typed and found nothing. Stays when the field is left: what is said of it has buttons. */
function useMissed(
  { value, missing }: SearchSelectProps,
  { chosen, wanted, searching, rows }: ReturnType<typeof useRows>,
) {
  const { noted, note } = useNotedText(value);
  const query = wanted.trim();
  // What has just been chosen is not looked up yet: its name is no query.
  const isSettled = value === '' || chosen !== null;
  const isMissing = query !== '' && !searching && rows.length === 0;
  if (missing && isSettled && isMissing && noted !== query) note(query);
  return { missed: noted, forget: () => note(null) };
}

/** The text of the field, which outlives the screen where somebody keeps it. */
function useText({ value, typedBefore = '', onTyped }: SearchSelectProps) {
  const [typed, setTyped] = useState(value === '' ? typedBefore : '');
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  /** Mantine empties the text of a field without a choice while it is mounted: before the effect above. */
  const change = (text: string) => {
    if (text !== '' || isMounted.current) setTyped(text);
  };
  const unchosen = value === '' ? typed : '';
  const tell = useEffectEvent((text: string) => onTyped?.(text));
  useEffect(() => tell(unchosen), [unchosen]);
  return [typed, change] as const;
}

/** What is typed becomes a choice, by a click, by Enter or by leaving the field. */
function useTyping(props: SearchSelectProps) {
  const { value, onChange } = props;
  const [typed, setTyped] = useText(props);
  const [isOpen, setOpen] = useState(false);
  const { noted: left, note: setLeft } = useNotedText(value);
  const list = useRows(props, typed, isOpen);
  const { missed, forget } = useMissed(props, list);
  const take = (id: string) => {
    const row = list.rows.find((one) => one.id === id);
    if (!row?.keep) return onChange(id);
    // Where the device has no room for it, it is chosen all the same.
    void row
      .keep()
      .catch(reportError)
      .finally(() => onChange(id));
  };
  const choose = (id: string) => {
    typing.end();
    setLeft(null);
    forget();
    // Enter before the list has answered leaves it open.
    setOpen(false);
    // What is chosen already is no change, and its name has to stand there again.
    if (id === value) setTyped(list.chosen?.name ?? '');
    else take(id);
  };
  const search = async (text: string) =>
    merged(
      await props.search(text),
      list.added.filter((row) => props.fits(row, text)),
    );
  const typing = useAcceptance({ search, onChoose: choose, onLeft: setLeft });
  const field = {
    dropdownOpened: isOpen,
    onDropdownOpen: () => setOpen(true),
    onDropdownClose: () => setOpen(false),
    searchValue: typed,
    onSearchChange: setTyped,
    // Mantine reports no change for it.
    onOptionSubmit: (id: string) => id === list.chosen?.id && choose(value),
    onInput: () => {
      typing.begin();
      setLeft(null);
      forget();
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // Where the list has answered and marked a row, Enter is the list's own.
      const isOfList = !list.searching && hasMarkedRow(event.currentTarget);
      if (event.key !== 'Enter' || isOfList || list.wanted.trim() === '') return;
      event.preventDefault();
      event.stopPropagation();
      const { currentTarget } = event;
      typing
        .accept(list.wanted, 'first')
        .then((isChosen) => isChosen && props.onEntered?.(currentTarget))
        .catch(reportError);
    },
    onBlur: () => {
      typing.accept(list.wanted, 'only').catch(reportError);
      // Leaving puts back what is chosen; with nothing chosen, the text stays for whoever comes back to it.
      if (value === '' && props.noneLabel === undefined) setTyped(typed);
    },
  };
  const hint = left === null || missed !== null ? undefined : leftHint(left);
  const nothingFound = useNothingFound(props, list);
  return { ...list, nothingFound: missed === null ? nothingFound : null, hint, missed, choose, field };
}

/** A search of what lies on the device (R1), with and without network; what is news to it comes behind. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, value, clearLabel, noneLabel, showAside, error, placeholder } = props;
  const labelled = useComboboxLabel(label);
  const { chosen, wanted, searching, rows, nothingFound, hint, missed, choose, field } = useTyping(props);
  const shown = new Map(rows.map((row) => [row.id, row]));
  // What stands for no choice is not an answer to a search.
  const isShown = (id: string) => shown.has(id) || (id === NONE && wanted === '');
  const select = (
    <Select
      {...labelled}
      {...field}
      data-path={props['data-path']}
      error={error}
      placeholder={placeholder}
      required={props.required ?? false}
      searchable
      // Whoever is led here by an error reads it first; a key or a tap opens the list.
      openOnFocus={false}
      allowDeselect={false}
      autoComplete="off"
      spellCheck={false}
      // Android's 'next' moves the focus without a key, and would choose nothing.
      enterKeyHint={props.onEntered && 'go'}
      description={hint ?? (showAside ? chosen?.aside : undefined)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={itemsOf(rows, chosen, noneLabel)}
      filter={({ options }) => options.filter((option) => 'value' in option && isShown(option.value))}
      value={value || (noneLabel === undefined ? null : NONE)}
      onChange={(id) => choose(id === null || id === NONE ? '' : id)}
      // What stands for no choice is not to be deleted letter by letter before one can search.
      onFocus={(event) => noneLabel !== undefined && event.currentTarget.select()}
      // Marked anew with each answer: Mantine looks at the rows when this turns true.
      selectFirstOptionOnChange={wanted !== '' && !searching}
      nothingFoundMessage={nothingFound}
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
  return (
    <>
      {select}
      {missed !== null && props.missing?.(missed)}
    </>
  );
}
