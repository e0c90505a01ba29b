/** Returns a picture of random noise, because noise does not compress and so has a predictable size. */
export async function noisePicture(
  side: number,
  type: 'image/jpeg' | 'image/png',
  quality: number,
): Promise<ArrayBuffer> {
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const pixels = context.createImageData(side, side);
  for (let at = 0; at < pixels.data.length; at += 65_536)
    crypto.getRandomValues(pixels.data.subarray(at, Math.min(pixels.data.length, at + 65_536)));
  for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255;
  context.putImageData(pixels, 0, 0);
  return (await canvas.convertToBlob({ type, quality })).arrayBuffer();
}

/** Returns a picture of about 100 kB, the usual size of a photo from a tablet's camera. */
export const createNoisePhoto = () => noisePicture(420, 'image/jpeg', 0.6);
/** Returns a signature picture of about 25 kB. */
export const createNoiseSignature = () => noisePicture(80, 'image/png', 1);
