import type { ItemState } from '#domain/outbox/item.ts';

/** Progress of an image or file from the capture to the server (P4). */
export type UploadState = 'idle' | 'ready' | 'pending' | 'sending' | 'done' | 'error';

export const UPLOAD_LABELS: Record<UploadState, string> = {
  idle: 'Sin capturar',
  ready: 'Listo para subir',
  pending: 'Pendiente por subir',
  sending: 'Subiendo…',
  done: 'Subida completa',
  error: 'Error al subir',
};

/** Returns the progress before the confirmation, from the draft. */
export const draftUploadState = (captured: boolean): UploadState => (captured ? 'ready' : 'idle');

/**
 * Returns the progress after the confirmation, from the outbox. A failure of the server is an error, although the item is
 * retried automatically (S8). A busy or unreachable server leaves the item pending.
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
