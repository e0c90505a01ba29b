// In jsdom: what was drawn, while its picture is still being made.
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ExportedSignature } from '../capture/signature/export-signature.ts';
import type { Drawing } from '../capture/signature/strokes.ts';
import { useCaptures } from './use-captures.ts';

const device = vi.hoisted(() => ({ save: vi.fn(), exported: vi.fn<() => Promise<ExportedSignature>>() }));
vi.mock('#storage/drafts/drafts.ts', () => ({ saveDraftPicture: device.save }));
vi.mock('./draft-channel.ts', () => ({ tellOtherWindows: () => undefined }));
vi.mock('../capture/signature/export-signature.ts', () => ({
  SIGNATURE_ERRORS: {},
  exportSignature: device.exported,
}));

const NOTHING = { photo: null, signature: null } as const;
const drawing: Drawing = {
  strokes: [Array.from({ length: 12 }, (_, at) => ({ x: 20 + at * 20, y: at % 2 ? 60 : 20, time: at * 20 }))],
  width: 300,
  height: 100,
};
const picture = { bytes: new ArrayBuffer(1), mime: 'image/png', name: 'signature.png' } as const;

it('P2 cleared just when the picture of the stroke has come, the signature is gone', async () => {
  device.exported.mockResolvedValue({ type: 'picture', picture });
  const { result } = renderHook(() => useCaptures({ ownerId: 'ana', entryId: null }, NOTHING));
  act(() => result.current.drawSignature(drawing, document.createElement('canvas')));
  const asDrawn = result.current;
  await act(() => asDrawn.settle());
  expect(result.current.pictures.signature).toBe(picture);
  // By the handlers of the rendering before: a key may come before the screen has followed.
  await act(async () => {
    asDrawn.clearSignature();
    await asDrawn.settle();
  });
  expect(result.current.pictures.signature).toBeNull();
  expect(device.save.mock.calls.at(-1)).toEqual(['ana', null, 'signature', null]);
});
