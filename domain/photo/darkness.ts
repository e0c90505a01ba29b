/**
 * Share of the brightest pixels: a photo is dark when even its brightest twentieth is dark. In a well-exposed photo, white
 * paper is near 255 and the darkest skin above 60: this skin reflects about 5 % of the light, which sRGB stores as 63. A face
 * fills more than a twentieth of the frame, so that a photo of a dark face before a black wall is above the limit. A covered
 * lens (noise below 20) and an unlit room are below the limit. The mean of all pixels cannot be used, because a dark face, hair
 * and jacket before a dark wall also make it low.
 */
const BRIGHTEST_SHARE = 0.05;
/** A picture is too dark when the luma (0–255, sRGB) of its brightest pixels is below this value. */
const DARK_LUMA_THRESHOLD = 45;

/** Returns the luma of stored (sRGB) values by Rec. 709. */
const luma = (red: number, green: number, blue: number): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;

/**
 * Returns true when no part of the image is bright enough to recognise a face. Pixels are RGBA, 0–255; transparent pixels are
 * ignored.
 */
export function isPictureTooDark(pixels: Uint8ClampedArray): boolean {
  let seen = 0;
  let bright = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    seen += 1;
    if (luma(red, green, blue) >= DARK_LUMA_THRESHOLD) bright += 1;
  }
  return seen > 0 && bright < seen * BRIGHTEST_SHARE;
}
