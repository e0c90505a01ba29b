import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readImageHeader } from './image-header.ts';
import { isWithoutMetadata, isHeic, isCompleteImage } from './metadata.ts';

const picture = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#336699' } });
const exact = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
function bare(bytes: Buffer): boolean {
  const header = readImageHeader(exact(bytes));
  if (!header) throw new Error('No picture');
  return isWithoutMetadata(exact(bytes), header);
}
const withSegment = (jpeg: Buffer, marker: number, text: string): Buffer =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, marker, 0, text.length + 2]),
    Buffer.from(text, 'latin1'),
    jpeg.subarray(2),
  ]);

describe('P10.35 detection of metadata in image files', () => {
  it('a JPEG with data on place, time or device counts as a file with metadata', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    expect(bare(jpeg)).toBe(true);
    expect(bare(await picture().jpeg({ progressive: true }).toBuffer())).toBe(true);
    expect(bare(await picture().withIccProfile('p3').jpeg().toBuffer()), 'colours').toBe(true);
    expect(bare(withSegment(jpeg, 0xe2, 'MPF\0')), 'a second picture').toBe(false);
    expect(bare(withSegment(jpeg, 0xe1, 'Exif\0\0')), 'a place').toBe(false);
    expect(bare(withSegment(jpeg, 0xe0, 'JFXX\0')), 'a preview').toBe(false);
    expect(bare(withSegment(jpeg, 0xfe, 'by somebody')), 'a comment').toBe(false);
    expect(bare(Buffer.concat([jpeg, Buffer.from('a film')])), 'what was appended').toBe(false);
  });

  it('a PNG with text or camera data counts as a file with metadata', async () => {
    const png = await picture().png().toBuffer();
    expect(bare(png)).toBe(true);
    expect(bare(await picture().png({ palette: true }).toBuffer())).toBe(true);
    expect(
      bare(
        await picture()
          .withExif({ IFD0: { Artist: 'somebody' } })
          .png()
          .toBuffer(),
      ),
    ).toBe(false);
    expect(bare(Buffer.concat([png, Buffer.alloc(12)]))).toBe(false);
    expect(bare(png.subarray(0, 60))).toBe(false);
  });
});

it('P10.35 a HEIC file is recognised by the brand in its header', () => {
  const file = (brand: string) => exact(Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, 'latin1'));
  expect(['heic', 'mif1', 'hevx'].map((brand) => isHeic(file(brand)))).toEqual([true, true, true]);
  expect(isHeic(file('isom'))).toBe(false);
  expect(isHeic(new ArrayBuffer(0))).toBe(false);
});

it('P10.35 a truncated image counts as incomplete; an image followed by a video does not', async () => {
  const jpeg = await picture().jpeg().toBuffer();
  const png = await picture().png().toBuffer();
  const whole = (bytes: Buffer, mime: 'image/jpeg' | 'image/png') => isCompleteImage(exact(bytes), { mime });
  expect(whole(jpeg, 'image/jpeg')).toBe(true);
  expect(whole(Buffer.concat([jpeg, Buffer.from('a film')]), 'image/jpeg')).toBe(true);
  expect(whole(jpeg.subarray(0, -2), 'image/jpeg')).toBe(false);
  expect(whole(png, 'image/png')).toBe(true);
  expect(whole(png.subarray(0, -4), 'image/png')).toBe(false);
});
