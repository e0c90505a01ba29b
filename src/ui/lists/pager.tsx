import { Button } from '@mantine/core';
import './pager.css';

interface PagerProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

const rangeText = ({ page, pageSize, total }: PagerProps): string => {
  const first = (page - 1) * pageSize + 1;
  return total === 0 || first > total
    ? 'Sin registros'
    : `Mostrando ${first} – ${Math.min(page * pageSize, total)} de ${total}`;
};

/** Under every list of pages (P2). */
export function Pager(props: PagerProps) {
  const { page, pageSize, total, onPage } = props;
  return (
    <nav className="pager" aria-label="Paginación">
      <p aria-live="polite">{rangeText(props)}</p>
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
