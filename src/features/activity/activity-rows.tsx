import type { ActivityItem } from '#contract/clinical.ts';
import { dayOf, timeOfDay } from '#domain/time/words.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { ACTION_WORDS, STATUS_WORDS } from './words.ts';
import './activity-rows.css';

const COLUMNS = ['N.º', 'Cuándo', 'Quién', 'Acción', 'Evaluación', 'Sede', 'Dispositivo', 'Resultado'];

function whenOf(instant: string): string {
  const at = Date.parse(instant);
  return `${dayOf(at)} ${timeOfDay(at)}`;
}

function Row({ item }: { item: ActivityItem }) {
  return (
    <tr>
      <td className="activity-fixed" data-label="N.º">
        {item.sequence}
      </td>
      <td data-label="Cuándo">{whenOf(item.at)}</td>
      <td data-label="Quién">{item.user_name ?? 'Sin usuario'}</td>
      <td data-label="Acción">
        <b>{ACTION_WORDS[item.action]}</b>
        {item.read_at && <small> en la copia del dispositivo, el {whenOf(item.read_at)}</small>}
      </td>
      <td data-label="Evaluación">{item.evaluation ?? '—'}</td>
      <td data-label="Sede">{item.branch_name ?? '—'}</td>
      <td data-label="Dispositivo">{item.device ?? 'Desconocido'}</td>
      <td className="activity-fixed">
        <StatusTag kind={item.status === 'done' ? 'ok' : 'bad'}>{STATUS_WORDS[item.status]}</StatusTag>
      </td>
    </tr>
  );
}

export const ActivityRows = ({ items, busy }: { items: readonly ActivityItem[]; busy: boolean }) => (
  <table className="activity-table" aria-busy={busy}>
    <caption className="visually-hidden">Actividad</caption>
    <thead>
      <tr>
        {COLUMNS.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {items.map((item) => (
        <Row key={item.sequence} item={item} />
      ))}
    </tbody>
  </table>
);
