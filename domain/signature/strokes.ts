/**
 * Point of a stroke, in CSS pixels of the canvas on which it was drawn. The points are stored, so that the signature can be
 * drawn again on a canvas of another size.
 */
interface StrokePoint {
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

/** Minimum total length of a signature's strokes, in CSS pixels; a shorter drawing is an accidental touch. */
const MIN_SIGNATURE_LENGTH_PX = 40;
const MIN_SIGNATURE_POINTS = 4;

const strokeLength = (stroke: Stroke): number =>
  stroke.reduce((length, point, at) => {
    const before = stroke[at - 1];
    return before ? length + Math.hypot(point.x - before.x, point.y - before.y) : length;
  }, 0);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Maximum size of a dot in CSS pixels. `MAX_DOT_DISTANCE_PX` is the maximum distance between a dot and its stroke, as in an i. */
const MAX_DOT_SIZE_PX = 4;
const MAX_DOT_DISTANCE_PX = 40;

interface StrokeBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function strokeBoxOf(stroke: Stroke): StrokeBox {
  const [xs, ys] = [stroke.map(({ x }) => x), stroke.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function isDot(stroke: Stroke): boolean {
  const { left, right, top, bottom } = strokeBoxOf(stroke);
  return Math.max(right - left, bottom - top) < MAX_DOT_SIZE_PX;
}

/**
 * Minimum height of a scroll gesture, in CSS pixels. In a scroll gesture, a finger moves far up or down, once or several times,
 * and hardly sideways.
 */
const MIN_SCROLL_HEIGHT_PX = 60;
/**
 * Maximum width of a scroll gesture relative to its height. `MAX_ONE_WAY_SCROLL_WIDTH_RATIO` is the maximum for a gesture in
 * one direction only; such a gesture is slanted, because a thumb moves in an arc.
 */
const MAX_SCROLL_WIDTH_RATIO = 1 / 3;
const MAX_ONE_WAY_SCROLL_WIDTH_RATIO = 0.6;
/**
 * Maximum vertical path of a stroke in one direction, relative to the stroke's height. The value is above 1, because a finger
 * trembles.
 */
const MAX_ONE_WAY_PATH_RATIO = 1.25;

const computeVerticalPathLength = (stroke: Stroke): number =>
  sum(stroke.map(({ y }, at) => Math.abs(y - (stroke[at - 1]?.y ?? y))));

function isScroll(stroke: Stroke): boolean {
  const { left, right, top, bottom } = strokeBoxOf(stroke);
  const [width, height] = [right - left, bottom - top];
  if (height < MIN_SCROLL_HEIGHT_PX) return false;
  const isOneWay = computeVerticalPathLength(stroke) <= height * MAX_ONE_WAY_PATH_RATIO;
  return width < height * (isOneWay ? MAX_ONE_WAY_SCROLL_WIDTH_RATIO : MAX_SCROLL_WIDTH_RATIO);
}

/** Minimum width, in CSS pixels, of a signature with a single stroke, because a name extends sideways. */
const MIN_NAME_WIDTH_PX = 60;
/**
 * Minimum total length, in CSS pixels, of the strokes that do not look like scroll gestures; shorter strokes count as
 * accidental touches. If a drawing has enough of these strokes, its other strokes do not make it a scroll gesture, because they
 * may be tall letters.
 */
const MIN_NON_SCROLL_LENGTH_PX = 20;

function hasExtentOfName(strokes: readonly Stroke[]): boolean {
  const lines = strokes.filter((stroke) => !isDot(stroke));
  const letters = lines.filter((stroke) => !isScroll(stroke));
  if (sum(letters.map(strokeLength)) < MIN_NON_SCROLL_LENGTH_PX) return false;
  return (
    lines.length > 1 || lines.map(strokeBoxOf).some(({ left, right }) => right - left >= MIN_NAME_WIDTH_PX)
  );
}

/** Returns true when the drawing is a signature; false for a dot, a swipe or an empty drawing. */
export const isSignature = ({ strokes }: Drawing): boolean =>
  sum(strokes.map((stroke) => stroke.length)) >= MIN_SIGNATURE_POINTS &&
  sum(strokes.map(strokeLength)) >= MIN_SIGNATURE_LENGTH_PX &&
  hasExtentOfName(strokes);

const areBoxesNear = (a: StrokeBox, b: StrokeBox): boolean =>
  a.left - MAX_DOT_DISTANCE_PX < b.right &&
  b.left - MAX_DOT_DISTANCE_PX < a.right &&
  a.top - MAX_DOT_DISTANCE_PX < b.bottom &&
  b.top - MAX_DOT_DISTANCE_PX < a.bottom;

/** Returns the drawing without accidental touches: removes dots without a stroke near them. The dot of an i stays. */
export function removeLoneDots(drawing: Drawing): Drawing {
  const lines = drawing.strokes.filter((stroke) => !isDot(stroke)).map(strokeBoxOf);
  const strokes = drawing.strokes.filter(
    (stroke) => !isDot(stroke) || lines.some((line) => areBoxesNear(line, strokeBoxOf(stroke))),
  );
  return { ...drawing, strokes };
}

/** Returns the drawing for another canvas: centred, in its proportions, as large as possible but not enlarged. */
export function fitDrawing(drawing: Drawing, width: number, height: number): Drawing {
  const scale = Math.min(1, width / drawing.width, height / drawing.height);
  const left = (width - drawing.width * scale) / 2;
  const top = (height - drawing.height * scale) / 2;
  const strokes = drawing.strokes.map((stroke) =>
    stroke.map(({ x, y, time }) => ({ x: left + x * scale, y: top + y * scale, time })),
  );
  return { strokes, width, height };
}
