import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import './record-table.css';

interface RecordColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
}

type RowOpening<Row> =
  | { readonly selectedId: string | null; readonly onSelect: (id: string) => void; readonly pageOf?: never }
  | {
      readonly selectedId?: never;
      readonly onSelect?: never;
      /** `state`: router state for the page, with the address to return to. */
      readonly pageOf: (row: Row) => { readonly to: string; readonly state: unknown };
    };

type RecordTableProps<Row> = RowOpening<Row> & {
  caption: string;
  rows: readonly Row[];
  lead: {
    readonly label: string;
    readonly name: (row: Row) => string;
    readonly under: (row: Row) => ReactNode;
  };
  columns: readonly RecordColumn<Row>[];
  status: (row: Row) => ReactNode;
  /** True if the status is a sentence. It then wraps, and has its own line on a narrow screen. */
  hasLongStatus?: boolean;
  busy: boolean;
};

function LeadCell<Row extends { readonly id: string }>({
  row,
  table,
}: {
  row: Row;
  table: RecordTableProps<Row>;
}) {
  const { lead, selectedId, onSelect, pageOf } = table;
  const under = lead.under(row);
  return (
    <td className="record-lead">
      {pageOf ? (
        <Link {...pageOf(row)}>{lead.name(row)}</Link>
      ) : (
        <button type="button" aria-pressed={row.id === selectedId} onClick={() => onSelect(row.id)}>
          {lead.name(row)}
        </button>
      )}
      {under !== '' && <small>{under}</small>}
    </td>
  );
}

/**
 * Table of rows that open next to the list or on their own page. The whole row can be tapped; its name is the button or link.
 * On a narrow screen each row is a card.
 */
export const RecordTable = <Row extends { readonly id: string }>(props: RecordTableProps<Row>) => (
  <table className="record-table" data-long-status={props.hasLongStatus} aria-busy={props.busy}>
    <caption className="visually-hidden">{props.caption}</caption>
    <thead>
      <tr>
        <th scope="col">{props.lead.label}</th>
        {props.columns.map(({ label }) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
        <th scope="col">Estado</th>
      </tr>
    </thead>
    <tbody>
      {props.rows.map((row) => (
        <tr key={row.id} data-selected={row.id === props.selectedId || undefined}>
          <LeadCell row={row} table={props} />
          {props.columns.map(({ label, cell }) => (
            <td key={label} data-label={label}>
              {cell(row)}
            </td>
          ))}
          <td className="record-status">{props.status(row)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
