import { expect, it } from 'vitest';
import { isPictureTooDark } from './darkness.ts';

const IMAGE_SIDE_PX = 60;
type Colour = readonly [red: number, green: number, blue: number];

function drawPixels(colourAt: (x: number, y: number) => Colour, alpha = 255): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(IMAGE_SIDE_PX * IMAGE_SIDE_PX * 4);
  for (let nth = 0; nth < IMAGE_SIDE_PX * IMAGE_SIDE_PX; nth += 1)
    pixels.set(
      [
        ...colourAt((nth % IMAGE_SIDE_PX) / IMAGE_SIDE_PX, Math.floor(nth / IMAGE_SIDE_PX) / IMAGE_SIDE_PX),
        alpha,
      ],
      nth * 4,
    );
  return pixels;
}

function createNoiseGenerator(most: number): () => Colour {
  let state = 7;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % (most + 1);
  return () => [next(), next(), next()];
}

const isInFace = (x: number, y: number): boolean => ((x - 0.5) / 0.2) ** 2 + ((y - 0.4) / 0.27) ** 2 < 1;
const drawPortrait = (skin: Colour, around: Colour) => drawPixels((x, y) => (isInFace(x, y) ? skin : around));
const darkPortrait = drawPortrait([34, 26, 22], [18, 18, 20]);

it.each([
  ['a black frame', drawPixels(() => [0, 0, 0])],
  ['the noise behind a lens cap', drawPixels(createNoiseGenerator(20))],
  ['a very dark scene', darkPortrait],
  [
    'a very dark scene with the light of a device in it',
    drawPixels((x, y) => (x < 0.1 && y < 0.1 ? [255, 255, 255] : [12, 12, 14])),
  ],
])('P10.315 the app reports a photo as too dark: %s', (_, pixels) => {
  expect(isPictureTooDark(pixels)).toBe(true);
});

it.each([
  ['a face of dark skin in normal light before a grey wall', drawPortrait([92, 62, 48], [128, 128, 126])],
  ['a face of very dark skin before a black wall', drawPortrait([78, 58, 50], [6, 6, 8])],
  ['a face of light skin before a black wall', drawPortrait([214, 172, 148], [4, 4, 4])],
  ['a white wall', drawPixels(() => [250, 250, 250])],
  ['a transparent drawing', drawPixels(() => [0, 0, 0], 0)],
])('P10.315 the app does not report a photo as too dark: %s', (_, pixels) => {
  expect(isPictureTooDark(pixels)).toBe(false);
});
