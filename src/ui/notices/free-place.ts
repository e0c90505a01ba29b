/** A rectangle in the window, in CSS pixels from its upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const MARGIN = 16;
const STEP = 8;

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const boxAt = (left: number, top: number, { width, height }: Size): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/**
 * Where something of that size covers nothing of `taken`: as low as possible, on the right before the left. Where there is
 * no such place, in the corner on the lower right.
 */
export function freePlace(size: Size, window: Size, taken: readonly Box[]): Box {
  const sides = [...new Set([Math.max(window.width - size.width - MARGIN, MARGIN), MARGIN])];
  const lowest = window.height - size.height - MARGIN;
  for (let top = lowest; top >= MARGIN; top -= STEP)
    for (const left of sides) {
      const box = boxAt(left, top, size);
      if (!taken.some((one) => overlaps(box, one))) return box;
    }
  return boxAt(sides[0] ?? MARGIN, lowest, size);
}

const PRESSABLE = 'a[href], button, input, select, textarea, label, summary, [role="option"]';

/** What one can press on this page at the moment, but for what stands in `except`. */
export const pressableBoxes = (except: string): readonly Box[] =>
  [...document.querySelectorAll(PRESSABLE)]
    .filter((element) => element.closest(except) === null)
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
