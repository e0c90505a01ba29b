import type { Sharp } from 'sharp';

/** Maximum size of a stored logo in pixels: four times its size on screen, and 300 dpi in documents. */
export const MAX_LOGO_SIZE_PX = { width: 600, height: 300 } as const;

/** Converts an image to a stored logo: a PNG within MAX_LOGO_SIZE_PX that contains only the pixels, including their transparency. */
export const convertToLogo = (picture: Sharp): Promise<Buffer> =>
  picture
    .rotate()
    .toColourspace('srgb')
    .resize({ ...MAX_LOGO_SIZE_PX, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer();
