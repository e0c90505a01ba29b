import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readImageHeader } from './image-header.ts';
import { isWithoutMetadata, isHeic, isCompleteImage } from './metadata.ts';

const createTestImage = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#336699' } });
const exactBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
function hasNoMetadata(bytes: Buffer): boolean {
  const header = readImageHeader(exactBuffer(bytes));
  if (!header) throw new Error('No picture');
  return isWithoutMetadata(exactBuffer(bytes), header);
}
const insertSegment = (jpeg: Buffer, marker: number, text: string): Buffer =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, marker, 0, text.length + 2]),
    Buffer.from(text, 'latin1'),
    jpeg.subarray(2),
  ]);

describe('P10.35 detection of metadata in image files', () => {
  it('a JPEG with data on place, time or device counts as a file with metadata', async () => {
    const jpeg = await createTestImage().jpeg().toBuffer();
    expect(hasNoMetadata(jpeg)).toBe(true);
    expect(hasNoMetadata(await createTestImage().jpeg({ progressive: true }).toBuffer())).toBe(true);
    expect(hasNoMetadata(await createTestImage().withIccProfile('p3').jpeg().toBuffer()), 'colours').toBe(
      true,
    );
    expect(hasNoMetadata(insertSegment(jpeg, 0xe2, 'MPF\0')), 'a second picture').toBe(false);
    expect(hasNoMetadata(insertSegment(jpeg, 0xe1, 'Exif\0\0')), 'a place').toBe(false);
    expect(hasNoMetadata(insertSegment(jpeg, 0xe0, 'JFXX\0')), 'a preview').toBe(false);
    expect(hasNoMetadata(insertSegment(jpeg, 0xfe, 'by somebody')), 'a comment').toBe(false);
    expect(hasNoMetadata(Buffer.concat([jpeg, Buffer.from('a film')])), 'what was appended').toBe(false);
  });

  it('a PNG with text or camera data counts as a file with metadata', async () => {
    const png = await createTestImage().png().toBuffer();
    expect(hasNoMetadata(png)).toBe(true);
    expect(hasNoMetadata(await createTestImage().png({ palette: true }).toBuffer())).toBe(true);
    expect(
      hasNoMetadata(
        await createTestImage()
          .withExif({ IFD0: { Artist: 'somebody' } })
          .png()
          .toBuffer(),
      ),
    ).toBe(false);
    expect(hasNoMetadata(Buffer.concat([png, Buffer.alloc(12)]))).toBe(false);
    expect(hasNoMetadata(png.subarray(0, 60))).toBe(false);
  });
});

it('P10.35 a HEIC file is recognised by the brand in its header', () => {
  const file = (brand: string) => exactBuffer(Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, 'latin1'));
  expect(['heic', 'mif1', 'hevx'].map((brand) => isHeic(file(brand)))).toEqual([true, true, true]);
  expect(isHeic(file('isom'))).toBe(false);
  expect(isHeic(new ArrayBuffer(0))).toBe(false);
});

it('P10.35 a truncated image counts as incomplete, but an image with a video after it counts as complete', async () => {
  const jpeg = await createTestImage().jpeg().toBuffer();
  const png = await createTestImage().png().toBuffer();
  const isComplete = (bytes: Buffer, mime: 'image/jpeg' | 'image/png') =>
    isCompleteImage(exactBuffer(bytes), { mime });
  expect(isComplete(jpeg, 'image/jpeg')).toBe(true);
  expect(isComplete(Buffer.concat([jpeg, Buffer.from('a film')]), 'image/jpeg')).toBe(true);
  expect(isComplete(jpeg.subarray(0, -2), 'image/jpeg')).toBe(false);
  expect(isComplete(png, 'image/png')).toBe(true);
  expect(isComplete(png.subarray(0, -4), 'image/png')).toBe(false);
});
