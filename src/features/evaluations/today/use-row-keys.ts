import { useState, type KeyboardEvent } from 'react';

type RowIndexStep = (at: number, last: number) => number;
const nextRowIndex: RowIndexStep = (at, last) => Math.min(at + 1, last);
const previousRowIndex: RowIndexStep = (at) => Math.max(at - 1, 0);
/** Navigation keys. They work only while a row has the focus, because letters must have no effect elsewhere. */
const ROW_STEP_BY_KEY: Readonly<Record<string, RowIndexStep>> = {
  ArrowDown: nextRowIndex,
  j: nextRowIndex,
  ArrowUp: previousRowIndex,
  k: previousRowIndex,
  Home: () => 0,
  End: (_at, last) => last,
};

const hasModifier = ({ ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  ctrlKey || altKey || metaKey || shiftKey;

function moveRowFocus(event: KeyboardEvent<HTMLAnchorElement>): void {
  const step = ROW_STEP_BY_KEY[event.key];
  if (!step || hasModifier(event)) return;
  event.preventDefault();
  const rows = [...(event.currentTarget.closest('ul')?.querySelectorAll('a') ?? [])];
  rows[step(rows.indexOf(event.currentTarget), rows.length - 1)]?.focus();
}

/** Moves the focus between rows by key. Tab stops only once in the list, at the row that had the focus last. */
export function useRowKeys(ids: readonly string[]) {
  const [chosen, setChosen] = useState<string | null>(null);
  const current = chosen !== null && ids.includes(chosen) ? chosen : ids[0];
  return (id: string) => ({
    tabIndex: id === current ? 0 : -1,
    onFocus: () => setChosen(id),
    onKeyDown: moveRowFocus,
  });
}
