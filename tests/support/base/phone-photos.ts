import sharp, { type Sharp } from 'sharp';
import type { SampleFile } from './sample-pictures.ts';

export type ChosenFile = Omit<SampleFile, 'sha256'>;

/** Colours of the corners: red upper left, green upper right, blue lower left, white lower right. */
export const CORNER_COLOURS = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'] as const;

/** Returns a picture whose four corners differ in colour, so that a test sees how it is rotated or mirrored. */
function drawCornerPicture(width: number, height: number): Sharp {
  const [across, down] = [width / 2, height / 2];
  const boxes = CORNER_COLOURS.map(
    (colour, at) =>
      `<rect x="${(at % 2) * across}" y="${Math.floor(at / 2) * down}" width="${across}" height="${down}" fill="${colour}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${boxes.join('')}</svg>`;
  return sharp(Buffer.from(svg), { limitInputPixels: false }).removeAlpha();
}

/**
 * Transformations of an upright picture, by EXIF orientation, into the form in which a phone stores it. sharp mirrors before it
 * rotates.
 */
const ROTATIONS_BY_ORIENTATION: Readonly<Record<number, (picture: Sharp) => Sharp>> = {
  1: (picture) => picture,
  2: (picture) => picture.flop(),
  3: (picture) => picture.rotate(180),
  4: (picture) => picture.flip(),
  5: (picture) => picture.flip().rotate(90),
  6: (picture) => picture.rotate(270),
  7: (picture) => picture.flop().rotate(90),
  8: (picture) => picture.rotate(90),
};

/**
 * Returns a JPEG with the pixels as a phone held in the given orientation stores them. A viewer that reads the EXIF orientation
 * shows it upright, with `CORNER_COLOURS` in their places.
 */
export async function photoInOrientation(
  orientation: number,
  width: number,
  height: number,
): Promise<ChosenFile> {
  const upright = await drawCornerPicture(width, height).png().toBuffer();
  const stored = await (ROTATIONS_BY_ORIENTATION[orientation] ?? ROTATIONS_BY_ORIENTATION[1]!)(sharp(upright))
    .png()
    .toBuffer();
  const buffer = await sharp(stored)
    .withExif({ IFD0: { Make: 'Teléfono', Software: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer };
}

/** Returns a JPEG with noise like a camera's, so that tens of megapixels take a few megabytes. */
export async function largePhoto(width: number, height: number): Promise<ChosenFile> {
  const grain = await sharp({
    create: {
      width: 1000,
      height: 750,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .png()
    .toBuffer();
  const buffer = await sharp(grain).resize(width, height, { fit: 'fill' }).jpeg({ quality: 92 }).toBuffer();
  return { name: 'IMG_0002.jpg', mimeType: 'image/jpeg', buffer };
}

export async function largeTransparentPng(width: number, height: number): Promise<ChosenFile> {
  const box = await sharp({ create: { width: 400, height: 400, channels: 4, background: '#0000ff' } })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: { width, height, channels: 4, background: '#0000' } })
    .composite([{ input: box }])
    .withExif({ IFD0: { Software: 'somebody' } })
    .png()
    .toBuffer();
  return { name: 'IMG_0003.png', mimeType: 'image/png', buffer };
}
