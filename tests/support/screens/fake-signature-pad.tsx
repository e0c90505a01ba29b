import type { Drawing } from '#domain/signature/strokes.ts';

const sampleDrawing: Drawing = {
  strokes: [[0, 30, 60, 90].map((x) => ({ x, y: x % 60, time: x }))],
  width: 300,
  height: 220,
};
const fakeCanvas = {
  toBlob: (done: BlobCallback) => done(new Blob([new Uint8Array(99)], { type: 'image/png' })),
} as unknown as HTMLCanvasElement;

interface SignaturePadProps {
  label: string;
  onStroke: (drawing: Drawing, canvas: HTMLCanvasElement) => void;
}

/** Button that adds a fixed drawing. It replaces the pad of `#components/signature/signature-pad.tsx`, because happy-dom has no canvas. */
export const SignaturePad = ({ label, onStroke }: SignaturePadProps) => (
  <button type="button" onClick={() => onStroke(sampleDrawing, fakeCanvas)}>
    {label}
  </button>
);
