/** Decoder for inspecting images; an interface, so that tests can replace the browser's decoder. Pixels are RGBA, 0–255. */
export interface ImageDecoder {
  /** Returns the pixels of a reduced copy; rejects when the image cannot be decoded. */
  sample(blob: Blob): Promise<Uint8ClampedArray>;
}

/** Longer side of the copy, px: small enough to be quick, large enough that a thin stroke is still visible in it. */
const SAMPLE_SIDE = 256;

/** Decodes the complete image with the browser's own decoder, so that a truncated image is an error. */
export const browserDecoder: ImageDecoder = {
  async sample(blob) {
    const bitmap = await createImageBitmap(blob);
    const scale = Math.min(1, SAMPLE_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no 2d context');
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  },
};
