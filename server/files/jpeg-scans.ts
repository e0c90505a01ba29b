const MARK = 0xff;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** Stuffed zeros, fill bytes, restarts, and the other markers that nothing belongs to (ITU T.81, B.1.1.3). */
const standsAlone = (marker: number): boolean =>
  marker === 0x00 || marker === 0x01 || marker === MARK || (marker >= 0xd0 && marker <= 0xd8);

/**
 * How often a decoder of the JPEG walks over its pixels, counted up to `enough`: once through the bytes, nothing is decoded.
 * Whatever lies between two segments is passed over, as decoders do; what follows the end of the picture does not count.
 */
export function countScans(jpeg: Buffer, enough: number): number {
  let scans = 0;
  let at = 0;
  while (at < jpeg.length - 1 && scans < enough) {
    const marker = jpeg[at + 1] ?? 0;
    if (jpeg[at] !== MARK) at += 1;
    else if (marker === MARK) at += 1;
    else if (standsAlone(marker)) at += 2;
    else if (marker === END_OF_IMAGE) break;
    else {
      if (marker === START_OF_SCAN) scans += 1;
      // A segment that says to be shorter than its own length is refused by decoders.
      at += 2 + Math.max(2, at + 4 <= jpeg.length ? jpeg.readUInt16BE(at + 2) : 2);
    }
  }
  return scans;
}
