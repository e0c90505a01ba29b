import type { ItemState } from '#domain/outbox/item.ts';

/** How far a picture or a file has come, from the capture to the server (P4). */
export type UploadState = 'idle' | 'ready' | 'pending' | 'sending' | 'done' | 'error';

export const UPLOAD_LABELS: Record<UploadState, string> = {
  idle: 'Sin capturar',
  ready: 'Listo para subir',
  pending: 'Pendiente por subir',
  sending: 'Subiendo…',
  done: 'Subida completa',
  error: 'Error al subir',
};

/** Before the confirmation, from the draft. */
export const draftUploadState = (captured: boolean): UploadState => (captured ? 'ready' : 'idle');

/**
 * After it, from the outbox. A server that failed on it is an error, though it goes again by itself (S8); one that asked
 * to come again, or was not reached, has judged nothing.
 */
export function itemUploadState(state: ItemState): UploadState {
  switch (state.name) {
    case 'queued':
      return 'pending';
    case 'waiting':
      return state.cause === 'failing' ? 'error' : 'pending';
    case 'sending':
      return 'sending';
    case 'delivered':
      return 'done';
    case 'attention':
      return 'error';
  }
}
