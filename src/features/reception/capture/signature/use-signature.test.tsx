import '#tests/support/device/indexeddb.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Drawing } from '#domain/signature/strokes.ts';
import { useSignature } from './use-signature.ts';

const drawn: Drawing = {
  strokes: [[0, 20, 40, 60].map((x) => ({ x, y: 0, time: x }))],
  width: 300,
  height: 220,
};

/** A canvas whose encoding ends when the test says so; each result has a size of its own. */
function slowCanvas() {
  const ends: BlobCallback[] = [];
  const canvas = { toBlob: (end: BlobCallback) => void ends.push(end) } as unknown as HTMLCanvasElement;
  const finish = (turn: number, size: number) =>
    act(async () => {
      ends[turn]?.({ size, arrayBuffer: async () => new ArrayBuffer(size) } as Blob);
      await Promise.resolve();
    });
  return { canvas, finish };
}

describe('P10.22 a signature taken again', () => {
  it('two quick strokes leave the newer picture, in whichever order their encodings end', async () => {
    const { canvas, finish } = slowCanvas();
    const { result } = renderHook(useSignature);
    act(() => result.current.pad.onStroke(drawn, canvas));
    act(() => result.current.pad.onStroke(drawn, canvas));
    await finish(1, 22);
    await waitFor(() => expect(result.current.picture?.bytes.byteLength).toBe(22));
    await finish(0, 11);
    expect(result.current.picture?.bytes.byteLength).toBe(22);
  });

  it('what was cleared while it was being encoded does not come back', async () => {
    const { canvas, finish } = slowCanvas();
    const { result } = renderHook(useSignature);
    act(() => result.current.pad.onStroke(drawn, canvas));
    act(() => result.current.pad.onClear());
    await finish(0, 11);
    expect(result.current.picture).toBeNull();
  });
});
