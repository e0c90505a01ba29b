import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PHOTO_SIZE, SIGNATURE_SIZE, preparePictures } from './pictures.ts';

const EMPTY_LETTERHEAD = {
  company_name: null,
  branch_name: null,
  nit: null,
  habilitation_code: null,
  city: null,
  address: null,
  contact_email: null,
  contact_phone: null,
  contact_website: null,
  logo: null,
};
const NO_PICTURES = {
  patient_photo: null,
  patient_signature: null,
  doctor_signature: null,
  receipt_signatures: [],
};

/**
 * Returns a signature image of 600 × 220 pixels. Its strokes reach from x = 20 to 580 and are 100 pixels high in total; the
 * main line is `thick` pixels thick.
 */
const createStrokeImage = (thick: number, colour = '#14213d') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="220"><rect x="20" y="60" width="560" height="${thick}" fill="${colour}"/>
       <rect x="100" y="60" width="60" height="100" fill="${colour}"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

const sizeOf = async (picture: Buffer | null) => {
  const { width, height } = await sharp(picture ?? Buffer.alloc(0)).metadata();
  return { width, height };
};

describe('P10.11 `preparePictures`', async () => {
  it('`preparePictures` trims the empty area around a signature and keeps a line of one pixel', async () => {
    const prepared = await preparePictures(
      { ...NO_PICTURES, patient_signature: await createStrokeImage(1) },
      EMPTY_LETTERHEAD,
    );
    expect(await sizeOf(prepared.patientSignature)).toEqual({ width: 560, height: 100 });
    expect(SIGNATURE_SIZE.width * 3.5).toBeGreaterThan(560);
  });

  it('`preparePictures` caches two signatures and two logos separately and returns the same bytes each time', async () => {
    const prepare = async (signature: Buffer, logo: Buffer) => {
      const prepared = await preparePictures(
        { ...NO_PICTURES, doctor_signature: signature },
        { ...EMPTY_LETTERHEAD, logo },
      );
      return [prepared.doctorSignature, prepared.logo].map((picture) => picture?.toString('base64'));
    };
    const [blue, red] = [await createStrokeImage(4), await createStrokeImage(4, '#b00020')];
    const first = await prepare(blue, red);
    expect(await prepare(red, blue)).not.toEqual(first);
    expect(await prepare(blue, red)).toEqual(first);
  });

  /** Returns an image of red, green and blue stripes. `orientation` is the EXIF value that a camera stores. */
  const stripedImage = (width: number, height: number, orientation = 1) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="34%" height="100%" fill="#f00"/>
         <rect x="34%" width="32%" height="100%" fill="#0f0"/><rect x="66%" width="34%" height="100%" fill="#00f"/></svg>`,
      ),
    )
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();

  it.each([
    ['a wide one', await stripedImage(1200, 800), { width: 294, height: 392 }, 1],
    ['one on its side', await stripedImage(1200, 900, 6), { width: 294, height: 392 }, 3],
    ['a small one, no larger', await stripedImage(40, 30), { width: 23, height: 30 }, 1],
    ['a pixel', await stripedImage(1, 1), { width: 1, height: 1 }, 0],
  ])(
    'P10.167 `preparePictures` crops a photo to the centre of the upright photo in the ratio 3:4: %s',
    async (_what, patient_photo, size, colours) => {
      const { photo } = await preparePictures({ ...NO_PICTURES, patient_photo }, EMPTY_LETTERHEAD);
      expect(await sizeOf(photo)).toEqual(size);
      if (colours === 0) return;
      const { data, info } = await sharp(photo ?? Buffer.alloc(0))
        .raw()
        .toBuffer({ resolveWithObject: true });
      const pixelAt = (part: number) => {
        const y = Math.floor(info.height * part);
        const start = (y * info.width + Math.floor(info.width / 2)) * info.channels;
        return [...data.subarray(start, start + 3)].map((value) => (value > 128 ? 1 : 0)).join('');
      };
      const seen = [pixelAt(0.1), pixelAt(0.5), pixelAt(0.9)];
      expect(seen).toEqual(colours === 1 ? ['010', '010', '010'] : ['100', '010', '001']);
      expect(PHOTO_SIZE.width / PHOTO_SIZE.height).toBe(3 / 4);
    },
  );
});
