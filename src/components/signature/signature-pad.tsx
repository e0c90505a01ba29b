import { useCallback, useEffect, useRef, useState } from 'react';
import { SignatureCanvas, type SignatureCanvasHandle } from './signature-canvas.tsx';
import { fitDrawing, removeLoneDots, type Drawing } from '#domain/signature/strokes.ts';
import { InvalidSignatureHint } from './not-a-signature.tsx';
import { SignatureBox } from './signature-box.tsx';
import './signature-pad.css';

const INK_COLOR = '#12262b';

/**
 * Clears the canvas and adds an empty stroke, because the library throws if a finger is still down and its next point has no
 * stroke to be added to.
 */
function clearPad(pad: SignatureCanvasHandle): void {
  pad.clear();
  pad.toData().push([]);
}

const readDrawing = (pad: SignatureCanvasHandle): Drawing => {
  const { clientWidth: width, clientHeight: height } = pad.getCanvas();
  const strokes = pad.toData().filter((stroke) => stroke.length > 0);
  return {
    strokes: strokes.map((stroke) => stroke.map(({ x, y, time }) => ({ x, y, time }))),
    width,
    height,
  };
};

/** Fits the canvas to its box and draws the strokes again, because resizing empties a canvas. */
function resizeAndRedraw(pad: SignatureCanvasHandle, drawing: Drawing | null): void {
  const canvas = pad.getCanvas();
  const { clientWidth: width, clientHeight: height } = canvas;
  if (width === 0 || height === 0) return;
  const ratio = Math.max(window.devicePixelRatio, 1);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.getContext('2d')?.scale(ratio, ratio);
  clearPad(pad);
  if (!drawing) return;
  const { strokes } = fitDrawing(drawing, width, height);
  pad.fromData(strokes.map((stroke) => stroke.map((point) => ({ ...point, color: INK_COLOR }))));
}

interface SignaturePadProps {
  label: string;
  drawing: Drawing | null;
  onStroke: (drawing: Drawing, canvas: HTMLCanvasElement) => void;
  /** True if the pad takes the focus, so that it receives keys. */
  focusable?: boolean;
  describedBy?: string;
  /**
   * True if the pad ignores pointers for a moment after it appears, because a double tap on the opening button would draw on
   * the pad.
   */
  guarded?: boolean;
}

/** Time in ms after the opening within which the second tap of a double tap on the opening button can arrive. */
const OPENING_GUARD_MS = 350;

/**
 * Returns true while the pad ignores pointers. A pointer that goes down in this time never draws. The first tap is already
 * over, because a button acts on the click.
 */
function useOpeningGuard(guarded: boolean): boolean {
  const [opening, setOpening] = useState(guarded);
  useEffect(() => {
    const timer = setTimeout(() => setOpening(false), OPENING_GUARD_MS);
    return () => clearTimeout(timer);
  }, []);
  return opening;
}

/** Pad for a signature. The strokes survive rotation, resizing and full screen. */
export function SignaturePad(props: SignaturePadProps) {
  const { label, drawing, onStroke, focusable = false, describedBy, guarded = false } = props;
  const opening = useOpeningGuard(guarded);
  const pad = useRef<SignatureCanvasHandle>(null);
  const shown = useRef<Drawing | null>(null);

  useEffect(() => {
    if (!pad.current || shown.current === drawing) return;
    shown.current = drawing;
    resizeAndRedraw(pad.current, drawing);
  }, [drawing]);

  const followSize = useCallback((box: HTMLDivElement | null) => {
    if (!box) return;
    const observer = new ResizeObserver(() => {
      if (pad.current) resizeAndRedraw(pad.current, shown.current);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  const onEnd = () => {
    if (!pad.current) return;
    const all = readDrawing(pad.current);
    const drawn = removeLoneDots(all);
    shown.current = drawn;
    if (drawn.strokes.length < all.strokes.length) resizeAndRedraw(pad.current, drawn);
    onStroke(drawn, pad.current.getCanvas());
  };

  /**
   * Focuses the canvas, because the drawing library cancels the press that would focus it. Without the focus, a key would press
   * the button that has the focus.
   */
  const takeFocus = () => {
    if (focusable) pad.current?.getCanvas().focus({ preventScroll: true });
  };

  return (
    <SignatureBox ref={followSize} data-opening={opening || undefined}>
      <SignatureCanvas
        pad={pad}
        penColor={INK_COLOR}
        onBegin={takeFocus}
        onEnd={onEnd}
        className="signature-canvas"
        aria-label={label}
        aria-describedby={describedBy}
        {...(focusable ? { tabIndex: 0, 'data-autofocus': true } : {})}
      />
      <InvalidSignatureHint drawing={drawing} />
    </SignatureBox>
  );
}
