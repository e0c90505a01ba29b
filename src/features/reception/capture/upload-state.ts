import type { ItemState } from '#domain/outbox/item.ts';
import type { StatusKind } from '#ui/display/status-tag.tsx';

/** How far a photo or a signature has come, from the capture to the server (P4). */
export type UploadState = 'idle' | 'ready' | 'pending' | 'sending' | 'done' | 'error';

export const UPLOAD_LABELS: Record<UploadState, string> = {
  idle: 'Sin capturar',
  ready: 'Listo para subir',
  pending: 'Pendiente por subir',
  sending: 'Subiendo…',
  done: 'Subida completa',
  error: 'Error al subir',
};

export const UPLOAD_KINDS: Record<UploadState, StatusKind> = {
  idle: 'mute',
  ready: 'info',
  pending: 'warn',
  sending: 'info',
  done: 'ok',
  error: 'bad',
};

/** Before the confirmation, from the draft. */
export const draftUploadState = (captured: boolean): UploadState => (captured ? 'ready' : 'idle');

/** After it, from the outbox. */
export function itemUploadState(state: ItemState): UploadState {
  switch (state.name) {
    case 'queued':
    case 'waiting':
      return 'pending';
    case 'sending':
      return 'sending';
    case 'delivered':
      return 'done';
    case 'attention':
      return 'error';
  }
}
