/** Type and size in pixels of an image file. The type is recognised by the content, not by the file name. */
export interface ImageHeader {
  readonly mime: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
}

const PNG_MAGIC_BYTES = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const startsWithBytes = (view: DataView, sign: readonly number[]): boolean =>
  view.byteLength >= sign.length && sign.every((byte, at) => view.getUint8(at) === byte);

interface JpegSegment {
  readonly marker: number;
  readonly at: number;
  readonly length: number;
}
export const JPEG_START_OF_SCAN = 0xda;

export function* jpegSegments(view: DataView): Generator<JpegSegment> {
  let at = 2;
  while (at + 4 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    if (marker !== 0xff) yield { marker, at: at + 4, length: length - 2 };
    if (marker === JPEG_START_OF_SCAN) return;
    at += marker === 0xff ? 1 : 2 + length;
  }
}

/** Returns true for a marker whose segment contains the image size (SOF0…SOF15), except C4, C8 and CC, which are tables. */
const isFrameHeaderMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpegHeader(view: DataView): ImageHeader | null {
  for (const { marker, at } of jpegSegments(view))
    if (isFrameHeaderMarker(marker) && at + 5 <= view.byteLength)
      return { mime: 'image/jpeg', height: view.getUint16(at + 1), width: view.getUint16(at + 3) };
  return null;
}

/** Returns type and size of a JPEG or PNG; null for any other data. */
export function readImageHeader(bytes: ArrayBuffer): ImageHeader | null {
  const view = new DataView(bytes);
  if (startsWithBytes(view, PNG_MAGIC_BYTES) && view.byteLength >= 24)
    return { mime: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
  return startsWithBytes(view, [0xff, 0xd8, 0xff]) ? readJpegHeader(view) : null;
}
