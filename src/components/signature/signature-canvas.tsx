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
 * Functions of the canvas. `toData` returns one group of points per stroke, in the array to which the library continues to add
 * strokes.
 */
export type SignatureCanvasHandle = Pick<Library, 'clear' | 'toData'> & {
  /** Draws the given strokes. The library needs only these four fields of a point. */
  readonly fromData: (groups: Pick<Library.Point, 'x' | 'y' | 'time' | 'color'>[][]) => void;
  readonly getCanvas: () => HTMLCanvasElement;
};

interface SignatureCanvasProps extends ComponentProps<'canvas'> {
  readonly pad: Ref<SignatureCanvasHandle>;
  readonly penColor: string;
  readonly onBegin: () => void;
  readonly onEnd: () => void;
}

/** Attributes that give the canvas the role of an image, because an <img> cannot be drawn on. */
const IMAGE_ROLE_PROPS = { role: 'img' } as const;

/** Canvas on which the patient draws. The drawing library is created once, so the pen keeps its first colour. */
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
  return <canvas {...IMAGE_ROLE_PROPS} {...canvasProps} ref={canvas} />;
}
