import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { parseWorklistOrigin } from '../worklist.ts';

/** Returns false if the user has focused another control, from which the focus must not be moved. */
const canMoveFocus = (): boolean => {
  const { activeElement: active } = document;
  return active === null || active === document.body || active.matches('main');
};

/**
 * Focuses the row of the evaluation from which the user returns, or the next row if the patient no longer waits. Runs once,
 * after the shell has moved the focus to the new screen.
 */
export function useFocusRowOnReturn(
  list: RefObject<HTMLUListElement | null>,
  items: readonly EvaluationListItem[],
): void {
  const { left } = parseWorklistOrigin(useLocation().state);
  const isDone = useRef(left === null);
  useEffect(() => {
    if (isDone.current || left === null || items.length === 0) return;
    const same = items.findIndex(({ id }) => id === left.id);
    const after = items.findIndex(({ started_at: at }) => Date.parse(at) >= Date.parse(left.startedAt));
    const place = same >= 0 ? same : after;
    const timer = setTimeout(() => {
      isDone.current = true;
      if (canMoveFocus()) [...(list.current?.querySelectorAll('a') ?? [])].at(place)?.focus();
    }, 0);
    return () => clearTimeout(timer);
  }, [items, left, list]);
}

/** Focuses the next row when the focused row is removed, for example because a colleague signed the evaluation. */
export function useKeepRowFocus(list: RefObject<HTMLUListElement | null>, ids: readonly string[]): void {
  const before = useRef<{ readonly ids: readonly string[]; readonly focused: number }>({ ids, focused: -1 });
  useEffect(() => {
    const rows = [...(list.current?.querySelectorAll('a') ?? [])];
    const { ids: old, focused } = before.current;
    const gone = old[focused];
    if (gone !== undefined && !ids.includes(gone) && canMoveFocus())
      rows[Math.min(focused, rows.length - 1)]?.focus();
    const note = () => {
      before.current = { ids, focused: rows.findIndex((row) => row === document.activeElement) };
    };
    note();
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [ids, list]);
}

const LIST_FOCUS_KEYS: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'j', 'k']);

/** Focuses the list on a navigation key, unless the user has focused another control. */
export function useFocusListOnKey(list: RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
      if (!LIST_FOCUS_KEYS.has(key) || ctrlKey || altKey || metaKey || shiftKey || !canMoveFocus()) return;
      event.preventDefault();
      list.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [list]);
}
