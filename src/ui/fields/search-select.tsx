import { Select, type ComboboxItem } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { notChosenHint, useAcceptance, useRememberedText } from './accept-typed.ts';
import { useComboboxLabel } from './combobox-label.tsx';
import { useRemoteRows } from './use-remote-rows.ts';
import './search-select.css';

const DEBOUNCE_MS = 200;

/** Row that can be chosen; `aside` distinguishes rows with similar names. */
export interface SearchRow {
  readonly id: string;
  readonly name: string;
  readonly aside: string;
  readonly recent?: boolean;
  /** Stores a row that is not on the device yet; awaited before the row counts as chosen. */
  readonly keep?: () => Promise<void>;
}

/** Sources of the rows: the device, which is searched again when its data changes, and `ask`. */
interface SearchSource {
  /** Identifies the searched data; changes when `search` or `find` read another source. */
  readonly source: string;
  readonly search: (query: string) => Promise<readonly SearchRow[]>;
  readonly find: (id: string) => Promise<SearchRow | null>;
  /** Returns whether `search` would find the row for this text. */
  readonly fits: (row: SearchRow, query: string) => boolean;
  /** Requests rows that the device does not have yet, once typing pauses; these rows are shown after the device's own. */
  readonly ask?: (query: string) => Promise<readonly SearchRow[]>;
}

interface SearchSelectProps extends SearchSource {
  label: string;
  /** Id of the chosen row; empty when nothing is chosen. */
  value: string;
  onChange: (id: string) => void;
  /** Milliseconds from the last keystroke to the request to the server. */
  debounce?: number;
  error?: ReactNode;
  placeholder?: string;
  required?: boolean;
  /** Accessible name of the button that empties the field; without it the field cannot be emptied. */
  clearLabel?: string;
  /** First option, for no choice, such as 'Todas las empresas'. */
  noneLabel?: string;
  /** Shows the `aside` of the chosen row under the field. */
  showAside?: boolean;
  /** Content under the field in place of the empty list, until the user types or chooses again. */
  missing?: (query: string) => ReactNode;
  /** Text that was typed here earlier and not chosen; the field shows it again. */
  typedBefore?: string;
  /** Called with typed text that is not chosen; with an empty text when a row is chosen or the field is empty. */
  onTyped?: (text: string) => void;
  /** Called after Enter has chosen a row that the list had not marked yet. Enter on a marked row bubbles up. */
  onEntered?: (field: HTMLElement) => void;
  'data-path'?: string;
}

interface Found {
  readonly query: string;
  readonly rows: readonly SearchRow[];
}

const useSearch = ({ search, source }: SearchSource, query: string): Found | undefined =>
  useLiveQuery(async () => ({ query, rows: await search(query) }), [query, source]);

/** Value of the option for no choice, because every option needs one. */
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

/** Returns the options. The chosen row must be among them, even if the search did not find it, so that its name is shown. */
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

/** Returns the device's rows in their order, with new ones after them, so that nothing moves under a finger. */
const merged = (here: readonly SearchRow[], added: readonly SearchRow[]): readonly SearchRow[] => [
  ...here,
  ...added.filter(({ id }) => !here.some((row) => row.id === id)),
];

/**
 * Returns rows that were created elsewhere since the device's last refresh. `isDue`: the response for the present text is still
 * pending.
 */
function useAdded(props: SearchSelectProps, wanted: string, isOpen: boolean) {
  const target = isOpen ? wanted : null;
  const [paused] = useDebouncedValue(target, props.debounce ?? DEBOUNCE_MS);
  const { rows, answered } = useRemoteRows(props, paused === target ? target : null);
  return { rows, isDue: isOpen && props.ask !== undefined && answered !== wanted };
}

/** Returns the rows of the list for the text in the field. */
function useRows(props: SearchSelectProps, typed: string, isOpen: boolean) {
  const chosen = useChosen(props);
  // The name of the chosen row is not a query, so the list opens with all rows.
  const wanted = typed === chosen?.name ? '' : typed;
  const found = useSearch(props, wanted);
  const added = useAdded(props, wanted, isOpen);
  const isBehind = found === undefined || found.query !== wanted;
  // Rows of the previous text stay only if they fit the present one: a user who presses Enter before the search has finished
  // must not choose the first row of the previous list.
  const fitting = added.rows.filter((row) => props.fits(row, wanted));
  const here = (found?.rows ?? []).filter((row) => !isBehind || props.fits(row, wanted));
  const rows = merged(here, fitting);
  return { chosen, wanted, searching: isBehind || (rows.length === 0 && added.isDue), rows, added: fitting };
}

/** Returns the text of an empty list: either the device has no rows yet, or nothing matches the typed text. */
function useNothingFound(
  { search, source }: SearchSource,
  { searching, rows }: ReturnType<typeof useRows>,
): string {
  const found = !searching && rows.length > 0;
  const isEmpty = useLiveQuery(async () => !found && (await search('')).length === 0, [found, source]);
  if (searching) return 'Buscando…';
  return isEmpty === true ? 'Todavía no hay nada para elegir.' : 'Sin resultados. Revisa lo escrito.';
}

/** Returns whether a row is marked. The list may have loaded a moment before its first row is marked. */
function hasMarkedRow(box: Element): boolean {
  const list = document.getElementById(box.getAttribute('aria-controls') ?? '');
  return (list?.querySelector('[data-combobox-selected]') ?? null) !== null;
}

/** Returns the typed text that had no result. It stays when the field is left, because its message has buttons. */
function useMissed(
  { value, missing }: SearchSelectProps,
  { chosen, wanted, searching, rows }: ReturnType<typeof useRows>,
) {
  const { noted, note } = useRememberedText(value);
  const query = wanted.trim();
  // A row that was just chosen is not loaded yet, and its name is not a query.
  const isSettled = value === '' || chosen !== null;
  const isMissing = query !== '' && !searching && rows.length === 0;
  if (missing && isSettled && isMissing && noted !== query) note(query);
  return { missed: noted, forget: () => note(null) };
}

/** Holds the text of the field, which outlives the screen when the caller stores it. */
function useText({ value, typedBefore = '', onTyped }: SearchSelectProps) {
  const [typed, setTyped] = useState(value === '' ? typedBefore : '');
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  /**
   * Sets the text. Ignores the empty text that Mantine sets while it mounts a field without a choice, before the effect above.
   */
  const change = (text: string) => {
    if (text !== '' || isMounted.current) setTyped(text);
  };
  const unchosen = value === '' ? typed : '';
  const tell = useEffectEvent((text: string) => onTyped?.(text));
  useEffect(() => tell(unchosen), [unchosen]);
  return [typed, change] as const;
}

/** Turns typed text into a choice: by a click, by Enter or by leaving the field. */
function useTyping(props: SearchSelectProps) {
  const { value, onChange } = props;
  const [typed, setTyped] = useText(props);
  const [isOpen, setOpen] = useState(false);
  const { noted: left, note: setLeft } = useRememberedText(value);
  const list = useRows(props, typed, isOpen);
  const { missed, forget } = useMissed(props, list);
  const take = (id: string) => {
    const row = list.rows.find((one) => one.id === id);
    if (!row?.keep) return onChange(id);
    // The row is chosen even if the device has no room to store it.
    void row
      .keep()
      .catch(reportError)
      .finally(() => onChange(id));
  };
  const choose = (id: string) => {
    typing.end();
    setLeft(null);
    forget();
    // The list closes here, because Mantine leaves it open after an Enter that was pressed before the list had loaded.
    setOpen(false);
    // Choosing the present row is no change, but its name must be shown again.
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
    // Mantine calls no `onChange` when the user chooses the row that is already chosen.
    onOptionSubmit: (id: string) => id === list.chosen?.id && choose(value),
    onInput: () => {
      typing.begin();
      setLeft(null);
      forget();
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // Once the list has loaded and marked a row, the list itself handles Enter.
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
      // Leaving the field restores the chosen row; if nothing is chosen, the text stays for the user's return.
      if (value === '' && props.noneLabel === undefined) setTyped(typed);
    },
  };
  const hint = left === null || missed !== null ? undefined : notChosenHint(left);
  const nothingFound = useNothingFound(props, list);
  return { ...list, nothingFound: missed === null ? nothingFound : null, hint, missed, choose, field };
}

/** Searches data on the device (R1), online and offline; rows that are new to the device follow the device's own. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, value, clearLabel, noneLabel, showAside, error, placeholder } = props;
  const labelled = useComboboxLabel(label);
  const { chosen, wanted, searching, rows, nothingFound, hint, missed, choose, field } = useTyping(props);
  const shown = new Map(rows.map((row) => [row.id, row]));
  // The option for no choice is not a result of a search.
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
      // A user who is led here by an error reads it first; a key or a tap opens the list.
      openOnFocus={false}
      allowDeselect={false}
      autoComplete="off"
      spellCheck={false}
      // Android's 'next' moves the focus without a key event and would choose nothing.
      enterKeyHint={props.onEntered && 'go'}
      description={hint ?? (showAside ? chosen?.aside : undefined)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={itemsOf(rows, chosen, noneLabel)}
      filter={({ options }) => options.filter((option) => 'value' in option && isShown(option.value))}
      value={value || (noneLabel === undefined ? null : NONE)}
      onChange={(id) => choose(id === null || id === NONE ? '' : id)}
      // The text of the option for no choice is selected, so that the user need not delete it before a search.
      onFocus={(event) => noneLabel !== undefined && event.currentTarget.select()}
      // Mantine marks the first row when this prop turns true, so the prop must toggle with each result.
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
