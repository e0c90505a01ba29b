import { Button, Modal, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { ReadRow } from '#domain/roster/read-row.ts';
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import type { ListRows } from '../bringing/use-rows.ts';
import type { BroughtSheet } from '../bringing/use-sheet.ts';
import type { OpenRow } from './report-rows.tsx';
import { rowCellsOf } from './sheet-cells.ts';
import { cellMessagesOf } from './texts.ts';
import './row-dialog.css';

interface RowDialogProps {
  number: number;
  sheet: BroughtSheet;
  rows: ListRows;
  onClose: () => void;
}

const messagesOf = (read: ReadRow | undefined) =>
  cellMessagesOf(read?.type === 'invalid' ? read.problems : []);
const doubtsOf = (read: ReadRow | undefined) => cellMessagesOf(read?.type === 'person' ? read.doubts : []);

/** All cells of one row, valid ones too. The corrections count when the user saves them. */
function RowDialog({ number, sheet, rows, onClose }: RowDialogProps) {
  useRestoreFocus();
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const read = rows.allRows?.find((row) => row.number === number);
  const [messages, doubts] = [messagesOf(read), doubtsOf(read)];
  const rowMessage = messages.get(null);
  const isExcluded = rows.excluded.has(number);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.size > 0) rows.edit([number], typed);
    onClose();
  };
  return (
    <Modal opened title={`Fila ${number}`} size="xl" closeOnClickOutside={false} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <div className="row-dialog">
          {rowCellsOf(sheet, number, rows.edits.get(number)).map(({ column, label, text }) => (
            <TextInput
              key={column}
              label={label}
              error={messages.get(column)}
              description={doubts.get(column)}
              autoComplete="off"
              spellCheck={false}
              value={typed.get(column) ?? text}
              onChange={({ currentTarget: { value } }) => setTyped(new Map(typed).set(column, value))}
            />
          ))}
        </div>
        {rowMessage !== undefined && <Notice kind="warn">{rowMessage}</Notice>}
        <DialogActions>
          <Button
            variant="subtle"
            onClick={() => {
              rows.setExcluded(number, !isExcluded);
              onClose();
            }}
          >
            {isExcluded ? 'Importar esta fila' : 'No importar esta fila'}
          </Button>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="filled">
            Guardar la fila
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}

/** Returns the dialog for one row of the sheet, and the function that opens it. */
export function useRowDialog(
  sheet: BroughtSheet | null,
  rows: ListRows,
): { dialog: ReactNode; open: OpenRow } {
  const [number, setNumber] = useState<number | null>(null);
  const dialog = sheet && number !== null && (
    <RowDialog number={number} sheet={sheet} rows={rows} onClose={() => setNumber(null)} />
  );
  return { dialog, open: setNumber };
}
