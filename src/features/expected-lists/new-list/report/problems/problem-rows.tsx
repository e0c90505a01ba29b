import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { RowProblems } from '#domain/roster/read-row.ts';
import type { ListRows } from '../../bringing/use-rows.ts';
import type { BroughtSheet } from '../../bringing/use-sheet.ts';
import { ReportRow, ReportRows, type OpenRow } from '../report-rows.tsx';
import { rowCellsOf, rowContext } from '../sheet-cells.ts';
import type { CellCorrection } from './use-equal-cells.ts';
import { cellMessagesOf } from '../texts.ts';
import { usePages } from '../use-pages.tsx';
import './problem-rows.css';

/** Labels of the lists of rows with wrong cells, and with valid ones that the user should check. */
const LIST_LABELS = { wrong: 'Filas por corregir', doubtful: 'Nombres por revisar' } as const;
type ProblemKind = keyof typeof LIST_LABELS;

interface CellInputProps {
  kind: ProblemKind;
  label: string;
  message: string;
  text: string;
  onEdit: (text: string) => void;
  onEnter: ProblemRowsProps['onEnter'];
}

/** Cell with a problem. A correction counts when the user leaves the field or presses Enter. */
function CellInput({ kind, label, message, text, onEdit, onEnter }: CellInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    const isChanged = typed !== null && typed !== text;
    if (isChanged) onEdit(typed);
    setTyped(null);
    return isChanged;
  };
  return (
    <TextInput
      label={label}
      error={kind === 'wrong' && message}
      description={kind === 'doubtful' && message}
      classNames={{ description: 'problem-row-doubt' }}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? text}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={finish}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && finish() && onEnter(currentTarget)}
    />
  );
}

interface ProblemRowsProps {
  kind: ProblemKind;
  problems: readonly RowProblems[];
  sheet: BroughtSheet;
  rows: ListRows;
  onRow: OpenRow;
  onCorrect: (correction: CellCorrection) => void;
  /** Called with the field of a correction that the user made with Enter, before it takes effect. */
  onEnter: (input: HTMLInputElement) => void;
}

interface ProblemRowProps extends Omit<ProblemRowsProps, 'problems'> {
  problem: RowProblems;
}

function ProblemRow({ kind, problem, sheet, rows, onRow, onCorrect, onEnter }: ProblemRowProps) {
  const { number } = problem;
  const cells = rowCellsOf(sheet, number, rows.edits.get(number));
  return (
    <ReportRow
      row={number}
      onRow={onRow}
      text={
        <>
          <b>Fila {number}</b> <span className="problem-row-context">{rowContext(cells)}</span>
        </>
      }
    >
      <div className="problem-row-cells">
        {[...cellMessagesOf(problem.problems)].map(([column, message]) => {
          const cell = cells.find((one) => one.column === column);
          return cell ? (
            <CellInput
              key={cell.column}
              kind={kind}
              label={cell.label}
              message={message}
              text={cell.text}
              onEdit={(to) => onCorrect({ row: number, column: cell.column, from: cell.text, to })}
              onEnter={onEnter}
            />
          ) : (
            <p key="row" className="problem-row-text">
              {message}
            </p>
          );
        })}
      </div>
    </ReportRow>
  );
}

/** Rows with wrong or doubtful cells, which the user corrects here. */
export function ProblemRows({ problems, ...props }: ProblemRowsProps) {
  const { shown, pager } = usePages(problems);
  return (
    <>
      <ReportRows label={LIST_LABELS[props.kind]}>
        {shown.map((one) => (
          <ProblemRow key={one.number} problem={one} {...props} />
        ))}
      </ReportRows>
      {pager}
    </>
  );
}
