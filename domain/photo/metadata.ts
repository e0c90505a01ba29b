import { START_OF_SCAN, jpegSegments, type ImageHeader } from './image-header.ts';

const END_OF_IMAGE = 0xffd9;

const text = (view: DataView, at: number, length: number): string =>
  at + length > view.byteLength
    ? ''
    : String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));

/** Application segments that say how to show the pixels, by how they begin; any other may say where, when or by whom. */
const SHOWING: Readonly<Record<number, string>> = { 0xe0: 'JFIF\0', 0xe2: 'ICC_PROFILE\0', 0xee: 'Adobe' };
const isTable = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xda && marker <= 0xdd);

function jpegIsBare(view: DataView): boolean {
  let last = 0;
  for (const { marker, at } of jpegSegments(view)) {
    const name = SHOWING[marker];
    if (name === undefined ? !isTable(marker) : text(view, at, name.length) !== name) return false;
    last = marker;
  }
  // Up to the scan, and nothing behind it: some telephones append a film to the picture.
  return last === START_OF_SCAN && view.getUint16(view.byteLength - 2) === END_OF_IMAGE;
}

/** Some browsers show what came of half a file. In a scan an FF is followed by zero: what looks like the end is the end. */
function jpegIsWhole(view: DataView): boolean {
  const bytes = new Uint8Array(view.buffer);
  let at = bytes.length;
  for (const segment of jpegSegments(view)) if (segment.marker === START_OF_SCAN) at = segment.at;
  while ((at = bytes.indexOf(0xff, at)) >= 0 && bytes[at + 1] !== (END_OF_IMAGE & 0xff)) at += 1;
  return at >= 0;
}

const PNG_PIXELS = ' IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT pHYs bKGD ';

/** The names of a PNG's chunks; the last one is empty where something else or nothing ends the file. */
function* pngChunks(view: DataView): Generator<string> {
  let at = 8;
  while (at + 12 <= view.byteLength) {
    yield text(view, at + 4, 4);
    at += 12 + view.getUint32(at);
  }
  if (at !== view.byteLength) yield '';
}

function pngIsBare(view: DataView): boolean {
  for (const name of pngChunks(view)) if (!PNG_PIXELS.includes(` ${name} `)) return false;
  return true;
}

function pngIsWhole(view: DataView): boolean {
  for (const name of pngChunks(view)) if (name === 'IEND') return true;
  return false;
}

/** False for a file of which the end is missing. */
export const isWhole = (bytes: ArrayBuffer, { mime }: Pick<ImageHeader, 'mime'>): boolean =>
  (mime === 'image/png' ? pngIsWhole : jpegIsWhole)(new DataView(bytes));

/** True when the file holds pixels and their colours, and nothing of where, when, with what or by whom they were taken. */
export const isBare = (bytes: ArrayBuffer, { mime }: Pick<ImageHeader, 'mime'>): boolean =>
  (mime === 'image/png' ? pngIsBare : jpegIsBare)(new DataView(bytes));

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** What iPhones take by default, and of the browsers only Safari opens (ISO 14496-12: `ftyp`, then the brand). */
export function isHeic(bytes: ArrayBuffer): boolean {
  const view = new DataView(bytes);
  return text(view, 4, 4) === 'ftyp' && HEIC_BRANDS.includes(text(view, 8, 4));
}
