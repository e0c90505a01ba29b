import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type Ref,
} from 'react';
import Library from 'signature_pad';

/**
 * Handle of the canvas. `toData` returns groups of points, one group per stroke: the same array that the library continues to
 * draw with.
 */
export type SignatureCanvasHandle = Pick<Library, 'clear' | 'toData'> & {
  /** Draws the given strokes; the points need only these fields. */
  readonly fromData: (groups: Pick<Library.Point, 'x' | 'y' | 'time' | 'color'>[][]) => void;
  readonly getCanvas: () => HTMLCanvasElement;
};

interface SignatureCanvasProps extends ComponentProps<'canvas'> {
  readonly pad: Ref<SignatureCanvasHandle>;
  readonly penColor: string;
  readonly onBegin: () => void;
  readonly onEnd: () => void;
}

/** Attributes of the canvas, which has the role of an image because an <img> cannot be drawn on. */
const AS_PICTURE = { role: 'img' } as const;

/** Canvas on which the user draws. It creates the drawing library once; the pen keeps the colour of the first rendering. */
export function SignatureCanvas({ pad, penColor, onBegin, onEnd, ...canvasProps }: SignatureCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const library = useRef<Library>(null);
  const listeners = useRef({ onBegin, onEnd });
  useEffect(() => {
    listeners.current = { onBegin, onEnd };
  });
  useLayoutEffect(() => {
    if (!canvas.current) return;
    const made = new Library(canvas.current, {
      penColor,
      backgroundColor: '#fff',
      minWidth: 1,
      maxWidth: 3,
      minDistance: 3,
      onBegin: () => listeners.current.onBegin(),
      onEnd: () => listeners.current.onEnd(),
    });
    library.current = made;
    return () => made.off();
    // The pen's colour never changes.
  }, [penColor]);
  useImperativeHandle(pad, () => {
    const [drawn, made] = [canvas.current, library.current];
    if (!drawn || !made) throw new Error('A signature without its canvas');
    return {
      clear: () => made.clear(),
      toData: () => made.toData(),
      fromData: (groups) => made.fromData(groups as Library.Point[][]),
      getCanvas: () => drawn,
    };
  }, []);
  return <canvas {...AS_PICTURE} {...canvasProps} ref={canvas} />;
}
