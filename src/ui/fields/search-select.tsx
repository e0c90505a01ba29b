import { Select, type ComboboxItem } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { usePausedValue } from '../hooks/use-paused-value.ts';
import { useValueHeldDuringPress } from '../hooks/use-unless-pressed.ts';
import {
  formatNotChosenHint,
  hasHighlightedRow,
  useAcceptTypedText,
  useTextUntilValueChange,
} from './accept-typed.ts';
import { useComboboxLabel } from './combobox-label.tsx';
import { useFieldText } from './field-text.ts';
import { useRemoteRows } from './use-remote-rows.ts';
import './search-select.css';

const SEARCH_FIELD_DEBOUNCE_MS = 200;

/** Row to choose from. `aside`: details that distinguish rows with similar names. */
export interface SearchRow {
  readonly id: string;
  readonly name: string;
  readonly aside: string;
  readonly recent?: boolean;
  /** Stores a row that the device lacks. Awaited before the row counts as chosen. */
  readonly keep?: () => Promise<void>;
}

interface SearchSource {
  /** Id of the searched data; must change when `search` or `find` read other data. */
  readonly source: string;
  readonly search: (query: string) => Promise<readonly SearchRow[]>;
  readonly find: (id: string) => Promise<SearchRow | null>;
  /** Returns true if `search` would find the row for this text. */
  readonly fits: (row: SearchRow, query: string) => boolean;
  /** Requests rows from the server that the device lacks, once typing pauses. They are listed after the device's own rows. */
  readonly ask?: (query: string) => Promise<readonly SearchRow[]>;
}

interface SearchSelectProps extends SearchSource {
  label: string;
  /** Id of the chosen row; empty if none is chosen. */
  value: string;
  onChange: (id: string) => void;
  /** Delay from the last keystroke to the server request, ms. */
  debounce?: number;
  error?: ReactNode;
  placeholder?: string;
  required?: boolean;
  /** Accessible name of the button that clears the field; without it there is no such button. */
  clearLabel?: string;
  /** Text of the first option, which means no choice, such as 'Todas las empresas'. */
  noneLabel?: string;
  showAside?: boolean;
  /**
   * Content below the field when no row matches, which replaces the empty list until the user types or chooses, and when the
   * user leaves the field with another text than the name of a row (`hasMatches`).
   */
  missing?: (query: string, hasMatches: boolean) => ReactNode;
  /** Text that the user typed earlier without choosing a row; the field shows it again. */
  typedBefore?: string;
  /** Called with typed text for which no row is chosen; with an empty text after a choice or when the field is empty. */
  onTyped?: (text: string) => void;
  /** Called after Enter has chosen a row before the list highlighted it. Enter on a highlighted row bubbles as usual. */
  onEntered?: (field: HTMLElement) => void;
  'data-path'?: string;
}

interface LocalSearchResult {
  readonly query: string;
  readonly rows: readonly SearchRow[];
}

const useLocalSearch = ({ search, source }: SearchSource, query: string): LocalSearchResult | undefined =>
  useLiveQuery(async () => ({ query, rows: await search(query) }), [query, source]);

/** Value of the option that means no choice; Mantine requires a non-empty value. */
const NO_CHOICE_VALUE = 'none';

function useChosenRow({ find, source, value, noneLabel }: SearchSelectProps): SearchRow | null {
  const found = useLiveQuery(() => (value === '' ? null : find(value)), [value, source]) ?? null;
  if (value !== '' || noneLabel === undefined) return found;
  return { id: NO_CHOICE_VALUE, name: noneLabel, aside: '' };
}

const SearchOption = ({ row }: { row: SearchRow }) => (
  <span className="search-option">
    <span className="search-option-text">
      <span>{row.name}</span>
      <small>{row.aside}</small>
    </span>
    {row.recent && <small className="search-option-recent">Reciente</small>}
  </span>
);

/**
 * Returns the options of the select. They include the chosen row even if the search did not find it, because Mantine takes its
 * name from them.
 */
function toSelectOptions(
  found: readonly SearchRow[],
  chosen: SearchRow | null,
  noneLabel: string | undefined,
): ComboboxItem[] {
  const rows = chosen && !found.some((row) => row.id === chosen.id) ? [chosen, ...found] : found;
  const items = rows.map((row) => ({ value: row.id, label: row.name }));
  if (noneLabel === undefined || chosen?.id === NO_CHOICE_VALUE) return items;
  return [{ value: NO_CHOICE_VALUE, label: noneLabel }, ...items];
}

/** Returns the device's rows followed by the server's new ones, so that no row moves while the user taps. */
const appendNewRows = (here: readonly SearchRow[], added: readonly SearchRow[]): readonly SearchRow[] => [
  ...here,
  ...added.filter(({ id }) => !here.some((row) => row.id === id)),
];

/**
 * Returns rows that other devices created after this device's last refresh. `isDue`: true until the server has responded for
 * the present text.
 */
function useServerRows(props: SearchSelectProps, wanted: string, isOpen: boolean) {
  const target = isOpen ? wanted : null;
  const paused = usePausedValue(target, props.debounce ?? SEARCH_FIELD_DEBOUNCE_MS);
  const { rows, answered } = useRemoteRows(props, paused === target ? target : null);
  return { rows, isDue: isOpen && props.ask !== undefined && answered !== wanted };
}

function useSearchRows(props: SearchSelectProps, typed: string, isOpen: boolean) {
  const chosen = useChosenRow(props);
  // The name of the chosen row is no search text, so the list shows all rows.
  const wanted = typed === chosen?.name ? '' : typed;
  const found = useLocalSearch(props, wanted);
  const added = useServerRows(props, wanted, isOpen);
  const isBehind = found === undefined || found.query !== wanted;
  // Before the new search ends, show only those previous rows that match the new text: Enter must not choose a row that does
  // not match.
  const fitting = added.rows.filter((row) => props.fits(row, wanted));
  const here = (found?.rows ?? []).filter((row) => !isBehind || props.fits(row, wanted));
  const rows = appendNewRows(here, fitting);
  return { chosen, wanted, searching: isBehind || (rows.length === 0 && added.isDue), rows, added: fitting };
}

function useNoMatchText(
  { search, source }: SearchSource,
  { searching, rows }: ReturnType<typeof useSearchRows>,
): string {
  const found = !searching && rows.length > 0;
  const isEmpty = useLiveQuery(async () => !found && (await search('')).length === 0, [found, source]);
  if (searching) return 'Buscando…';
  return isEmpty === true ? 'Todavía no hay nada para elegir.' : 'Sin resultados. Revisa lo escrito.';
}

/**
 * Returns the typed text that matched no row. The text is kept when the focus leaves the field, because the message about it
 * has buttons.
 */
function useUnmatchedText(
  { value, missing }: SearchSelectProps,
  { chosen, wanted, searching, rows }: ReturnType<typeof useSearchRows>,
) {
  const { noted, note } = useTextUntilValueChange(value);
  const query = wanted.trim();
  // False just after a choice, while the chosen row is not loaded; the field then contains its name, not a search text.
  const isSettled = value === '' || chosen !== null;
  const isMissing = query !== '' && !searching && rows.length === 0;
  if (missing && isSettled && isMissing && noted !== query) note(query);
  return { missed: noted, forget: () => note(null) };
}

function useSearchSelectState(props: SearchSelectProps) {
  const { value, onChange } = props;
  const [typed, setTyped] = useFieldText(props);
  const [isOpen, setOpen] = useState(false);
  const { noted: left, note: setLeft } = useTextUntilValueChange(value);
  const list = useSearchRows(props, typed, isOpen);
  // Text for which the only match was chosen, although the user may have meant another row.
  const { noted: guessed, note: setGuessed } = useTextUntilValueChange(value);
  const { missed, forget } = useUnmatchedText(props, list);
  const selectRow = (id: string) => {
    const row = list.rows.find((one) => one.id === id);
    if (!row?.keep) return onChange(id);
    // Choose the row even if the device has no space to store it.
    void row
      .keep()
      .catch(reportError)
      .finally(() => onChange(id));
  };
  const forgetLeft = () => {
    setLeft(null);
    setGuessed(null);
  };
  const choose = (id: string) => {
    typing.end();
    forgetLeft();
    forget();
    // Mantine does not close the list when Enter was pressed before the list had loaded.
    setOpen(false);
    // Choosing the chosen row again is no change, but the field must show its name again.
    if (id === value) setTyped(list.chosen?.name ?? '');
    else selectRow(id);
  };
  const search = async (text: string) =>
    appendNewRows(
      await props.search(text),
      list.added.filter((row) => props.fits(row, text)),
    );
  const onLeft = (text: string, id: string | null) => (id === null ? setLeft(text) : setGuessed(text, id));
  const typing = useAcceptTypedText({ search, onChoose: choose, onLeft });
  const field = {
    dropdownOpened: isOpen,
    onDropdownOpen: () => setOpen(true),
    onDropdownClose: () => setOpen(false),
    searchValue: typed,
    onSearchChange: setTyped,
    // Needed because Mantine does not call `onChange` for the row that is already chosen.
    onOptionSubmit: (id: string) => id === list.chosen?.id && choose(value),
    onInput: () => {
      typing.begin();
      forgetLeft();
      forget();
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // When a row is highlighted, Mantine handles Enter.
      const isOfList = !list.searching && hasHighlightedRow(event.currentTarget);
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
      // When the focus leaves, Mantine restores the chosen row's name. Without a choice, keep the text for the user's return.
      if (value === '' && props.noneLabel === undefined) setTyped(typed);
    },
  };
  const hint = left === null || missed !== null ? undefined : formatNotChosenHint(left);
  const nothingFound = useNoMatchText(props, list);
  return {
    ...list,
    nothingFound: missed === null ? nothingFound : null,
    hint,
    missed,
    left: left ?? guessed,
    choose,
    field,
  };
}

/** Field that searches rows on the device (R1), online and offline, and lists additional rows from the server after them. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, value, clearLabel, noneLabel, showAside, error, placeholder } = props;
  const labelled = useComboboxLabel(label);
  const { chosen, wanted, searching, rows, nothingFound, choose, field, ...state } =
    useSearchSelectState(props);
  const [hint, missed, left] = [
    useValueHeldDuringPress(state.hint),
    useValueHeldDuringPress(state.missed),
    useValueHeldDuringPress(state.left),
  ];
  const shown = new Map(rows.map((row) => [row.id, row]));
  const isOptionShown = (id: string) => shown.has(id) || (id === NO_CHOICE_VALUE && wanted === '');
  const select = (
    <Select
      {...labelled}
      {...field}
      data-path={props['data-path']}
      error={error}
      placeholder={placeholder}
      required={props.required ?? false}
      searchable
      // A form focuses a field with an error, and an open list would hide the message. A key or a tap opens the list.
      openOnFocus={false}
      allowDeselect={false}
      autoComplete="off"
      spellCheck={false}
      // The default 'next' key of Android moves the focus without a key event, so no row would be chosen.
      enterKeyHint={props.onEntered && 'go'}
      description={hint ?? (showAside ? chosen?.aside : undefined)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={toSelectOptions(rows, chosen, noneLabel)}
      filter={({ options }) => options.filter((option) => 'value' in option && isOptionShown(option.value))}
      value={value || (noneLabel === undefined ? null : NO_CHOICE_VALUE)}
      onChange={(id) => choose(id === null || id === NO_CHOICE_VALUE ? '' : id)}
      // Select the text of the option that means no choice, so that typing replaces it.
      onFocus={(event) => noneLabel !== undefined && event.currentTarget.select()}
      // Mantine highlights the first row when this prop changes to true, so the prop must be false during each search.
      selectFirstOptionOnChange={wanted !== '' && !searching}
      nothingFoundMessage={nothingFound}
      renderOption={({ option }) => {
        const row = shown.get(option.value);
        return row ? <SearchOption row={row} /> : option.label;
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
      {missed === null ? left !== null && props.missing?.(left, true) : props.missing?.(missed, false)}
    </>
  );
}
