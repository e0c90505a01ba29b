import { formatTime } from '#domain/time/format.ts';
import type { DaySheetLine } from '#storage/outbox/day-sheet.ts';
import type { Account } from '#sync/session/session.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { daySheetStateLabel } from './messages.ts';
import './day-sheet-table.css';

interface DaySheetTableProps {
  lines: readonly DaySheetLine[];
  account: Account;
}

function DaySheetStateTag({ state }: Pick<DaySheetLine, 'state'>) {
  const { kind, icon, text, detail } = daySheetStateLabel(state);
  return (
    <>
      <StatusTag kind={kind} {...(icon && { icon })}>
        {text}
      </StatusTag>
      {detail !== null && <small>{detail}</small>}
    </>
  );
}

/** Returns the name of the registering user; never 'Tú', because other users read the printed sheet too. */
const capturerText = ({ capturedBy, summary }: DaySheetLine, account: Account): string =>
  capturedBy === account.userId ? account.displayName : (summary.registeredBy ?? 'Otra persona');

interface DaySheetRowProps {
  line: DaySheetLine;
  /** Row number, starting at 1. */
  position: number;
  account: Account;
  withTurn: boolean;
  withCapturer: boolean;
}

function DaySheetRow({
  line,
  position,
  account,
  withTurn: showsQueueNumber,
  withCapturer,
}: DaySheetRowProps) {
  const { summary, capturedAt, branchId, turn, state } = line;
  return (
    <tr>
      <td className="ledger-number">{position}</td>
      <td className="ledger-time" data-label="Hora">
        {formatTime(capturedAt)}
      </td>
      {showsQueueNumber && (
        <td className="ledger-turn" data-label="Turno">
          {turn ?? '—'}
        </td>
      )}
      <td className="ledger-document" data-label="Documento">
        {summary.identification_type} {summary.identification_number}
      </td>
      <td className="ledger-patient" data-label="Paciente">
        {summary.patientName}
      </td>
      <td className="ledger-type" data-label="Tipo">
        {summary.labels.evaluationType}
      </td>
      <td data-label="Empresa">
        {summary.labels.employerCompany}
        {branchId !== account.branchId && <small>En otra sede</small>}
      </td>
      {withCapturer && <td data-label="Registrada por">{capturerText(line, account)}</td>}
      <td className="ledger-state" data-label="Estado">
        <DaySheetStateTag state={state} />
      </td>
    </tr>
  );
}

export function DaySheetTable({ lines, account }: DaySheetTableProps) {
  const withCapturer = lines.some(({ capturedBy }) => capturedBy !== account.userId);
  // Hides the column of queue numbers if no registration has one, because the tablets of the branch have no queue letters.
  const showsQueueNumber = lines.some(({ turn }) => turn !== null);
  const columns = ['N.º', 'Hora', 'Turno', 'Documento', 'Paciente', 'Tipo de evaluación', 'Empresa'].filter(
    (column) => showsQueueNumber || column !== 'Turno',
  );
  if (withCapturer) columns.push('Registrada por');
  return (
    <table className="ledger-table">
      <caption className="visually-hidden">Evaluaciones registradas en este dispositivo</caption>
      <thead>
        <tr>
          {[...columns, 'Estado'].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          <DaySheetRow
            key={line.id}
            line={line}
            position={at + 1}
            account={account}
            withTurn={showsQueueNumber}
            withCapturer={withCapturer}
          />
        ))}
      </tbody>
    </table>
  );
}
