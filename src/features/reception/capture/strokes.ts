/** A signature as points, so that it can be drawn again on a canvas of any size. CSS pixels of the canvas they were made on. */
export interface StrokePoint {
  readonly x: number;
  readonly y: number;
  readonly time: number;
}
export type Stroke = readonly StrokePoint[];

export interface Drawing {
  readonly strokes: readonly Stroke[];
  readonly width: number;
  readonly height: number;
}

/** Less ink than this is a touch by accident, not a signature. CSS pixels. */
const SHORTEST_SIGNATURE = 40;
const FEWEST_POINTS = 4;

const strokeLength = (stroke: Stroke): number =>
  stroke.reduce((length, point, at) => {
    const before = stroke[at - 1];
    return before ? length + Math.hypot(point.x - before.x, point.y - before.y) : length;
  }, 0);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** A dot, or no stroke at all, is a signature still missing. */
export const isSignature = ({ strokes }: Drawing): boolean =>
  sum(strokes.map((stroke) => stroke.length)) >= FEWEST_POINTS &&
  sum(strokes.map(strokeLength)) >= SHORTEST_SIGNATURE;

/** The drawing on another canvas: as large as it goes with its proportions kept, in the middle, never enlarged. */
export function fitDrawing(drawing: Drawing, width: number, height: number): Drawing {
  const scale = Math.min(1, width / drawing.width, height / drawing.height);
  const left = (width - drawing.width * scale) / 2;
  const top = (height - drawing.height * scale) / 2;
  const strokes = drawing.strokes.map((stroke) =>
    stroke.map(({ x, y, time }) => ({ x: left + x * scale, y: top + y * scale, time })),
  );
  return { strokes, width, height };
}
