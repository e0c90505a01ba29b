import type { Sharp } from 'sharp';

/** Maximum size of a stored logo in pixels: four times the size on screens, and 300 dpi on paper. */
export const LOGO_BOX = { width: 600, height: 300 } as const;

/** Converts an image to a stored logo: a PNG within the box that contains only its pixels. Transparency is preserved. */
export const convertToLogo = (picture: Sharp): Promise<Buffer> =>
  picture
    .rotate()
    .toColourspace('srgb')
    .resize({ ...LOGO_BOX, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer();
