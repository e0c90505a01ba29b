import sharp, { type Sharp } from 'sharp';
import type { SampleFile } from './sample-pictures.ts';

/** A file to be chosen; nobody asks for its digest. */
export type ChosenFile = Omit<SampleFile, 'sha256'>;

/** Red, green, blue and white: upper left, upper right, lower left, lower right. */
export const CORNERS = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'] as const;

/** A picture whose corners tell which way up it is. */
function corners(width: number, height: number): Sharp {
  const [across, down] = [width / 2, height / 2];
  const boxes = CORNERS.map(
    (colour, at) =>
      `<rect x="${(at % 2) * across}" y="${Math.floor(at / 2) * down}" width="${across}" height="${down}" fill="${colour}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${boxes.join('')}</svg>`;
  return sharp(Buffer.from(svg), { limitInputPixels: false }).removeAlpha();
}

/** What each EXIF orientation undoes. sharp mirrors before it turns. */
const AS_STORED: Readonly<Record<number, (picture: Sharp) => Sharp>> = {
  1: (picture) => picture,
  2: (picture) => picture.flop(),
  3: (picture) => picture.rotate(180),
  4: (picture) => picture.flip(),
  5: (picture) => picture.flip().rotate(90),
  6: (picture) => picture.rotate(270),
  7: (picture) => picture.flop().rotate(90),
  8: (picture) => picture.rotate(90),
};

/** A JPEG that is to be shown as `corners` of this size, stored as a telephone does that was held another way. */
export async function heldAs(orientation: number, width: number, height: number): Promise<ChosenFile> {
  const upright = await corners(width, height).png().toBuffer();
  const stored = await (AS_STORED[orientation] ?? AS_STORED[1]!)(sharp(upright)).png().toBuffer();
  const buffer = await sharp(stored)
    .withExif({ IFD0: { Make: 'Teléfono', Software: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer };
}

/** With grain, as a camera's: tens of megapixels in some megabytes. */
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

/** Transparent but for a box in its middle; grain keeps it large. */
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
