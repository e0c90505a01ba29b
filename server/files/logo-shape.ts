import type { Sharp } from 'sharp';
import { IMAGE_MAX_PIXELS } from '#contract/limits.ts';

/** The largest logo that is kept: four times what the screens show, 300 dpi on paper. */
export const LOGO_BOX = { width: 600, height: 300 } as const;
/** Of a file of somebody else's. */
export const UNTRUSTED = { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' } as const;

/** A logo as it is kept: a PNG within the box that nothing but its pixels came along with; what was transparent stays so. */
export const toLogo = (picture: Sharp): Promise<Buffer> =>
  picture
    .rotate()
    .toColourspace('srgb')
    .resize({ ...LOGO_BOX, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer();
