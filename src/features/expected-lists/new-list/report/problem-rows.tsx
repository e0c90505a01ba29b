import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReadRow } from '#domain/roster/read-row.ts';
import type { ListRows } from '../bringing/use-rows.ts';
import type { BroughtSheet } from '../bringing/use-sheet.ts';
import { RowItem, RowList, type OpenRow } from './report-rows.tsx';
import { rowCellsOf, rowContext } from './sheet-cells.ts';
import { cellMessagesOf } from './texts.ts';
import { usePages } from './use-pages.tsx';
import './problem-rows.css';

type InvalidRow = Extract<ReadRow, { type: 'invalid' }>;

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

interface ProblemRowsProps {
  invalid: readonly InvalidRow[];
  sheet: BroughtSheet;
  rows: ListRows;
  onRow: OpenRow;
}

interface ProblemRowProps extends Omit<ProblemRowsProps, 'invalid'> {
  invalid: InvalidRow;
}

function ProblemRow({ invalid, sheet, rows, onRow }: ProblemRowProps) {
  const { number } = invalid;
  const cells = rowCellsOf(sheet, number, rows.edits.get(number));
  return (
    <RowItem
      row={number}
      onRow={onRow}
      text={
        <>
          <b>Fila {number}</b> <span className="problem-row-context">{rowContext(cells)}</span>
        </>
      }
    >
      <div className="problem-row-cells">
        {[...cellMessagesOf(invalid.problems)].map(([column, message]) => {
          const cell = cells.find((one) => one.column === column);
          return cell ? (
            <CellInput
              key={cell.column}
              label={cell.label}
              message={message}
              text={cell.text}
              onEdit={(text) => rows.edit(number, new Map([[cell.column, text]]))}
            />
          ) : (
            <p key="row" className="problem-row-text">
              {message}
            </p>
          );
        })}
      </div>
    </RowItem>
  );
}

/** Rows that cannot be imported, each with its wrong cells, which the user corrects here. */
export function ProblemRows({ invalid, ...props }: ProblemRowsProps) {
  const { shown, pager } = usePages(invalid);
  return (
    <>
      <RowList label="Filas por corregir">
        {shown.map((one) => (
          <ProblemRow key={one.number} invalid={one} {...props} />
        ))}
      </RowList>
      {pager}
    </>
  );
}
