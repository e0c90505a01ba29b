import { describe, expect, it } from 'vitest';
import type { ItemState } from '#domain/outbox/item.ts';
import { UPLOAD_LABELS, draftUploadState, itemUploadState } from './upload-text.ts';

const fileRejection = { status: 422, code: 'file_invalid', message: 'x', details: [] };
const uploadLabelCases: readonly [ItemState, string][] = [
  [{ name: 'queued' }, 'Pendiente por subir'],
  [{ name: 'waiting', since: 0, until: 1, cause: 'no_answer' }, 'Pendiente por subir'],
  [{ name: 'waiting', since: 0, until: 1, cause: 'busy' }, 'Pendiente por subir'],
  [{ name: 'waiting', since: 0, until: 1, cause: 'failing' }, 'Error al subir'],
  [{ name: 'sending', since: 0 }, 'Subiendo…'],
  [{ name: 'delivered', at: 0, remoteId: 'x' }, 'Subida completa'],
  [{ name: 'attention', since: 0, correctable: true, refusal: fileRejection }, 'Error al subir'],
];

describe('P4 upload label of an image or file', () => {
  it('P4.11 the upload label shows before the confirmation whether the image was captured', () => {
    expect(UPLOAD_LABELS[draftUploadState(false)]).toBe('Sin capturar');
    expect(UPLOAD_LABELS[draftUploadState(true)]).toBe('Listo para subir');
  });

  it.each(uploadLabelCases)('P4.11 the upload label of an item in state %j is %s', (state, label) =>
    expect(UPLOAD_LABELS[itemUploadState(state)]).toBe(label),
  );
});
