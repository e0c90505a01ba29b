import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ActivityItem } from '#contract/records/evaluation/clinical.ts';
import { formatDate, formatTime } from '#domain/time/format.ts';
import { correctedFieldLabel } from '#domain/evaluation/corrections.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { mergePrefetchEntries, type MergedEntries } from './merge-accesses.ts';
import {
  ACTIVITY_ACTION_LABELS,
  ACTIVITY_STATUS_LABELS,
  changedSubjectText,
  activityActionLabel,
  remarkText,
} from './messages.ts';
import './activity-rows.css';

const COLUMNS = ['N.º', 'Cuándo', 'Quién', 'Acción', 'Evaluación', 'Sede', 'Dispositivo', 'Resultado'];

function entryTimeText(instant: string): string {
  const at = Date.parse(instant);
  return `${formatDate(at)} ${formatTime(at)}`;
}

const ActivityStatusCell = ({ status }: Pick<ActivityItem, 'status'>) => (
  <td className="activity-fixed activity-status">
    <StatusTag kind={status === 'done' ? 'ok' : 'bad'}>{ACTIVITY_STATUS_LABELS[status]}</StatusTag>
  </td>
);

function ActivityRow({ item }: { item: ActivityItem }) {
  const remarks = remarkText(item.remarks);
  return (
    <tr>
      <td className="activity-fixed" data-label="N.º" data-said>
        {item.sequence}
      </td>
      <td data-label="Cuándo">{entryTimeText(item.at)}</td>
      <td data-label="Quién">{item.user_name ?? 'Sin usuario'}</td>
      <td className="activity-action" data-label="Acción">
        <b>{activityActionLabel(item)}</b>
        {item.about && <small> {changedSubjectText(item.about)}</small>}
        {remarks !== null && <small> {remarks}</small>}
        {item.fields && <small> {item.fields.map(correctedFieldLabel).join(', ')}</small>}
        {item.read_at && <small> en la copia del dispositivo, el {entryTimeText(item.read_at)}</small>}
      </td>
      <td data-label="Evaluación" data-said data-none={item.evaluation === null || undefined}>
        {item.evaluation ?? '—'}
      </td>
      <td data-label="Sede" data-none={item.branch_name === null || undefined}>
        {item.branch_name ?? '—'}
      </td>
      <td data-label="Dispositivo">{item.device ?? 'Desconocido'}</td>
      <ActivityStatusCell status={item.status} />
    </tr>
  );
}

function CollapsedEntriesRow({ lines, onOpen }: MergedEntries & { onOpen: () => void }) {
  const [newest] = lines;
  const oldest = lines.at(-1) ?? newest;
  const areInARow = newest.sequence - oldest.sequence === lines.length - 1;
  return (
    <tr>
      <td data-label="N.º" data-said>
        {oldest.sequence} {areInARow ? '–' : '…'} {newest.sequence}
      </td>
      <td data-label="Cuándo">{entryTimeText(newest.at)}</td>
      <td data-label="Quién">{newest.user_name ?? 'Sin usuario'}</td>
      <td className="activity-action" data-label="Acción">
        <b>{ACTIVITY_ACTION_LABELS.copy_kept}</b>
      </td>
      <td data-label="Evaluación">
        <Button size="compact-md" className="activity-unfold" onClick={onOpen}>
          Ver las {lines.length}
        </Button>
      </td>
      <td data-label="Sede" data-none={newest.branch_name === null || undefined}>
        {newest.branch_name ?? '—'}
      </td>
      <td data-label="Dispositivo">{newest.device ?? 'Desconocido'}</td>
      <ActivityStatusCell status={newest.status} />
    </tr>
  );
}

function MergedEntryRows({ lines }: MergedEntries) {
  const [isOpen, setOpen] = useState(false);
  if (lines.length > 1 && !isOpen) return <CollapsedEntriesRow lines={lines} onOpen={() => setOpen(true)} />;
  return lines.map((item) => <ActivityRow key={item.sequence} item={item} />);
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
      {mergePrefetchEntries(items).map(({ lines }) => (
        <MergedEntryRows key={lines[0].sequence} lines={lines} />
      ))}
    </tbody>
  </table>
);
