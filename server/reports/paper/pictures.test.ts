import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { SIGNATURE_SIZE, preparePictures } from './pictures.ts';

const LETTERHEAD = {
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
const NONE = {
  patient_photo: null,
  patient_signature: null,
  doctor_signature: null,
  receipt_signature: null,
};

/** A stroke of `thick` pixels from 20 to 580 on a tablet of 600 × 220, with a bow of 100. */
const stroke = (thick: number, colour = '#14213d') =>
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

describe('P10.11 pictures for paper', () => {
  it('a signature has no empty tablet around it, and keeps strokes that are as thin as a pixel', async () => {
    const prepared = await preparePictures({ ...NONE, patient_signature: await stroke(1) }, LETTERHEAD);
    expect(await sizeOf(prepared.patientSignature)).toEqual({ width: 560, height: 100 });
    expect(SIGNATURE_SIZE.width * 3.5).toBeGreaterThan(560);
  });

  it("two doctors' signatures and two logos do not mix, and come out the same each time", async () => {
    const of = async (signature: Buffer, logo: Buffer) => {
      const prepared = await preparePictures(
        { ...NONE, doctor_signature: signature },
        { ...LETTERHEAD, logo },
      );
      return [prepared.doctorSignature, prepared.logo].map((picture) => picture?.toString('base64'));
    };
    const [blue, red] = [await stroke(4), await stroke(4, '#b00020')];
    const first = await of(blue, red);
    expect(await of(red, blue)).not.toEqual(first);
    expect(await of(blue, red)).toEqual(first);
  });
});
