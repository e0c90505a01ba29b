import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { numberText } from '#domain/text/number.ts';
import './pending-list.css';

interface PendingListProps {
  /** True for finished entries, whose rows are less high. */
  isDense?: boolean;
  left: number;
  onMore: () => void;
  children: ReactNode;
}

/** Focuses the first new row after 'show more', because the pressed button may have disappeared. */
function useFocusFirstNewRow() {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef<number | null>(null);
  useEffect(() => {
    const row = before.current === null ? undefined : list.current?.children[before.current];
    if (!(row instanceof HTMLElement)) return;
    before.current = null;
    row.focus({ preventScroll: true });
  });
  return { list, note: () => (before.current = list.current?.children.length ?? null) };
}

export function PendingList({ isDense, left, onMore, children }: PendingListProps) {
  const { list, note } = useFocusFirstNewRow();
  return (
    <>
      <ul className="pending-list" data-dense={isDense} ref={list}>
        {children}
      </ul>
      {left > 0 && (
        <Button
          mt={12}
          onClick={() => {
            note();
            onMore();
          }}
        >
          Mostrar más ({numberText(left)})
        </Button>
      )}
    </>
  );
}

/** Row of an entry. `text`: patient and subject. `children`: status or actions. */
export const PendingRow = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <li className="pending-row" tabIndex={-1}>
    <div className="pending-row-text">{text}</div>
    {children}
  </li>
);
