import type { GrayPicture } from '../gray-picture.ts';
import type { MrzRow } from './rows.ts';

/**
 * Each character is sampled at 14 by 20 points, the input of the neural network, over an area of 1.2 by 1.7 character pitches.
 */
const GRID_COLUMNS = 14;
const GRID_ROWS = 20;
export const POINTS_PER_CELL = GRID_COLUMNS * GRID_ROWS;
const CELL_WIDTH_PITCHES = 1.2;
const CELL_HEIGHT_PITCHES = 1.7;

function interpolateBrightness({ gray, width, height }: GrayPicture, x: number, y: number): number {
  const [left, top] = [
    Math.min(width - 2, Math.max(0, Math.floor(x))),
    Math.min(height - 2, Math.max(0, Math.floor(y))),
  ];
  const [right, low] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  const at = top * width + left;
  const upper = (gray[at] ?? 0) * (1 - right) + (gray[at + 1] ?? 0) * right;
  const lower = (gray[at + width] ?? 0) * (1 - right) + (gray[at + width + 1] ?? 0) * right;
  return upper * (1 - low) + lower * low;
}

/** Scales the brightness of a cell from its 4th to 85th percentile to 0 (paper) … 1 (ink). A cell of plain paper becomes 0. */
function writeNormalisedInk(cell: Float32Array, into: Float32Array, offset: number): void {
  const sorted = Float32Array.from(cell).sort();
  const [dark, light] = [
    sorted[Math.floor(POINTS_PER_CELL * 0.04)] ?? 0,
    sorted[Math.floor(POINTS_PER_CELL * 0.85)] ?? 0,
  ];
  const range = Math.max(20, light - dark);
  for (let at = 0; at < POINTS_PER_CELL; at += 1)
    into[offset + at] = Math.min(1, Math.max(0, (light - (cell[at] ?? 0)) / range));
}

export function characterCells(picture: GrayPicture, row: MrzRow): Float32Array {
  const cells = new Float32Array(row.signs * POINTS_PER_CELL);
  const cell = new Float32Array(POINTS_PER_CELL);
  for (let sign = 0; sign < row.signs; sign += 1) {
    const [cx, cy] = [row.x + sign * row.pitch, row.y + row.slope * sign * row.pitch];
    for (let at = 0; at < POINTS_PER_CELL; at += 1) {
      const dx = (((at % GRID_COLUMNS) + 0.5) / GRID_COLUMNS - 0.5) * CELL_WIDTH_PITCHES * row.pitch;
      const dy = ((Math.floor(at / GRID_COLUMNS) + 0.5) / GRID_ROWS - 0.5) * CELL_HEIGHT_PITCHES * row.pitch;
      cell[at] = interpolateBrightness(picture, cx + dx - row.slope * dy, cy + dy + row.slope * dx);
    }
    writeNormalisedInk(cell, cells, sign * POINTS_PER_CELL);
  }
  return cells;
}
