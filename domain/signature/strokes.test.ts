import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitDrawing, isSignature, removeLoneDots, type Drawing } from './strokes.ts';

const createDrawing = (...strokes: [number, number][][]): Drawing => ({
  width: 600,
  height: 220,
  strokes: strokes.map((stroke) => stroke.map(([x, y], time) => ({ x, y, time }))),
});
const signatureDrawing = createDrawing(
  [
    [10, 10],
    [30, 20],
    [60, 30],
  ],
  [
    [10, 40],
    [80, 40],
  ],
);

describe('P5 recognition of a signature in a drawing', () => {
  it.each([
    ['nothing', createDrawing()],
    ['a dot', createDrawing([[50, 50]])],
    ['some dots', createDrawing([[50, 50]], [[80, 50]], [[90, 50]], [[99, 50]])],
    [
      'a twitch',
      createDrawing([
        [50, 50],
        [52, 50],
        [54, 50],
        [56, 51],
      ]),
    ],
    [
      'a swipe that meant to scroll',
      createDrawing([
        [300, 200],
        [304, 150],
        [310, 80],
        [322, 10],
      ]),
    ],
    [
      'two swipes that meant to scroll',
      createDrawing(
        [
          [300, 200],
          [310, 110],
          [328, 20],
        ],
        [
          [420, 210],
          [415, 120],
          [440, 10],
        ],
      ),
    ],
  ])('a drawing of %s does not count as a signature', (_what, scribble) =>
    expect(isSignature(scribble)).toBe(false),
  );

  it('a drawing with several strokes counts as a signature', () =>
    expect(isSignature(signatureDrawing)).toBe(true));

  it('a tall letter next to other letters counts as a signature', () => {
    const tall: [number, number][] = [
      [200, 200],
      [205, 100],
      [210, 10],
    ];
    const small: [number, number][] = [
      [230, 190],
      [260, 160],
      [270, 195],
    ];
    expect(isSignature(createDrawing(tall, small))).toBe(true);
  });

  it('a single horizontal stroke, or two short strokes, count as a signature', () => {
    const across = createDrawing([
      [10, 40],
      [40, 20],
      [70, 60],
      [90, 30],
    ]);
    const cross = createDrawing(
      [
        [10, 10],
        [40, 40],
      ],
      [
        [40, 10],
        [10, 40],
      ],
    );
    expect([isSignature(across), isSignature(cross)]).toEqual([true, true]);
  });
});

/** Returns a trembling vertical stroke of the given size. `turns` is how often it changes between up and down. */
const createTremblingStroke = ({ width, height, turns }: { width: number; height: number; turns: number }) =>
  Array.from({ length: 25 }, (_none, nth): [number, number] => {
    const at = nth / 24;
    const zigzag = Math.abs(((at * (turns + 1)) % 2) - 1);
    return [300 + (at - 0.5) * width, 110 + (zigzag - 0.5) * height + (nth % 2)];
  });
const strokeSizeArbitrary = (width: [number, number], height: [number, number], turns: [number, number]) =>
  fc.record({
    width: fc.double({ min: width[0], max: width[1], noNaN: true }),
    height: fc.double({ min: height[0], max: height[1], noNaN: true }),
    turns: fc.integer({ min: turns[0], max: turns[1] }),
  });
const scrollStrokeArbitrary = fc
  .record({
    height: fc.double({ min: 62, max: 700, noNaN: true }),
    lean: fc.double({ min: -0.55, max: 0.55, noNaN: true }),
  })
  .map(({ height, lean }) => createTremblingStroke({ height, width: height * lean, turns: 0 }));

describe('P10.220 scroll gestures and short names on the signature pad', () => {
  it('a swipe of 200 px up and 70 px sideways does not count as a signature', () =>
    expect(isSignature(createDrawing(createTremblingStroke({ height: 200, width: 70, turns: 0 })))).toBe(
      false,
    ));

  it('scroll gestures of any length, lean and number do not count as a signature', () =>
    fc.assert(
      fc.property(fc.array(scrollStrokeArbitrary, { minLength: 1, maxLength: 6 }), (strokes) => {
        expect(isSignature(createDrawing(...strokes))).toBe(false);
      }),
    ));

  it('a scroll gesture next to an accidental mark does not count as a signature', () =>
    fc.assert(
      fc.property(scrollStrokeArbitrary, (scroll) => {
        const slip: [number, number][] = [
          [40, 40],
          [46, 44],
          [50, 50],
        ];
        expect(isSignature(createDrawing(scroll, slip))).toBe(false);
      }),
    ));

  it('a name in a single stroke counts as a signature when the stroke is at least 62 px wide', () =>
    fc.assert(
      fc.property(strokeSizeArbitrary([62, 400], [8, 90], [2, 9]), (size) => {
        expect(isSignature(createDrawing(createTremblingStroke(size)))).toBe(true);
      }),
    ));

  it('initials in two strokes count as a signature, even when they are small', () =>
    fc.assert(
      fc.property(
        strokeSizeArbitrary([12, 50], [24, 55], [1, 4]),
        strokeSizeArbitrary([12, 50], [24, 55], [0, 4]),
        (one, other) => {
          expect(isSignature(createDrawing(createTremblingStroke(one), createTremblingStroke(other)))).toBe(
            true,
          );
        },
      ),
    ));

  it('the cross of a patient who cannot write counts as a signature', () => {
    const cross = (side: number) =>
      createDrawing(
        [
          [100, 50],
          [100 + side, 50 + side],
        ],
        [
          [100 + side, 50],
          [100, 50 + side],
        ],
      );
    for (const side of [30, 80, 150]) expect(isSignature(cross(side)), `${side}`).toBe(true);
  });

  it('a signature still counts when a scroll gesture follows it', () =>
    fc.assert(
      fc.property(strokeSizeArbitrary([62, 400], [8, 90], [2, 9]), scrollStrokeArbitrary, (size, scroll) => {
        expect(isSignature(createDrawing(createTremblingStroke(size), scroll))).toBe(true);
      }),
    ));
});

describe('P10.22 accidental touches of the signature pad', () => {
  const dot = (x: number, y: number) => createDrawing([[x, y]]).strokes;
  const withDot = (x: number, y: number): Drawing => ({
    ...signatureDrawing,
    strokes: [...dot(x, y), ...signatureDrawing.strokes],
  });

  it('a dot that is far from all strokes is removed from the signature', () => {
    expect(removeLoneDots(withDot(400, 150))).toEqual(signatureDrawing);
    expect(removeLoneDots(createDrawing([[50, 50]])).strokes).toEqual([]);
  });

  it('the dot of an i stays part of the signature', () =>
    expect(removeLoneDots(withDot(40, 4))).toEqual(withDot(40, 4)));
});

describe('P10.22 signature drawn on a canvas of another size', () => {
  it('a signature keeps its proportions on another canvas and is centred in it', () => {
    const fitted = fitDrawing(signatureDrawing, 300, 400);
    expect(fitted).toMatchObject({ width: 300, height: 400 });
    expect(fitted.strokes[0]?.[0]).toEqual({ x: 5, y: 150, time: 0 });
    for (const { x, y } of fitted.strokes.flat()) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(300);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(400);
    }
  });

  it('a signature is not enlarged on a larger canvas', () => {
    const [first, second] = fitDrawing(signatureDrawing, 1_200, 700).strokes[0] ?? [];
    expect((second?.x ?? 0) - (first?.x ?? 0)).toBe(20);
  });
});
