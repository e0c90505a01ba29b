/** What the first bytes of a picture say: its kind by content, whatever its name, and its size in pixels. */
export interface ImageHeader {
  readonly mime: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
}

const PNG_SIGN = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const startsWith = (view: DataView, sign: readonly number[]): boolean =>
  view.byteLength >= sign.length && sign.every((byte, at) => view.getUint8(at) === byte);

/** SOF0…SOF15 carry the size; C4, C8 and CC in between are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Walks the segments up to the first frame; null when the file ends before it. */
function jpegHeader(view: DataView): ImageHeader | null {
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { mime: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** Null for anything that is not the beginning of a JPEG or a PNG. */
export function readImageHeader(bytes: ArrayBuffer): ImageHeader | null {
  const view = new DataView(bytes);
  if (startsWith(view, PNG_SIGN) && view.byteLength >= 24)
    return { mime: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
  return startsWith(view, [0xff, 0xd8, 0xff]) ? jpegHeader(view) : null;
}
