import { describe, expect, it } from 'vitest';
import { findLeastCoveredPosition, type WindowBox } from './free-position.ts';

const TOAST_SIZE = { width: 380, height: 72 };
const TABLET_WINDOW_SIZE = { width: 1_024, height: 768 };
const PHONE_WINDOW_SIZE = { width: 390, height: 844 };
const createWindowBox = (left: number, top: number, width: number, height: number): WindowBox => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const findPositionAmong = (...taken: WindowBox[]) =>
  findLeastCoveredPosition(TOAST_SIZE, TABLET_WINDOW_SIZE, taken);

describe('P10.53 position of a toast', () => {
  it('a toast is placed in the lower right corner of an empty page', () => {
    expect(findPositionAmong()).toMatchObject({ left: 628, top: 680 });
  });

  it('a toast is placed on the other side or further up when buttons are in the corner', () => {
    const bar = createWindowBox(700, 700, 300, 48);
    expect(findPositionAmong(bar)).toMatchObject({ left: 16, top: 680 });
    const place = findPositionAmong(bar, createWindowBox(20, 700, 100, 48));
    expect(place.bottom).toBeLessThanOrEqual(700);
    expect(place.left).toBe(628);
  });

  it('P10.333 a toast covers the smallest possible area of buttons and links when no position is free', () => {
    const line = (top: number) => createWindowBox(0, top, 1_024, 60);
    const lines = Array.from({ length: 12 }, (_, nth) => line(nth * 64)).toSpliced(
      5,
      1,
      createWindowBox(0, 320, 500, 60),
    );
    const place = findPositionAmong(...lines);
    expect(place.left).toBe(628);
    expect(place.top).toBeGreaterThan(300);
    expect(place.bottom).toBeLessThan(400);
  });

  it("a toast fits a phone's screen and stays in the corner when no position is free", () => {
    const size = { width: 358, height: 96 };
    expect(findLeastCoveredPosition(size, PHONE_WINDOW_SIZE, []).left).toBe(16);
    expect(
      findLeastCoveredPosition(size, PHONE_WINDOW_SIZE, [createWindowBox(0, 0, 390, 844)]),
    ).toMatchObject({
      left: 16,
      bottom: 828,
    });
  });
});
