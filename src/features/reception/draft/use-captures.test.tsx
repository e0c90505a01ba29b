import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import type { CaptureResult } from '../capture/files/read-file.ts';
import type { Drawing } from '#domain/signature/strokes.ts';
import { useCaptures } from './use-captures.ts';

const deviceMock = vi.hoisted(() => ({ save: vi.fn(), exported: vi.fn<() => Promise<CaptureResult>>() }));
vi.mock('#storage/drafts/drafts.ts', () => ({ saveDraftPicture: deviceMock.save }));
vi.mock('./draft-channel.ts', () => ({ notifyOtherWindows: () => undefined }));
vi.mock('../capture/signature/export-signature.ts', () => ({
  exportSignature: deviceMock.exported,
}));

const onCapture = vi.fn();
const NO_PICTURES = { photo: null, signature: null } as const;
const drawing: Drawing = {
  strokes: [Array.from({ length: 12 }, (_, at) => ({ x: 20 + at * 20, y: at % 2 ? 60 : 20, time: at * 20 }))],
  width: 300,
  height: 100,
};
const picture = { bytes: new ArrayBuffer(1), mime: 'image/png', name: 'signature.png' } as const;

it('P2 clearing the pad removes a signature even if its picture was encoded after the last render', async () => {
  deviceMock.exported.mockResolvedValue(picture);
  const { result } = renderHook(() => useCaptures({ ownerId: 'ana', entryId: null }, NO_PICTURES, onCapture));
  act(() => result.current.signaturePad.onStroke(drawing, document.createElement('canvas')));
  const asDrawn = result.current;
  await act(() => asDrawn.settle());
  expect(result.current.pictures.signature).toBe(picture);
  // Uses the handlers of the previous render, because the user may press the key before React has rendered the picture.
  await act(async () => {
    asDrawn.signaturePad.onClear();
    await asDrawn.settle();
  });
  expect(result.current.pictures.signature).toBeNull();
  expect(deviceMock.save.mock.calls.at(-1)).toEqual(['ana', null, 'signature', null]);
});

it('S3 the form shows a photo only after it is stored, and `settle` waits for this storing', async () => {
  const order: string[] = [];
  let resolveWrite: () => void = () => undefined;
  deviceMock.save.mockImplementationOnce(() => new Promise<void>((resolve) => (resolveWrite = resolve)));
  let resolvePhoto: (photo: typeof picture) => void = () => undefined;
  const coming = new Promise<typeof picture>((resolve) => (resolvePhoto = resolve));
  const { result } = renderHook(() => useCaptures({ ownerId: 'ana', entryId: null }, NO_PICTURES, onCapture));
  const taking = result.current.takePhoto(coming);
  const settling = result.current.settle().then(() => order.push('settled'));
  await act(async () => resolvePhoto(picture));
  await retryUntilPassing(() =>
    expect(deviceMock.save).toHaveBeenLastCalledWith('ana', null, 'photo', picture),
  );
  expect([result.current.pictures.photo, order]).toEqual([null, []]);
  await act(async () => {
    resolveWrite();
    await Promise.all([taking, settling]);
  });
  expect(result.current.pictures.photo).toBe(picture);
  expect(order).toEqual(['settled']);
});

it('S3 the form keeps the existing photo when a new capture fails', async () => {
  const { result } = renderHook(() =>
    useCaptures({ ownerId: 'ana', entryId: null }, { ...NO_PICTURES, photo: picture }, onCapture),
  );
  deviceMock.save.mockClear();
  await act(() => result.current.takePhoto(Promise.resolve(undefined)));
  expect(result.current.pictures.photo).toBe(picture);
  expect(deviceMock.save).not.toHaveBeenCalled();
});

it('P10.70 the form discards a photo that arrives after both pictures were removed', async () => {
  let resolvePhoto: (photo: typeof picture) => void = () => undefined;
  const coming = new Promise<typeof picture>((resolve) => (resolvePhoto = resolve));
  const { result } = renderHook(() =>
    useCaptures({ ownerId: 'ana', entryId: null }, { photo: null, signature: picture }, onCapture),
  );
  const taking = result.current.takePhoto(coming);
  await act(async () => {
    result.current.clear();
    resolvePhoto(picture);
    await taking;
    await result.current.settle();
  });
  expect(result.current.pictures).toEqual(NO_PICTURES);
  const lastSaved = (kind: string) =>
    deviceMock.save.mock.calls.filter(([, , slot]) => slot === kind).at(-1)?.[3];
  expect([lastSaved('photo'), lastSaved('signature')]).toEqual([null, null]);
});
