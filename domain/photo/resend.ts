export interface ReducedPhotoSettings {
  readonly width: number;
  /** Quality of the JPEG encoder, in [0, 1]. */
  readonly quality: number;
}

/**
 * Settings for a smaller photo, the larger one first. A camera frame is 810 pixels wide and has about 125 kB; the widths of the
 * two settings give about 45 kB and 15 kB. The first is below the 100 kB that some servers accept by default; with the second,
 * a face is still recognisable.
 */
const REDUCED_PHOTO_SETTINGS: readonly ReducedPhotoSettings[] = [
  { width: 640, quality: 0.7 },
  { width: 400, quality: 0.6 },
];

/**
 * Returns the next smaller settings for a photo of this width; null after the last, so that a photo is reduced at most twice.
 */
export const nextReducedPhotoSettings = (width: number): ReducedPhotoSettings | null =>
  REDUCED_PHOTO_SETTINGS.find((step) => step.width < width) ?? null;
