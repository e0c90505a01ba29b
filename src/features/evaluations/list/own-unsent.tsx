import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import { formatTime } from '#domain/time/format.ts';
import { listEntries, readSyncSummary, type RegistrationEntry } from '#storage/outbox/entries.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { QueueNumberMark } from '../queue-number-mark.tsx';
import './own-unsent.css';

/** Number of unsent registrations shown on this page, as a reminder; the pending screen shows all of them. */
const SHOWN_ENTRIES_MAX = 5;
/** Number of entries to read. It is larger than `SHOWN_ENTRIES_MAX`, because some entries are attachments. */
const ENTRIES_READ_MAX = 25;

const UnsentRegistrationRow = ({ entry }: { entry: RegistrationEntry }) => (
  <li>
    <span className="unsent-named">
      <b>{entry.summary.patientName}</b>
      <small>
        <QueueNumberMark turn={entry.turn} cameAt={entry.capturedAt} />
        {entry.summary.identification_type} {entry.summary.identification_number} ·{' '}
        {entry.summary.labels.evaluationType} · {entry.summary.labels.employerCompany} ·{' '}
        {formatTime(entry.capturedAt)}
      </small>
    </span>
    {entry.standing === 'attention' ? (
      <StatusTag kind="bad">Requiere atención</StatusTag>
    ) : (
      <StatusTag kind="warn" icon="upload">
        Por enviar
      </StatusTag>
    )}
  </li>
);

export function UnsentRegistrationsCard({ ownerId }: { ownerId: string }) {
  const entries = useLiveQuery(() => listEntries(ownerId, { limit: ENTRIES_READ_MAX }), [ownerId]);
  const unsent = useLiveQuery(async () => (await readSyncSummary(ownerId)).unsent, [ownerId]) ?? 0;
  const registrations = (entries ?? []).filter((entry) => entry.kind === 'registration');
  if (registrations.length === 0) return null;
  const shown = registrations.slice(0, SHOWN_ENTRIES_MAX);
  return (
    <Card
      title="En este dispositivo, por enviar"
      actions={
        <Button component={Link} to="/pending">
          Ver pendientes de envío{unsent > shown.length ? ` (${unsent})` : ''}
        </Button>
      }
    >
      <ul className="list-unsent">
        {shown.map((entry) => (
          <UnsentRegistrationRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </Card>
  );
}
