const MARKER_BYTE = 0xff;
const END_OF_IMAGE = 0xd9;
const JPEG_START_OF_SCAN = 0xda;

/**
 * Returns true for a marker without a length and data after it: stuffed zeros, fill bytes, restarts and others (ITU T.81,
 * B.1.1.3).
 */
const isStandaloneMarker = (marker: number): boolean =>
  marker === 0x00 || marker === 0x01 || marker === MARKER_BYTE || (marker >= 0xd0 && marker <= 0xd8);

/**
 * Returns the number of scans in the JPEG, at most `enough`. Reads the bytes once without decoding. Like a decoder, it skips
 * bytes between two segments and ignores bytes after the end of the image.
 */
export function countJpegScans(jpeg: Buffer, enough: number): number {
  let scans = 0;
  let at = 0;
  while (at < jpeg.length - 1 && scans < enough) {
    const marker = jpeg[at + 1] ?? 0;
    if (jpeg[at] !== MARKER_BYTE) at += 1;
    else if (marker === MARKER_BYTE) at += 1;
    else if (isStandaloneMarker(marker)) at += 2;
    else if (marker === END_OF_IMAGE) break;
    else {
      if (marker === JPEG_START_OF_SCAN) scans += 1;
      // A segment may state a length that is shorter than the two bytes of its length field. Decoders reject such a segment;
      // here it counts as two bytes.
      at += 2 + Math.max(2, at + 4 <= jpeg.length ? jpeg.readUInt16BE(at + 2) : 2);
    }
  }
  return scans;
}
