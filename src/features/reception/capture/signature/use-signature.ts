import { useRef, useState } from 'react';
import { isSignature, type Drawing } from '#domain/signature/strokes.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { exportSignature } from './export-signature.ts';

/** Change of a picture: a new picture, null to remove it, or undefined for no change. */
export type PictureChange = CapturedPicture | null | undefined;

interface SignatureOptions {
  /** Changes the picture on the screen only. */
  readonly show: (picture: CapturedPicture | null) => void;
  /** Receives each change while the picture is still being encoded. */
  readonly store: (coming: Promise<PictureChange>) => void;
  readonly onCapture?: () => void;
}

/** Returns the props of the signature pad; the caller holds the picture. */
export function useSignature({ show, store, onCapture }: SignatureOptions) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [error, setError] = useState<string | null>(null);
  const stroke = useRef(0);

  /** Ignores the encoding of an older stroke, because the encodings of two strokes may finish in either order. */
  const encode = async (canvas: HTMLCanvasElement, turn: number): Promise<PictureChange> => {
    const result = await exportSignature(canvas);
    if (turn !== stroke.current) return undefined;
    const picture = 'said' in result ? null : result;
    setError('said' in result ? result.said : null);
    show(picture);
    return picture;
  };
  const replace = (picture: CapturedPicture | null) => {
    stroke.current += 1;
    setDrawing(null);
    setError(null);
    // Called even if this render shows no picture, because the encoding of the last stroke may have shown a picture since.
    show(picture);
    store(Promise.resolve(picture));
  };
  return {
    drawing,
    error,
    onStroke: (drawn: Drawing, canvas: HTMLCanvasElement) => {
      const turn = (stroke.current += 1);
      setDrawing(drawn);
      onCapture?.();
      if (isSignature(drawn)) store(encode(canvas, turn));
    },
    onPicture: (picture: CapturedPicture) => {
      onCapture?.();
      replace(picture);
    },
    onClear: () => replace(null),
  };
}
