import type { Sharp } from 'sharp';

/** The largest logo that is kept: four times what the screens show, 300 dpi on paper. */
export const LOGO_BOX = { width: 600, height: 300 } as const;

/** A logo as it is kept: a PNG within the box that nothing but its pixels came along with; what was transparent stays so. */
export const toLogo = (picture: Sharp): Promise<Buffer> =>
  picture
    .rotate()
    .toColourspace('srgb')
    .resize({ ...LOGO_BOX, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer();
