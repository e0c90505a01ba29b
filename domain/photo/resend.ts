/** Settings with which a photo is encoded again after a server rejected its size. */
export interface ResendStep {
  /** Width in pixels. */
  readonly width: number;
  /** Quality of the JPEG encoder, in [0, 1]. */
  readonly quality: number;
}

/**
 * Settings from larger to smaller. A camera frame is 810 pixels wide and has about 125 kB; these widths give about 45 kB and 15
 * kB. The first fits the 100 kB that some servers accept by default; in the second a face is still recognisable.
 */
const STEPS: readonly ResendStep[] = [
  { width: 640, quality: 0.7 },
  { width: 400, quality: 0.6 },
];

/**
 * Returns the next smaller step for a photo of this width; null after the last one, so that a photo is reduced at most twice.
 */
export const nextResendStep = (width: number): ResendStep | null =>
  STEPS.find((step) => step.width < width) ?? null;
