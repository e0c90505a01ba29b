/** Longer side of the reduced copy in px: small enough to be fast, large enough to keep a thin stroke visible. */
const SAMPLE_SIDE_PX = 256;

/**
 * Decodes the whole image with the browser, so that a truncated image is an error. Returns the pixels of a reduced copy, RGBA,
 * 0–255; rejects if the image cannot be decoded.
 */
export async function samplePixels(blob: Blob): Promise<Uint8ClampedArray> {
  const bitmap = await createImageBitmap(blob);
  const scale = Math.min(1, SAMPLE_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2d context');
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height).data;
}
