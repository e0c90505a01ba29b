import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { EvaluationListItem } from '#contract/evaluations.ts';
import { EVALUATION_STATUS_LABELS } from '#contract/vocabulary.ts';
import { dayOf, timeOfDay } from '#domain/time/words.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { STATUS_KINDS } from '../words.ts';
import './rows.css';

const COLUMNS = ['Paciente', 'Documento', 'Tipo de evaluación', 'Empresa empleadora', 'Estado', 'Inicio'];

const Named = ({ name, under }: { name: string; under: string }) => (
  <span className="list-named">
    <span>{name}</span>
    <small>{under}</small>
  </span>
);

/** `/evaluations?…` comes along, so that 'Volver al listado' leads back to the same page of the same list. */
function DetailLink({ item, from }: { item: EvaluationListItem; from: string }) {
  return (
    <Button
      component={Link}
      to={`/evaluations/${item.id}`}
      state={{ from }}
      aria-label={`Ver detalle: ${item.patient.full_name}`}
    >
      Ver detalle
    </Button>
  );
}

function Row({ item, opens, from }: { item: EvaluationListItem; opens: boolean; from: string }) {
  const { patient, evaluation_type: type, employer_company: employer, contractor_company: contractor } = item;
  const startedAt = Date.parse(item.started_at);
  return (
    <tr>
      <td className="list-patient">
        <Named name={patient.full_name} under={contractor?.name ?? 'Sin contratante'} />
      </td>
      <td className="list-fixed" data-label="Documento">
        {patient.identification_type} {patient.identification_number}
      </td>
      <td data-label="Tipo">
        <Named name={type.name} under={type.code} />
      </td>
      <td data-label="Empresa">
        <Named name={employer.name} under={employer.code} />
      </td>
      <td className="list-status">
        <StatusTag kind={STATUS_KINDS[item.status]}>{EVALUATION_STATUS_LABELS[item.status]}</StatusTag>
      </td>
      <td className="list-fixed" data-label="Inicio">
        <Named name={dayOf(startedAt)} under={timeOfDay(startedAt)} />
      </td>
      {opens && (
        <td className="list-open">
          <DetailLink item={item} from={from} />
        </td>
      )}
    </tr>
  );
}

interface RowsProps {
  items: readonly EvaluationListItem[];
  /** Reading an evaluation whole needs a permission of its own. */
  opens: boolean;
  from: string;
  /** Another page is on its way. */
  busy: boolean;
}

export const Rows = ({ items, opens, from, busy }: RowsProps) => (
  <table className="list-table" aria-busy={busy}>
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
        <Row key={item.id} item={item} opens={opens} from={from} />
      ))}
    </tbody>
  </table>
);
