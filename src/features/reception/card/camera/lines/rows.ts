import type { GrayPicture } from '../gray-picture.ts';
import { inkMask, extractInkRegions, type InkRegion } from './ink.ts';

/** Line of print with constant character pitch. The centre of character `k` is at x + k·pitch, y + slope·(k·pitch). */
export interface MrzRow {
  readonly signs: number;
  readonly x: number;
  readonly y: number;
  readonly pitch: number;
  readonly slope: number;
}

const MIN_CHARACTER_HEIGHT_PX = 7;
/** Maximum height of a character as a share of the image height; machine-readable lines are not higher. */
const MAX_CHARACTER_HEIGHT_SHARE = 0.14;
/**
 * Maximum distance between two adjacent blots, in character heights. The pitch of OCR-B is about 1.05 heights, so one faint
 * character may be missing between two blots.
 */
const MAX_CHARACTER_GAP_HEIGHTS = 2.6;
const MRZ_BLOCKS = [
  { length: 30, rowCount: 3 },
  { length: 44, rowCount: 2 },
] as const;

const centerOf = ({ x, y, width, height }: InkRegion) => ({ x: x + width / 2, y: y + height / 2 });
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const isCharacterRegion = ({ width, height }: InkRegion, pictureHeight: number): boolean =>
  height >= MIN_CHARACTER_HEIGHT_PX &&
  height <= pictureHeight * MAX_CHARACTER_HEIGHT_SHARE &&
  width <= height * 1.7 &&
  width * 9 >= height;

function chainRegions(blots: readonly InkRegion[]): InkRegion[][] {
  const found: InkRegion[][] = [];
  for (const blot of [...blots].sort((a, b) => a.x - b.x)) {
    const here = centerOf(blot);
    let [best, distance] = [-1, Number.POSITIVE_INFINITY];
    for (const [index, chain] of found.entries()) {
      const last = chain.at(-1);
      if (!last) continue;
      const before = centerOf(last);
      const height = Math.max(last.height, blot.height);
      const [dx, dy] = [here.x - before.x, Math.abs(here.y - before.y)];
      const isNext =
        dx > 0 &&
        dx < MAX_CHARACTER_GAP_HEIGHTS * height &&
        dy < height * 0.45 &&
        blot.height < last.height * 2.2 &&
        last.height < blot.height * 2.2;
      if (isNext && dx + 2 * dy < distance) [best, distance] = [index, dx + 2 * dy];
    }
    const chain = found[best];
    if (chain) chain.push(blot);
    else found.push([blot]);
  }
  return found;
}

/** Returns the straight line through the points by least squares, as `to` = `at` + `by` · `from`. */
function fitLine(points: readonly (readonly [from: number, to: number])[]): { at: number; by: number } {
  const n = points.length;
  const [sx, sy] = [points.reduce((sum, [x]) => sum + x, 0), points.reduce((sum, [, y]) => sum + y, 0)];
  const [mx, my] = [sx / n, sy / n];
  const over = points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  const by = over === 0 ? 0 : points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / over;
  return { at: my - by * mx, by };
}

/**
 * Converts a chain of blots to a row of characters with constant pitch. Returns null unless the row has 30 characters (card) or
 * 44 (passport).
 */
function toMrzRow(chain: readonly InkRegion[]): MrzRow | null {
  const points = chain.map(centerOf);
  const steps = points.slice(1).map(({ x }, index) => x - (points[index]?.x ?? x));
  let pitch = median(steps.filter((step) => step > median(steps) * 0.6));
  const [first] = points;
  if (!first || pitch <= 0) return null;
  let x = first.x;
  for (let pass = 0; pass < 3; pass += 1) {
    const places = points.map((point) => [Math.round((point.x - x) / pitch), point.x] as const);
    ({ at: x, by: pitch } = fitLine(places));
    if (pitch <= 0) return null;
  }
  const columnAt = (point: { x: number }) => Math.round((point.x - x) / pitch);
  const [from, to] = [Math.min(...points.map(columnAt)), Math.max(...points.map(columnAt))];
  const signs = to - from + 1;
  if (!MRZ_BLOCKS.some(({ length }) => length === signs)) return null;
  const { at: y, by: slope } = fitLine(points.map((point) => [point.x, point.y] as const));
  x += from * pitch;
  return { signs, x, y: y + slope * x, pitch, slope };
}

/**
 * Returns the last three rows of 30 characters or the last two rows of 44 that form a block, from top to bottom; empty if no
 * rows form a block.
 */
export function findMrzRows(picture: GrayPicture): readonly MrzRow[] {
  const regions = extractInkRegions(inkMask(picture), picture.width, picture.height);
  const rows = chainRegions(regions.filter((region) => isCharacterRegion(region, picture.height)))
    .filter((chain) => chain.length >= 20)
    .flatMap((chain) => toMrzRow(chain) ?? [])
    .sort((a, b) => a.y - b.y);
  for (const { length, rowCount } of MRZ_BLOCKS) {
    const group = rows.filter((row) => row.signs === length).slice(-rowCount);
    if (group.length === rowCount && areRowsOfOneBlock(group)) return group;
  }
  return [];
}

/** Returns true if the rows have equal pitch, equal starts, and roughly the line distance of ICAO, 1.67 pitches. */
function areRowsOfOneBlock(group: readonly MrzRow[]): boolean {
  return group.slice(1).every((row, index) => {
    const above = group[index];
    if (!above) return false;
    const step = (row.y - above.y) / row.pitch;
    return (
      Math.abs(row.x - above.x) < row.pitch * 0.8 &&
      Math.abs(row.pitch / above.pitch - 1) < 0.06 &&
      step > 1.2 &&
      step < 2.4
    );
  });
}
