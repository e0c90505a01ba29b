/** Data at the start of an image file: its type, recognised by the content and not by the file name, and its size in pixels. */
export interface ImageHeader {
  readonly mime: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
}

const PNG_SIGN = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const startsWith = (view: DataView, sign: readonly number[]): boolean =>
  view.byteLength >= sign.length && sign.every((byte, at) => view.getUint8(at) === byte);

/** Segment of a JPEG: its marker, and the start and length of its data in bytes. */
interface Segment {
  readonly marker: number;
  readonly at: number;
  readonly length: number;
}
export const JPEG_START_OF_SCAN = 0xda;

/** Yields the segments of a JPEG up to and including its first scan; fewer when the file ends before it. */
export function* jpegSegments(view: DataView): Generator<Segment> {
  let at = 2;
  while (at + 4 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    if (marker !== 0xff) yield { marker, at: at + 4, length: length - 2 };
    if (marker === JPEG_START_OF_SCAN) return;
    at += marker === 0xff ? 1 : 2 + length;
  }
}

/** Returns true for the markers SOF0…SOF15, whose segments contain the image's size; C4, C8 and CC among them are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Returns type and size of a JPEG; null when the file ends before its first frame. */
function jpegHeader(view: DataView): ImageHeader | null {
  for (const { marker, at } of jpegSegments(view))
    if (isFrame(marker) && at + 5 <= view.byteLength)
      return { mime: 'image/jpeg', height: view.getUint16(at + 1), width: view.getUint16(at + 3) };
  return null;
}

/** Returns type and size of an image; null for data that is not the beginning of a JPEG or a PNG. */
export function readImageHeader(bytes: ArrayBuffer): ImageHeader | null {
  const view = new DataView(bytes);
  if (startsWith(view, PNG_SIGN) && view.byteLength >= 24)
    return { mime: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
  return startsWith(view, [0xff, 0xd8, 0xff]) ? jpegHeader(view) : null;
}
