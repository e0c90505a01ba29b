import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readImageHeader } from './image-header.ts';

const createTestImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });
const exactBuffer = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

describe('P5 file type and size from the start of an image', () => {
  it('the header of a JPEG gives its type, width and height, also when the JPEG is progressive or starts with metadata', async () => {
    const expected = { mime: 'image/jpeg', width: 321, height: 123 };
    const baseline = await createTestImage(321, 123).jpeg().toBuffer();
    const heavy = await createTestImage(321, 123)
      .withMetadata({ orientation: 6 })
      .jpeg({ progressive: true })
      .toBuffer();
    expect(readImageHeader(exactBuffer(baseline))).toEqual(expected);
    expect(readImageHeader(exactBuffer(heavy))).toEqual(expected);
  });

  it('the header of a PNG gives its type, width and height', async () =>
    expect(readImageHeader(exactBuffer(await createTestImage(20, 30).png().toBuffer()))).toEqual({
      mime: 'image/png',
      width: 20,
      height: 30,
    }));

  it('the header of a file that is neither a complete JPEG nor a PNG gives no type, width and height', async () => {
    const webp = await createTestImage(4, 4).webp().toBuffer();
    const cut = (await createTestImage(400, 400).jpeg().toBuffer()).subarray(0, 40);
    for (const bytes of [webp, cut, Buffer.from('<svg/>'), Buffer.alloc(0)])
      expect(readImageHeader(exactBuffer(bytes))).toBeNull();
  });
});
