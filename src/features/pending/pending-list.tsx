import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { numberText } from '#domain/text/number.ts';
import './pending-list.css';

interface PendingListProps {
  /** Rows of what is over. */
  isDense?: boolean;
  /** So many rows more are there than are shown. */
  left: number;
  onMore: () => void;
  children: ReactNode;
}

/** Whoever asked for more goes on with the first of them; the button they pressed may be gone. */
function useFocusOnMore() {
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
  const { list, note } = useFocusOnMore();
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

/** `text`: whom and what the row is about; beside it how it stands, or what can be done. */
export const PendingRow = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <li className="pending-row" tabIndex={-1}>
    <div className="pending-row-text">{text}</div>
    {children}
  </li>
);
