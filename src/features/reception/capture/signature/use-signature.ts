import { useRef, useState } from 'react';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { exportSignature } from './export-signature.ts';
import { isSignature, type Drawing } from '#domain/signature/strokes.ts';

export function useSignature() {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [picture, setPicture] = useState<CapturedPicture | null>(null);
  const [error, setError] = useState<string | null>(null);
  const turn = useRef(0);

  /** Ignores the encoding of an older stroke, because the encodings of two strokes may finish in either order. */
  const encode = async (drawn: Drawing, canvas: HTMLCanvasElement) => {
    const mine = (turn.current += 1);
    setDrawing(drawn);
    if (!isSignature(drawn)) return;
    const result = await exportSignature(canvas);
    if (mine !== turn.current) return;
    setPicture(result.type === 'picture' ? result.picture : null);
    setError(result.type === 'picture' ? null : result.text);
  };
  const replaceBy = (taken: CapturedPicture | null) => {
    turn.current += 1;
    setDrawing(null);
    setPicture(taken);
    setError(null);
  };
  return {
    picture,
    pad: {
      picture,
      drawing,
      error,
      onStroke: (drawn: Drawing, canvas: HTMLCanvasElement) => void encode(drawn, canvas).catch(reportError),
      onPicture: replaceBy as (taken: CapturedPicture) => void,
      onClear: () => replaceBy(null),
    },
  };
}
