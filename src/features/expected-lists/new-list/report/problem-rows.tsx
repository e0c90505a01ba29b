import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReadRow } from '#domain/roster/read-row.ts';
import { cellText, columnName, type TableRow } from '#domain/roster/table.ts';
import { Pager } from '#ui/lists/pager.tsx';
import type { BroughtSheet } from '../bringing/use-sheet.ts';
import './problem-rows.css';

type InvalidRow = Extract<ReadRow, { type: 'invalid' }>;

const PAGE_SIZE = 20;

export type EditCell = (row: number, column: number, text: string) => void;

interface CellInputProps {
  label: string;
  message: string;
  text: string;
  onEdit: (text: string) => void;
}

/** Cell with a problem. A correction counts when the user leaves the field or presses Enter. */
function CellInput({ label, message, text, onEdit }: CellInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    if (typed !== null && typed !== text) onEdit(typed);
    setTyped(null);
  };
  return (
    <TextInput
      label={label}
      error={message}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? text}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={finish}
      onKeyDown={({ key }) => key === 'Enter' && finish()}
    />
  );
}

interface ProblemRowProps {
  invalid: InvalidRow;
  row: TableRow | undefined;
  sheet: BroughtSheet;
  edited: ReadonlyMap<number, string> | undefined;
  onEdit: EditCell;
}

function ProblemRow({ invalid, row, sheet, edited, onEdit }: ProblemRowProps) {
  const { number } = invalid;
  const problems = invalid.problems.toSorted((one, other) => (one.column ?? 0) - (other.column ?? 0));
  const headerCells =
    sheet.headerIndex === null ? [] : (sheet.book.table.rows[sheet.headerIndex]?.cells ?? []);
  const textOf = (column: number) => edited?.get(column) ?? cellText(row?.cells[column]);
  const titleOf = (column: number) => cellText(headerCells[column]).trim() || `Columna ${columnName(column)}`;
  const context = [...sheet.mapping.keys()]
    .sort((one, other) => one - other)
    .map(textOf)
    .filter((text) => text.trim() !== '')
    .slice(0, 4)
    .join(' · ');
  return (
    <li className="problem-row">
      <div className="problem-row-head">
        <b>Fila {number}</b> <span>{context}</span>
      </div>
      <div className="problem-row-cells">
        {problems.map(({ column, message }) =>
          column === null ? (
            <p key={message} className="problem-row-text">
              {message}
            </p>
          ) : (
            <CellInput
              key={`${column} ${message}`}
              label={`${titleOf(column)} (${columnName(column)}${number})`}
              message={message}
              text={textOf(column)}
              onEdit={(text) => onEdit(number, column, text)}
            />
          ),
        )}
      </div>
    </li>
  );
}

interface ProblemRowsProps {
  rows: readonly InvalidRow[];
  sheet: BroughtSheet;
  edits: ReadonlyMap<number, ReadonlyMap<number, string>>;
  onEdit: EditCell;
}

/** Rows that cannot be imported, each with its wrong cells, which the user corrects here. */
export function ProblemRows({ rows, sheet, edits, onEdit }: ProblemRowsProps) {
  const [chosenPage, setPage] = useState(1);
  // Corrected rows leave the list, so that the chosen page may no longer exist.
  const page = Math.min(chosenPage, Math.max(1, Math.ceil(rows.length / PAGE_SIZE)));
  const tableRows = new Map(sheet.book.table.rows.map((row) => [row.number, row]));
  return (
    <>
      <ul className="problem-rows" aria-label="Filas por corregir">
        {rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((invalid) => (
          <ProblemRow
            key={invalid.number}
            invalid={invalid}
            row={tableRows.get(invalid.number)}
            sheet={sheet}
            edited={edits.get(invalid.number)}
            onEdit={onEdit}
          />
        ))}
      </ul>
      {rows.length > PAGE_SIZE && (
        <Pager page={page} pageSize={PAGE_SIZE} total={rows.length} onPage={setPage} />
      )}
    </>
  );
}

interface MessageRowsProps {
  label: string;
  messages: readonly { readonly key: string; readonly title: string; readonly text: string }[];
}

/** Messages about rows, a few first and all on request. */
export function MessageRows({ label, messages }: MessageRowsProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? messages : messages.slice(0, PAGE_SIZE);
  return (
    <>
      <ul className="message-rows" aria-label={label}>
        {shown.map(({ key, title, text }) => (
          <li key={key}>
            <b>{title}</b> {text}
          </li>
        ))}
      </ul>
      {shown.length < messages.length && (
        <Button onClick={() => setWhole(true)}>Ver las {messages.length}</Button>
      )}
    </>
  );
}
