import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

const photosByTint = new Map<number, Promise<Buffer>>();
/**
 * Returns a JPEG photo with a visible object and camera metadata. Each `tint` gives a different picture, which is drawn only
 * once.
 */
export function photo(tint = 0): Promise<Buffer> {
  const made = photosByTint.get(tint) ?? drawTintedPhoto(tint);
  photosByTint.set(tint, made);
  return made;
}
const drawTintedPhoto = (tint: number): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: { r: 90 + tint, g: 120, b: 150 } } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="120" height="120"><circle cx="60" cy="60" r="50" fill="#cb8"/></svg>',
        ),
      },
    ])
    .withExif({ IFD0: { Make: 'CamaraSecreta', Copyright: 'NombreSecreto' } })
    .jpeg()
    .toBuffer();

let signaturePngPromise: Promise<Buffer> | undefined;
export const getSignaturePng = (): Promise<Buffer> =>
  (signaturePngPromise ??= sharp(
    Buffer.from(
      '<svg width="400" height="200"><path d="M20 150 C90 20 200 190 380 60" stroke="black" stroke-width="4" fill="none"/></svg>',
    ),
  )
    .png()
    .toBuffer());

export const createSvg = (inside: string, size = 'width="200" height="100"'): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`);
export const discSvg = (colour: string): Buffer =>
  createSvg(`<circle cx="100" cy="50" r="50" fill="${colour}"/>`);

export const whitePicture = (channels: 3 | 4, alpha = 1): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 200, channels, background: { r: 255, g: 255, b: 255, alpha } } })
    .png()
    .toBuffer();

export const transparentPicture = (): Promise<Buffer> =>
  sharp(Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at % 4 === 3 ? 0 : (at * 31) % 256))), {
    raw: { width: 100, height: 100, channels: 4 },
  })
    .png()
    .toBuffer();

/** Returns a JPEG of at least `bytes` bytes. It shows noise, which cannot be compressed. */
export async function heavyPhoto(bytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(bytes));
  const noise = Buffer.from(
    Array.from({ length: side * side * 3 }, (_, index) => (index * 7919 * (index % 251)) % 256),
  );
  return sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer();
}

const CRC_TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});
const crc32 = (bytes: Buffer): number =>
  (bytes.reduce((crc, byte) => (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8), 0xffffffff) ^
    0xffffffff) >>>
  0;

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Returns a valid PNG of `side` × `side` black pixels, one bit each: a small file that needs much memory when decoded. */
export function pngBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    sign,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
