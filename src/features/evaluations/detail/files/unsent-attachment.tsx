import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { isEntryDiscardable } from '#domain/outbox/entry.ts';
import type { ItemState } from '#domain/outbox/item.ts';
import type { AttachmentEntry } from '#storage/outbox/entries.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { DiscardPrompt } from '#components/discard-prompt.tsx';
import { useRetryEntry } from '#components/use-retry.ts';
import { attachmentRejectionText } from '#sync/messages/rejection-text.ts';
import { UPLOAD_LABELS, itemUploadState } from '#sync/messages/upload-text.ts';
import { WAIT_REASON_TEXTS, quotedServerMessage, findWaitReason } from '#sync/messages/waiting-text.ts';
import { FieldError } from '#ui/fields/field-error.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import './unsent-attachment.css';

interface UnsentAttachmentProps {
  ownerId: string;
  entry: AttachmentEntry;
}

function DiscardFilePrompt({ ownerId, entry, onClose }: UnsentAttachmentProps & { onClose: () => void }) {
  const { fileName, examName } = entry.summary;
  return (
    <DiscardPrompt
      ownerId={ownerId}
      entryId={entry.id}
      title={`¿Descartar ${fileName}?`}
      done="Archivo descartado."
      onClose={onClose}
    >
      <p>
        El archivo de {examName} no se enviará y aquí no se puede recuperar. Si lo tienes en otro lugar,
        puedes adjuntarlo de nuevo.
      </p>
    </DiscardPrompt>
  );
}

/** Says why an unsent file is waiting. Network problems are not included, because the page shows them once for all files. */
function WaitReasonText({ items }: Pick<AttachmentEntry, 'items'>) {
  const link = useLiveQuery(readConnectionState);
  const cause = link ? findWaitReason(items, link) : null;
  if (cause === null || cause === 'network') return null;
  return <small>{`${WAIT_REASON_TEXTS[cause]} ${quotedServerMessage(items)}`.trim()}</small>;
}

function UploadStateTag({ state }: { state: ItemState | undefined }) {
  const upload = state ? itemUploadState(state) : 'pending';
  const label = UPLOAD_LABELS[upload];
  if (upload === 'error') return <StatusTag kind="bad">{label}</StatusTag>;
  return (
    <StatusTag kind={upload === 'sending' ? 'info' : 'warn'} icon="upload">
      {label}
    </StatusTag>
  );
}

function RetryUploadButton({ ownerId, entry }: UnsentAttachmentProps) {
  const { busy, retry } = useRetryEntry(ownerId, entry.id);
  return (
    <Button loading={busy} aria-label={`Reintentar subida de ${entry.summary.fileName}`} onClick={retry}>
      Reintentar subida
    </Button>
  );
}

/** Unsent file of this device with its status, the reason for a rejection, and the actions of S10. */
export function UnsentAttachment({ ownerId, entry }: UnsentAttachmentProps) {
  const [discarding, setDiscarding] = useState(false);
  const { fileName } = entry.summary;
  const state = entry.items[0]?.state;
  return (
    <li>
      <span className="attachment-name">{fileName}</span>
      <UploadStateTag state={state} />
      <WaitReasonText items={entry.items} />
      {state?.name === 'attention' && (
        <FieldError id={`refused-${entry.id}`}>{attachmentRejectionText(state.refusal)}</FieldError>
      )}
      {(state?.name === 'attention' || state?.name === 'waiting') && (
        <RetryUploadButton ownerId={ownerId} entry={entry} />
      )}
      <Button
        variant="subtle"
        color="bad"
        disabled={!isEntryDiscardable(entry.items)}
        aria-label={`Descartar ${fileName}`}
        onClick={() => setDiscarding(true)}
      >
        Descartar
      </Button>
      {discarding && (
        <DiscardFilePrompt ownerId={ownerId} entry={entry} onClose={() => setDiscarding(false)} />
      )}
    </li>
  );
}
