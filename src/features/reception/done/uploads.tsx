import { Loader } from '@mantine/core';
import { UPLOAD_LABELS, itemUploadState } from '#sync/messages/upload-text.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { UPLOAD_STATUS_KINDS } from '../capture/upload-kinds.ts';
import type { ConfirmedRegistration } from './done-state.ts';
import './uploads.css';

interface UploadStatesProps {
  registered: ConfirmedRegistration;
  /** `line`: both states in one line of text. `stack`: one state above the other, together as high as a button. */
  layout?: 'page' | 'line' | 'stack';
}

/** Shows the upload states of photo and signature (P4); nothing for a discarded registration. */
export function UploadStates({ registered: { entry, receipt }, layout = 'page' }: UploadStatesProps) {
  if (!entry && receipt?.outcome === 'discarded') return null;
  return (
    <ul
      className={`uploads ${layout === 'page' ? '' : 'uploads-dense'} ${layout === 'stack' ? 'uploads-stack' : ''}`}
    >
      {(['photo', 'signature'] as const).map((kind) => {
        const item = entry?.items.find((candidate) => candidate.kind === kind);
        const state = item ? itemUploadState(item.state) : 'done';
        return (
          <li key={kind}>
            <span>{kind === 'signature' ? 'Firma' : layout === 'page' ? 'Fotografía' : 'Foto'}</span>
            <StatusTag kind={UPLOAD_STATUS_KINDS[state]}>{UPLOAD_LABELS[state]}</StatusTag>
            {/* Browsers do not report the upload progress of a request, so an animation replaces it. */}
            {state === 'sending' && <Loader size={16} aria-hidden="true" />}
          </li>
        );
      })}
    </ul>
  );
}
