import { JPEG_START_OF_SCAN, jpegSegments, type ImageHeader } from './image-header.ts';

const JPEG_END_OF_IMAGE = 0xffd9;

const readLatin1Text = (view: DataView, at: number, length: number): string =>
  at + length > view.byteLength
    ? ''
    : String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));

/**
 * Application segments of a JPEG that only concern display, with their first bytes. All others may contain place, time or
 * author.
 */
const HARMLESS_SEGMENTS: Readonly<Record<number, string>> = {
  0xe0: 'JFIF\0',
  0xe2: 'ICC_PROFILE\0',
  0xee: 'Adobe',
};
const isImageDataMarker = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xda && marker <= 0xdd);

function hasJpegOnlyPixels(view: DataView): boolean {
  let last = 0;
  for (const { marker, at } of jpegSegments(view)) {
    const name = HARMLESS_SEGMENTS[marker];
    if (name === undefined ? !isImageDataMarker(marker) : readLatin1Text(view, at, name.length) !== name)
      return false;
    last = marker;
  }
  // The file must end with the image data, because some phones append a video.
  return last === JPEG_START_OF_SCAN && view.getUint16(view.byteLength - 2) === JPEG_END_OF_IMAGE;
}

/**
 * Returns true when a JPEG has its end marker. Some browsers also display truncated files, so the display of an image does not
 * prove that its file is complete. The search for the marker is safe, because a zero follows every FF byte in image data.
 */
function isJpegComplete(view: DataView): boolean {
  const bytes = new Uint8Array(view.buffer);
  let at = bytes.length;
  for (const segment of jpegSegments(view)) if (segment.marker === JPEG_START_OF_SCAN) at = segment.at;
  while ((at = bytes.indexOf(0xff, at)) >= 0 && bytes[at + 1] !== (JPEG_END_OF_IMAGE & 0xff)) at += 1;
  return at >= 0;
}

const PNG_DISPLAY_CHUNKS = ' IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT pHYs bKGD ';

/** Yields the names of a PNG's chunks; the last name is empty when the file ends within a chunk. */
function* pngChunks(view: DataView): Generator<string> {
  let at = 8;
  while (at + 12 <= view.byteLength) {
    yield readLatin1Text(view, at + 4, 4);
    at += 12 + view.getUint32(at);
  }
  if (at !== view.byteLength) yield '';
}

function hasPngOnlyPixels(view: DataView): boolean {
  for (const name of pngChunks(view)) if (!PNG_DISPLAY_CHUNKS.includes(` ${name} `)) return false;
  return true;
}

function isPngComplete(view: DataView): boolean {
  for (const name of pngChunks(view)) if (name === 'IEND') return true;
  return false;
}

export const isCompleteImage = (bytes: ArrayBuffer, { mime }: Pick<ImageHeader, 'mime'>): boolean =>
  (mime === 'image/png' ? isPngComplete : isJpegComplete)(new DataView(bytes));

/** Returns true when the file contains only pixels and colours: no data on place, time, device or author. */
export const isWithoutMetadata = (bytes: ArrayBuffer, { mime }: Pick<ImageHeader, 'mime'>): boolean =>
  (mime === 'image/png' ? hasPngOnlyPixels : hasJpegOnlyPixels)(new DataView(bytes));

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/**
 * Returns true for HEIC, the default image format of iPhones, which only Safari displays (ISO 14496-12: `ftyp`, then the
 * brand).
 */
export function isHeic(bytes: ArrayBuffer): boolean {
  const view = new DataView(bytes);
  return readLatin1Text(view, 4, 4) === 'ftyp' && HEIC_BRANDS.includes(readLatin1Text(view, 8, 4));
}
