import '#tests/support/device/indexeddb.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { Drawing } from '#domain/signature/strokes.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { useSignature } from './use-signature.ts';

const sampleDrawing: Drawing = {
  strokes: [[0, 20, 40, 60].map((x) => ({ x, y: 0, time: x }))],
  width: 300,
  height: 220,
};

/** Returns a canvas whose encodings finish on the test's command, each with a different size. */
function createSlowCanvas() {
  const ends: BlobCallback[] = [];
  const canvas = { toBlob: (end: BlobCallback) => void ends.push(end) } as unknown as HTMLCanvasElement;
  const finish = (turn: number, size: number) =>
    act(async () => {
      ends[turn]?.({ size, arrayBuffer: async () => new ArrayBuffer(size) } as Blob);
      await Promise.resolve();
    });
  return { canvas, finish };
}

function useSignatureWithPicture() {
  const [picture, show] = useState<CapturedPicture | null>(null);
  return { picture, pad: useSignature({ show, store: () => undefined }) };
}

describe('P10.22 signature pad', () => {
  it('after two quick strokes, the signature is the picture taken after the second, even if the first picture is encoded later', async () => {
    const { canvas, finish } = createSlowCanvas();
    const { result } = renderHook(useSignatureWithPicture);
    act(() => result.current.pad.onStroke(sampleDrawing, canvas));
    act(() => result.current.pad.onStroke(sampleDrawing, canvas));
    await finish(1, 22);
    await waitFor(() => expect(result.current.picture?.bytes.byteLength).toBe(22));
    await finish(0, 11);
    expect(result.current.picture?.bytes.byteLength).toBe(22);
  });

  it('clearing the pad discards the picture that is still being encoded', async () => {
    const { canvas, finish } = createSlowCanvas();
    const { result } = renderHook(useSignatureWithPicture);
    act(() => result.current.pad.onStroke(sampleDrawing, canvas));
    act(() => result.current.pad.onClear());
    await finish(0, 11);
    expect(result.current.picture).toBeNull();
  });
});
