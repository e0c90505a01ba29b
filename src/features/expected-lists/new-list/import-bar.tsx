import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { RosterReport } from '#domain/roster/report.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { ButtonWithReason } from '#ui/display/with-reason.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { MessageRows } from './report/message-rows.tsx';
import type { OpenRow } from './report/report-rows.tsx';
import type { CheckState } from './report/use-check.ts';
import type { ImportProblem } from './use-import.ts';
import './import-bar.css';

interface ImportBarProps {
  report: RosterReport;
  check: CheckState;
  /** Reason why nothing can be sent now; null if it can. */
  reason: string | null;
  problem: ImportProblem | null;
  busy: boolean;
  onRow: OpenRow;
  onCheck: () => void;
  onImport: () => void;
}

const ImportFailure = ({ problem, onRow }: { problem: ImportProblem; onRow: OpenRow }) => (
  <Notice
    kind="error"
    supportCode={problem.supportCode}
    action={
      problem.storedId !== null && (
        <Button component={Link} to={`/expected/${problem.storedId}`}>
          Ver la lista guardada
        </Button>
      )
    }
  >
    {problem.text}
    {problem.messages.length > 0 && (
      <MessageRows
        label="Errores del servidor"
        messages={problem.messages.map((message, index) => ({
          key: String(index),
          ...message,
        }))}
        onRow={onRow}
      />
    )}
  </Notice>
);

/** Returns the label of the button that imports: without all rows, it says so. */
function importLabel({ people, invalid, repeated }: RosterReport): string {
  const isWhole = invalid.length + repeated.length === 0;
  return isWhole
    ? `Importar ${formatCountWithNoun(people.length, 'persona', 'personas')}`
    : `Importar solo ${people.length === 1 ? 'la fila válida' : `las ${formatCountWithNoun(people.length, 'fila válida', 'filas válidas')}`}`;
}

/** Button and prompt for an import that could not be compared with the system. */
function UncheckedImport({
  busy,
  disabled,
  onImport,
}: Record<'busy' | 'disabled', boolean> & Pick<ImportBarProps, 'onImport'>) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="subtle" disabled={disabled} loading={busy} onClick={() => setAsking(true)}>
        Importar sin comparar
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="¿Importar sin comparar?"
        confirmLabel="Importar sin comparar"
        cancelLabel="No importar"
        main="cancel"
        onConfirm={() => {
          setAsking(false);
          onImport();
        }}
        onCancel={() => setAsking(false)}
      >
        <p>
          No se sabe si estas personas ya están en otra lista de ese día, ni si tienen otro nombre en el
          sistema. Si esta lista ya se importó, quedará dos veces.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** End of the page: first the comparison with the server, then the import. */
export function ImportBar(props: ImportBarProps) {
  const { report, check, reason, problem, busy, onRow, onCheck, onImport } = props;
  const hintId = useId();
  const left = report.invalid.length + report.repeated.length;
  const isChecked = check.name === 'done';
  const isUnchecked = check.name === 'failed';
  const hint =
    reason ??
    ((isChecked || isUnchecked) && left > 0
      ? `${formatCountWithNoun(left, 'fila queda', 'filas quedan')} fuera. ${left === 1 ? 'Corrígela' : 'Corrígelas'} arriba para importar todas.`
      : null);
  return (
    <>
      {problem && <ImportFailure problem={problem} onRow={onRow} />}
      <div className="import-bar">
        {isUnchecked && <UncheckedImport busy={busy} disabled={reason !== null} onImport={onImport} />}
        <ButtonWithReason hint={hint === null ? null : { id: hintId, text: hint }}>
          {/* The elements are separate, so that a press never reaches a button that has just replaced the other one. */}
          {isChecked ? (
            <Button
              key="import"
              variant={left > 0 ? 'default' : 'filled'}
              loading={busy}
              disabled={reason !== null}
              aria-describedby={hint === null ? undefined : hintId}
              onClick={onImport}
            >
              {importLabel(report)}
            </Button>
          ) : (
            <Button
              key="check"
              variant="filled"
              loading={check.name === 'checking'}
              disabled={reason !== null}
              aria-describedby={hint === null ? undefined : hintId}
              onClick={onCheck}
            >
              Revisar antes de importar
            </Button>
          )}
        </ButtonWithReason>
      </div>
    </>
  );
}
