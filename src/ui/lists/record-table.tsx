import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import './record-table.css';

export interface RecordColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
}

/** What choosing a row does: opens it beside the list, or leads to a page of its own. */
type Opening<Row> =
  | { readonly selectedId: string | null; readonly onSelect: (id: string) => void; readonly pageOf?: never }
  | {
      readonly selectedId?: never;
      readonly onSelect?: never;
      /** `state` is the page's: where to go back to. */
      readonly pageOf: (row: Row) => { readonly to: string; readonly state: unknown };
    };

type RecordTableProps<Row> = Opening<Row> & {
  /** Names the table for assistive technology. */
  caption: string;
  rows: readonly Row[];
  /** What the first column holds: it names the row, and opens it. */
  lead: {
    readonly label: string;
    readonly name: (row: Row) => string;
    readonly under: (row: Row) => ReactNode;
  };
  columns: readonly RecordColumn<Row>[];
  /** A StatusTag, at the end of the row. */
  status: (row: Row) => ReactNode;
  /** The state is a sentence: it breaks, and has a line of its own where a row is a card. */
  hasLongStatus?: boolean;
  /** Another page is on its way. */
  busy: boolean;
};

function Lead<Row extends { readonly id: string }>({
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

/** Rows that open beside the list. A whole row is the target; its name is the button or link. Narrow, each row is a card. */
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
          <Lead row={row} table={props} />
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
