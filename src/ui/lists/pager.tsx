import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import './pager.css';

interface PagerProps {
  /** Page number, counted from 1. */
  page: number;
  pageSize: number;
  total: number;
  /** True while the shown rows belong to another page or other filters, until the requested rows arrive. */
  busy?: boolean;
  /** `replace`: true when the current page no longer exists, so that its address does not stay in the history. */
  onPage: (page: number, replace?: boolean) => void;
}

/** Moves to the last page when the list has become shorter, for example because evaluations were signed. */
function useMoveToLastPage({ page, pageSize, total, busy = false, onPage }: PagerProps): void {
  const turn = useRef(onPage);
  useEffect(() => {
    turn.current = onPage;
  });
  const last = Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (!busy && page > last) turn.current(last, true);
  }, [busy, page, last]);
}

const pageRangeText = ({ page, pageSize, total }: PagerProps): string => {
  const first = (page - 1) * pageSize + 1;
  return total === 0 || first > total
    ? 'Sin registros'
    : `Mostrando ${first} – ${Math.min(page * pageSize, total)} de ${total}`;
};

export function Pager(props: PagerProps) {
  const { page, pageSize, total, onPage } = props;
  useMoveToLastPage(props);
  return (
    <nav className="pager" aria-label="Paginación">
      <p aria-live="polite">{pageRangeText(props)}</p>
      <div className="pager-buttons">
        <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Anterior
        </Button>
        <Button disabled={page * pageSize >= total} onClick={() => onPage(page + 1)}>
          Siguiente
        </Button>
      </div>
    </nav>
  );
}
