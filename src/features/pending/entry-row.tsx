import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { ConnectionState } from '#domain/connection-state.ts';
import { isEditableAfterRejection, isEntryDiscardable } from '#domain/outbox/entry.ts';
import { formatDate, formatTime } from '#domain/time/format.ts';
import type { EntryView, ItemView } from '#storage/outbox/entries.ts';
import {
  findUnsentCorrectionPath,
  CorrectionLink,
  correctionLinkTargetOfEntry,
} from '#components/correct-link.tsx';
import { useRetryEntry } from '#components/use-retry.ts';
import { supportCodeToShow } from '#sync/messages/support-code.ts';
import { quotedServerMessage } from '#sync/messages/waiting-text.ts';
import { FactList } from '#ui/display/facts.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { SupportCode } from '#ui/notices/support-code.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';
import {
  listAuthorTexts,
  fitsStatusTag,
  heldBackItemText,
  isItemHeldBack,
  itemMessage,
  rejectionReasons,
  entrySubject,
  queueNumberTexts,
} from './messages.ts';
import { PendingRow } from './pending-list.tsx';
import './entry-row.css';

interface EntryRowProps {
  ownerId: string;
  entry: EntryView;
  /**
   * True if the user has begun a correction of the entry and not confirmed it. The row shows this, because the entry may
   * otherwise be sent without the correction.
   */
  isCorrectionBegun: boolean;
  link: ConnectionState;
  /** True while the device sends nothing because the session is not open. */
  isHeld: boolean;
}

type SendingConditions = Pick<EntryRowProps, 'link' | 'isHeld'>;

function ItemTag({ item, link, isHeld }: SendingConditions & { item: ItemView }) {
  const now = useTickingTimeMs(item.state.name === 'waiting' && link.name !== 'down' && !isHeld);
  const { kind, text } = itemMessage(item, { link, isHeld, now });
  return <StatusTag kind={kind}>{text}</StatusTag>;
}

const ItemTags = ({ items, ...circumstances }: SendingConditions & { items: readonly ItemView[] }) => {
  const held = items.filter(isItemHeldBack);
  const tags = items
    .filter((item) => !isItemHeldBack(item))
    .map((item) => <ItemTag key={item.id} item={item} {...circumstances} />);
  if (held.length > 0)
    tags.push(
      <StatusTag key="held" kind="mute">
        {heldBackItemText(held)}
      </StatusTag>,
    );
  return (
    <div className="pending-chain">
      {tags.map((tag, at) => (
        <span key={tag.key} className="pending-link">
          {at === 1 && <Icon name="right" size={16} />}
          {tag}
        </span>
      ))}
    </div>
  );
};

/** Returns the rejection reasons that are too long for the tag of their item. */
const listReasonsBelowTags = ({ items }: EntryView): readonly string[] => [
  ...items
    .flatMap(({ kind, state }) => (state.name === 'attention' ? [rejectionReasons(kind, state.refusal)] : []))
    .filter((reasons) => !fitsStatusTag(reasons))
    .flat(),
  ...[quotedServerMessage(items)].filter(Boolean),
];

/** Returns the request id of one failed attempt, with which support finds the other attempts in the server's log. */
function findSupportCode({ items }: EntryView): string | undefined {
  const rejections = items.flatMap(({ state }) =>
    state.name === 'attention' || state.name === 'waiting' ? [state.refusal] : [],
  );
  return rejections
    .map((refusal) => refusal && supportCodeToShow(refusal))
    .find((code) => code !== undefined);
}

function EntrySupportCode({ entry }: { entry: EntryView }) {
  const code = findSupportCode(entry);
  return code === undefined ? null : <SupportCode code={code} />;
}

function RejectionReasonList({ entry }: { entry: EntryView }) {
  const reasons = listReasonsBelowTags(entry);
  if (reasons.length === 0) return null;
  return (
    <ul className="pending-details">
      {[...new Set(reasons)].map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}

const formatCaptureTime = (at: number): string =>
  formatDate(at) === formatDate(Date.now()) ? formatTime(at) : `${formatDate(at)} ${formatTime(at)}`;

/**
 * Returns the link with which the user resolves a rejection. A registration or correction is changed in the form (S7); a file
 * is resolved at its evaluation.
 */
function findRejectionLink(entry: EntryView): readonly [to: string, label: string] | null {
  switch (entry.kind) {
    case 'registration':
      return entry.items.some(isEditableAfterRejection)
        ? [`/reception?entry=${entry.id}`, 'Corregir y enviar']
        : null;
    case 'attachment':
      return [`/evaluations/${entry.target?.evaluationId ?? ''}`, 'Ver evaluación'];
    case 'correction':
      return findUnsentCorrectionPath(entry) === null
        ? null
        : [findUnsentCorrectionPath(entry) ?? '', 'Corregir y enviar'];
  }
}

function ResolveRejectionButton({ entry }: { entry: EntryView }) {
  const way = findRejectionLink(entry);
  if (way === null) return null;
  const [to, label] = way;
  return (
    <Button
      component={RouterLink}
      to={to}
      variant="filled"
      aria-label={`${label}: ${entry.summary.patientName}`}
    >
      {label}
    </Button>
  );
}

/** Returns where the user can correct an entry that is not rejected; null for an entry with a file. */
function findCorrectionLinkTarget(entry: EntryView): ReturnType<typeof correctionLinkTargetOfEntry> {
  switch (entry.kind) {
    case 'registration':
      return correctionLinkTargetOfEntry(entry);
    case 'correction':
      return { to: findUnsentCorrectionPath(entry), isSent: true };
    case 'attachment':
      return { to: null, isSent: true };
  }
}

type EntryActionsProps = Omit<EntryRowProps, 'link' | 'isCorrectionBegun'> & { onDiscard: () => void };

function EntryActions({ ownerId, entry, isHeld, onDiscard }: EntryActionsProps) {
  const { busy, retry } = useRetryEntry(ownerId, entry.id);
  const name = entry.summary.patientName;
  return (
    <div className="pending-actions">
      {entry.standing === 'attention' && <ResolveRejectionButton entry={entry} />}
      {entry.standing !== 'attention' && (
        <CorrectionLink {...findCorrectionLinkTarget(entry)} patientName={name} />
      )}
      {(!isHeld || entry.standing === 'attention') && (
        <Button loading={busy} aria-label={`Reintentar: ${name}`} onClick={retry}>
          Reintentar
        </Button>
      )}
      <Button
        variant="subtle"
        className="pending-discard"
        // The discard button is red only if the entry needs a user, because other entries are sent automatically.
        data-due={entry.standing === 'attention' || undefined}
        disabled={!isEntryDiscardable(entry.items)}
        aria-label={`Descartar: ${name}`}
        onClick={onDiscard}
      >
        Descartar
      </Button>
    </div>
  );
}

export function EntryRow({ ownerId, entry, isCorrectionBegun, link, isHeld }: EntryRowProps) {
  const [discarding, setDiscarding] = useState(false);
  const { patientName, identification_type, identification_number } = entry.summary;
  return (
    <PendingRow
      text={
        <>
          <b>{patientName}</b>
          <FactList
            of={[
              `${identification_type} ${identification_number}`,
              ...(entry.kind === 'correction' ? [`Corrección: ${entry.summary.reason}`] : []),
              entrySubject(entry),
              formatCaptureTime(entry.capturedAt),
              ...queueNumberTexts(entry),
              ...listAuthorTexts(entry),
              ...(isCorrectionBegun ? ['Tienes una corrección sin enviar'] : []),
            ]}
          />
          <ItemTags items={entry.items} link={link} isHeld={isHeld} />
          <RejectionReasonList entry={entry} />
          <EntrySupportCode entry={entry} />
        </>
      }
    >
      <EntryActions ownerId={ownerId} entry={entry} isHeld={isHeld} onDiscard={() => setDiscarding(true)} />
      {discarding && (
        <DiscardDialog
          ownerId={ownerId}
          entry={entry}
          isCorrectionBegun={isCorrectionBegun}
          onClose={() => setDiscarding(false)}
        />
      )}
    </PendingRow>
  );
}
