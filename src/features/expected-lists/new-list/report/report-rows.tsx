import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import './report-rows.css';

/** Shows a row with all its cells, which the user corrects or excludes there. */
export type OpenRow = (row: number) => void;

export function ReportRows({ label, children }: { label: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <>
      <h3 id={titleId} className="report-rows-title">
        {label}
      </h3>
      <ul className="report-rows" aria-labelledby={titleId}>
        {children}
      </ul>
    </>
  );
}

interface ReportRowProps {
  /** Number of the row in the file; null for a typed person or the whole list. */
  row: number | null;
  text: ReactNode;
  onRow: OpenRow;
  children?: ReactNode;
}

/** Text about a row with the button that opens it. */
export const ReportRow = ({ row, text, onRow, children }: ReportRowProps) => (
  <li>
    <div className="report-rows-head">
      <span>{text}</span>
      {row !== null && (
        <Button variant="subtle" aria-label={`Ver la fila ${row}`} onClick={() => onRow(row)}>
          Ver la fila
        </Button>
      )}
    </div>
    {children}
  </li>
);
