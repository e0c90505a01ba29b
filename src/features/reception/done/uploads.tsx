import { Loader } from '@mantine/core';
import type { ItemView } from '#storage/outbox/entries.ts';
import { UPLOAD_LABELS, itemUploadState, type UploadState } from '#sync/messages/upload-text.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { UPLOAD_STATUS_KINDS } from '../capture/upload-kinds.ts';
import type { ConfirmedRegistration } from './done-state.ts';
import './uploads.css';

const UploadStateItem = ({ name, state }: { name: string; state: UploadState }) => (
  <li>
    <span>{name}</span>
    <StatusTag kind={UPLOAD_STATUS_KINDS[state]}>{UPLOAD_LABELS[state]}</StatusTag>
    {/* Browsers do not report the upload progress of a request, so an animation replaces it. */}
    {state === 'sending' && <Loader size={16} aria-hidden="true" />}
  </li>
);

interface UploadStatesProps {
  registered: ConfirmedRegistration;
  /** `line`: both states in one line of text. `stack`: one state above the other, together as high as a button. */
  layout?: 'page' | 'line' | 'stack';
}

const uploadStateOf = (items: readonly ItemView[] | undefined, kind: 'photo' | 'signature'): UploadState => {
  const item = items?.find((candidate) => candidate.kind === kind);
  return item ? itemUploadState(item.state) : 'done';
};

/** Shows the upload states of photo and signature (P4); nothing for a discarded registration. */
export function UploadStates({ registered: { entry, receipt }, layout = 'page' }: UploadStatesProps) {
  if (!entry && receipt?.outcome === 'discarded') return null;
  return (
    <ul
      className={`uploads ${layout === 'page' ? '' : 'uploads-dense'} ${layout === 'stack' ? 'uploads-stack' : ''}`}
    >
      <UploadStateItem
        name={layout === 'page' ? 'Fotografía' : 'Foto'}
        state={uploadStateOf(entry?.items, 'photo')}
      />
      <UploadStateItem name="Firma" state={uploadStateOf(entry?.items, 'signature')} />
    </ul>
  );
}
