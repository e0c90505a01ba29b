import sharp from 'sharp';
import { whitePicture, photo, pngBomb, getSignaturePng, transparentPicture } from './pictures.ts';

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
);

/** Files that an upload of a photo or signature rejects: name, media type, content and message of the error. */
export const INVALID_PICTURES: readonly [string, string, () => Promise<Buffer> | Buffer, string][] = [
  ['empty', 'photo', () => Buffer.alloc(0), 'El archivo está vacío.'],
  [
    'a page',
    'photo',
    () => Buffer.from('<!doctype html><title>x</title>'),
    'El archivo debe ser una imagen JPEG o PNG.',
  ],
  ['an SVG', 'signature', () => svg, 'El archivo debe ser una imagen JPEG o PNG.'],
  [
    'a GIF',
    'photo',
    async () =>
      sharp(await photo())
        .gif()
        .toBuffer(),
    'El archivo debe ser una imagen JPEG o PNG.',
  ],
  [
    'a WebP',
    'photo',
    async () =>
      sharp(await photo())
        .webp()
        .toBuffer(),
    'El archivo debe ser una imagen JPEG o PNG.',
  ],
  ['a PDF', 'photo', () => Buffer.from('%PDF-1.7\n'), 'El archivo debe ser una imagen JPEG o PNG.'],
  [
    'a JPEG in name only',
    'photo',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('hola'.repeat(99))]),
    'No pudimos leer la imagen: está dañada o es demasiado grande.',
  ],
  [
    'a JPEG cut short',
    'photo',
    async () => (await photo()).subarray(0, -800),
    'No pudimos leer la imagen: está dañada o es demasiado grande.',
  ],
  [
    'a PNG cut short',
    'photo',
    async () => (await getSignaturePng()).subarray(0, -600),
    'No pudimos leer la imagen: está dañada o es demasiado grande.',
  ],
  [
    '20,000 × 20,000 pixels',
    'photo',
    () => pngBomb(20_000),
    'La imagen tiene más de 12 megapíxeles. Redúcela e intenta de nuevo.',
  ],
  ['a white signature', 'signature', () => whitePicture(3), 'La firma está vacía. Pídela de nuevo.'],
  ['a transparent signature', 'signature', () => whitePicture(4, 0), 'La firma está vacía. Pídela de nuevo.'],
  [
    'a signature in colours that nobody sees',
    'signature',
    transparentPicture,
    'La firma está vacía. Pídela de nuevo.',
  ],
];
