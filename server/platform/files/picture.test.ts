// @module-tag landing
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { deepInterlacedPng, createManyScanJpeg } from '#tests/support/faults/hostile-pictures.ts';
import { createPictureFromUpload } from './picture.ts';

const plainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a08060' } })
    .jpeg()
    .toBuffer();

describe('H4 image that is expensive to decode', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    [
      'a JPEG in 31 scans',
      () => createManyScanJpeg({ width: 640, height: 480 }, 31),
      'El JPEG está guardado en demasiadas pasadas. Ábrelo, guárdalo de nuevo e intenta otra vez.',
    ],
    [
      'a PNG with sixteen bytes a pixel',
      () => deepInterlacedPng({ width: 2_400, height: 2_000 }),
      'La imagen es demasiado pesada de abrir. Guárdala como JPEG normal e intenta de nuevo.',
    ],
    [
      '13 million pixels',
      () => plainPicture(4_160, 3_120),
      'La imagen tiene más de 12 megapíxeles. Redúcela e intenta de nuevo.',
    ],
  ])('the server rejects %s with an error at the field `file`', async (_name, make, message) => {
    await expect(createPictureFromUpload('photo', await make(), 'x')).rejects.toMatchObject({
      code: 'file_invalid',
      details: [{ field: 'file', message }],
    });
  });

  it.each([
    ['in 30 scans', () => createManyScanJpeg({ width: 640, height: 480 }, 30)],
    ['of the 12 megapixels that telephones have', () => plainPicture(4_032, 3_024)],
  ])('the server accepts an image %s', async (_name, make) => {
    expect(await createPictureFromUpload('photo', await make(), 'x')).toMatchObject({ extension: 'jpg' });
  });
});
