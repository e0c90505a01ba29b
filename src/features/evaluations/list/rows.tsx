import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { APTITUDE_LABELS, EVALUATION_STATUS_LABELS } from '#contract/vocabulary.ts';
import { formatNamePart } from '#domain/patient/name.ts';
import { formatDate, formatTime } from '#domain/time/format.ts';
import { Icon } from '#ui/display/icon.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';
import { QueueNumberMark } from '../queue-number-mark.tsx';
import { EVALUATION_STATUS_TONES } from '../messages.ts';
import { RepetitionTag } from '../repetition-tag.tsx';
import { UnsavedTag } from '../unsaved-tag.tsx';
import { waitingTimeOf } from './wait.ts';
import './rows.css';

const COLUMNS = ['Paciente', 'Documento', 'Tipo de evaluación', 'Empresa empleadora', 'Estado', 'Inicio'];

const NameWithSubtext = ({ name, under }: { name: string; under: ReactNode }) => (
  <span className="list-named">
    <span>{name}</span>
    <small>{under}</small>
  </span>
);

function WaitingTimeLabel({ startedAt }: { startedAt: number }) {
  const wait = waitingTimeOf(startedAt, useTickingTimeMs(true));
  if (!wait) return null;
  return (
    <span className="list-wait" data-long={wait.isLong || undefined}>
      {wait.isLong && <Icon name="clock" size={15} />}
      {wait.text}
    </span>
  );
}

const StartedAtCell = ({ item: { started_at: at, status } }: { item: EvaluationListItem }) => {
  const startedAt = Date.parse(at);
  return (
    <span className="list-named">
      <span>{formatDate(startedAt)}</span>
      <small className="list-times">
        {formatTime(startedAt)}
        {status !== 'cerrada' && <WaitingTimeLabel startedAt={startedAt} />}
      </small>
    </span>
  );
};

/**
 * Link that covers its whole row. Its state contains the list's address, so that 'Volver al listado' returns to the same page
 * and filters.
 */
const DetailLink = ({ item, from }: { item: EvaluationListItem; from: string }) => (
  <Link
    className="list-link"
    to={`/evaluations/${item.id}`}
    state={{ from }}
    aria-label={`Ver detalle: ${formatNamePart(item.patient.full_name)}`}
  >
    <Icon name="right" />
  </Link>
);

function EvaluationTableRow({
  item,
  opens,
  from,
  isUnsaved,
}: {
  item: EvaluationListItem;
  opens: boolean;
  from: string;
  isUnsaved: boolean;
}) {
  const { patient, evaluation_type: type, employer_company: employer, contractor_company: contractor } = item;
  return (
    <tr>
      <td className="list-patient">
        <NameWithSubtext
          name={formatNamePart(patient.full_name)}
          under={
            <>
              <QueueNumberMark turn={item.turn} cameAt={Date.parse(item.started_at)} />
              {contractor?.name ?? 'Sin contratante'}
            </>
          }
        />
      </td>
      <td data-label="Documento">
        {patient.identification_type} {patient.identification_number}
      </td>
      <td data-label="Tipo">
        <NameWithSubtext name={type.name} under={type.code} />
      </td>
      <td data-label="Empresa">
        <NameWithSubtext name={employer.name} under={employer.code} />
      </td>
      <td className="list-status">
        <StatusTag kind={EVALUATION_STATUS_TONES[item.status]}>
          {EVALUATION_STATUS_LABELS[item.status]}
        </StatusTag>
        {item.aptitude && <small className="list-aptitude">{APTITUDE_LABELS[item.aptitude]}</small>}
        <RepetitionTag repetition={item.repetition} />
        {isUnsaved && <UnsavedTag />}
      </td>
      <td data-label="Inicio">
        <StartedAtCell item={item} />
      </td>
      {opens && (
        <td className="list-open">
          <DetailLink item={item} from={from} />
        </td>
      )}
    </tr>
  );
}

interface EvaluationRowsProps {
  items: readonly EvaluationListItem[];
  /** True if the rows link to the evaluation, which needs a separate permission. */
  opens: boolean;
  from: string;
  busy: boolean;
  /** Ids of evaluations with texts on this device that are not saved. */
  unsaved: ReadonlySet<string>;
}

export const EvaluationRows = ({ items, opens, from, busy, unsaved }: EvaluationRowsProps) => (
  <table className="list-table" aria-busy={busy} data-opens={opens || undefined}>
    <caption className="visually-hidden">Evaluaciones</caption>
    <thead>
      <tr>
        {COLUMNS.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        {opens && (
          <th scope="col">
            <span className="visually-hidden">Detalle</span>
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {items.map((item) => (
        <EvaluationTableRow
          key={item.id}
          item={item}
          opens={opens}
          from={from}
          isUnsaved={unsaved.has(item.id)}
        />
      ))}
    </tbody>
  </table>
);
