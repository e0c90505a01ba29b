import type { ItemState } from '#domain/outbox/item.ts';

export type UploadState = 'idle' | 'ready' | 'pending' | 'sending' | 'done' | 'error';

export const UPLOAD_LABELS: Record<UploadState, string> = {
  idle: 'Sin capturar',
  ready: 'Listo para subir',
  pending: 'Pendiente por subir',
  sending: 'Subiendo…',
  done: 'Subida completa',
  error: 'Error al subir',
};

export const draftUploadState = (captured: boolean): UploadState => (captured ? 'ready' : 'idle');

/**
 * Returns the upload progress of an outbox item. An item that waits for a failing server counts as `error`, although it is
 * retried automatically (S8); an item that waits for a busy or unreachable server as `pending`.
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
