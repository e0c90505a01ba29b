/** Rectangle in the window, CSS pixels from the upper left corner. */
export interface WindowBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface BoxSize {
  readonly width: number;
  readonly height: number;
}

const WINDOW_MARGIN_PX = 16;
const POSITION_STEP_PX = 8;

const doBoxesOverlap = (one: WindowBox, other: WindowBox): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const boxAt = (left: number, top: number, { width, height }: BoxSize): WindowBox => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

const overlapArea = (one: WindowBox, other: WindowBox): number =>
  doBoxesOverlap(one, other)
    ? (Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
      (Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))
    : 0;

/** Returns the candidate positions, best first: lower before higher, right before left. */
function listCandidatePositions(size: BoxSize, window: BoxSize): readonly WindowBox[] {
  const sides = [
    ...new Set([Math.max(window.width - size.width - WINDOW_MARGIN_PX, WINDOW_MARGIN_PX), WINDOW_MARGIN_PX]),
  ];
  const lowest = window.height - size.height - WINDOW_MARGIN_PX;
  const tops = Array.from(
    { length: Math.max(1, Math.floor((lowest - WINDOW_MARGIN_PX) / POSITION_STEP_PX) + 1) },
    (_, nth) => lowest - nth * POSITION_STEP_PX,
  );
  return tops.flatMap((top) => sides.map((left) => boxAt(left, top, size)));
}

/** Returns a position where a box of that size covers as little as possible of `taken`, if possible nothing. */
export function findLeastCoveredPosition(
  size: BoxSize,
  window: BoxSize,
  taken: readonly WindowBox[],
): WindowBox {
  const [first, ...others] = listCandidatePositions(size, window).map((box) => ({
    box,
    covered: taken.reduce((sum, one) => sum + overlapArea(box, one), 0),
  }));
  if (first === undefined) return boxAt(WINDOW_MARGIN_PX, WINDOW_MARGIN_PX, size);
  return others.reduce((best, one) => (one.covered < best.covered ? one : best), first).box;
}

const PRESSABLE_SELECTOR = 'a[href], button, input, select, textarea, label, summary, [role="option"]';

/** Returns the boxes of all buttons, links and fields on the page, except those inside the selector `except`. */
export const listPressableBoxes = (except: string): readonly WindowBox[] =>
  [...document.querySelectorAll(PRESSABLE_SELECTOR)]
    .filter((element) => element.closest(except) === null)
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
