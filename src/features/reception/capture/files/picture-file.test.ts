import sharp, { type Sharp } from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { CHOSEN_PHOTO_MAX_BYTES } from '#contract/limits.ts';
import type { samplePixels } from './decoder.ts';
import { readPictureFile } from './picture-file.ts';
import type { PictureEncodingResult, PictureKind, RequestedPicture } from './read-file.ts';

const sampleWithSharp: typeof samplePixels = async (blob) => {
  const { data } = await sharp(Buffer.from(await blob.arrayBuffer()), { failOn: 'error' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return new Uint8ClampedArray(data);
};

const SMALL_PHOTO_RESULT: PictureEncodingResult = {
  bytes: new ArrayBuffer(7),
  mime: 'image/jpeg',
  name: 'photo.jpg',
};
const shrinkMock = vi.fn<(picture: Blob) => Promise<PictureEncodingResult>>(() =>
  Promise.resolve(SMALL_PHOTO_RESULT),
);
const REQUESTED_PICTURES: Record<PictureKind, RequestedPicture> = {
  photo: { kind: 'photo', shrink: shrinkMock },
  signature: { kind: 'signature' },
};

type Bytes = Uint8Array<ArrayBuffer>;
const imageBytesOf = async (picture: Sharp): Promise<Bytes> => new Uint8Array(await picture.toBuffer());
const plainImage = (background: string, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 4, background } });
const inkSvg = Buffer.from(
  '<svg width="60" height="40"><path d="M5 30 L30 5 L55 30" stroke="#000" stroke-width="3" fill="none"/></svg>',
);
const signaturePng = () =>
  imageBytesOf(
    plainImage('#fff')
      .composite([{ input: inkSvg }])
      .png(),
  );
const photoJpeg = () => imageBytesOf(plainImage('#369').flatten().jpeg());

const readTestPicture = (kind: PictureKind, bytes: Bytes, name = 'x.jpg') =>
  readPictureFile(new File([bytes], name), REQUESTED_PICTURES[kind], sampleWithSharp);
const mimeOrErrorText = async (kind: PictureKind, bytes: Bytes, name?: string) => {
  const made = await readTestPicture(kind, bytes, name);
  return 'said' in made ? made.said : made.mime;
};

async function createPngWithDeclaredSize(width: number, height: number): Promise<Bytes> {
  const header = await signaturePng();
  new DataView(header.buffer).setUint32(16, width);
  new DataView(header.buffer).setUint32(20, height);
  return header;
}

describe('P5 images accepted from a file', () => {
  it('P2.28 the image file reader keeps the bytes of an image, and derives type and name from its content', async () => {
    for (const bytes of [await photoJpeg(), await imageBytesOf(plainImage('#369').png())]) {
      const made = await readTestPicture('photo', bytes, 'engaña.gif');
      const mime = bytes[0] === 0xff ? 'image/jpeg' : 'image/png';
      const name = mime === 'image/jpeg' ? 'photo.jpg' : 'photo.png';
      expect(made).toMatchObject({ mime, name });
      expect('bytes' in made && new Uint8Array(made.bytes)).toEqual(bytes);
    }
    expect(shrinkMock).not.toHaveBeenCalled();
  });

  it('P10.35 the image file reader compresses a photo that has metadata or exceeds the size limit', async () => {
    const told = plainImage('#369').flatten();
    const whole = await photoJpeg();
    for (const bytes of [
      await imageBytesOf(told.clone().withMetadata({ orientation: 6 }).jpeg()),
      await imageBytesOf(
        told
          .clone()
          .withExif({ IFD0: { Artist: 'somebody' } })
          .png(),
      ),
      new Uint8Array([...whole, ...new Uint8Array(1_000_000)]),
      new Uint8Array([...whole, 1, 2, 3]),
    ]) {
      shrinkMock.mockClear();
      expect(await readTestPicture('photo', bytes)).toEqual(SMALL_PHOTO_RESULT);
      const shrunk = await shrinkMock.mock.lastCall?.[0].arrayBuffer();
      expect(shrunk && Buffer.from(shrunk).equals(bytes)).toBe(true);
    }
  });

  it('the image file reader accepts a signature in PNG', async () =>
    expect(await mimeOrErrorText('signature', await signaturePng())).toBe('image/png'));
});

describe('P5 files rejected as images', () => {
  it('P5.7 P5.9 the image file reader rejects a file that cannot be compressed enough, with the message of the base contract', async () => {
    shrinkMock.mockResolvedValueOnce('too_large');
    const large = new Uint8Array([...(await photoJpeg()), ...new Uint8Array(1_000_000)]);
    expect(await mimeOrErrorText('photo', large)).toBe('El archivo supera el límite de 1000 KB.');
    expect(await mimeOrErrorText('signature', new Uint8Array(500_001))).toBe('El archivo supera 500 KB.');
  });

  it('the image file reader does not read a file that is larger than any phone photo', async () => {
    const arrayBuffer = vi.fn();
    const file = { size: CHOSEN_PHOTO_MAX_BYTES + 1, arrayBuffer } as unknown as File;
    expect(await readPictureFile(file, REQUESTED_PICTURES.photo, sampleWithSharp)).toEqual({
      said: 'El archivo supera el límite de 1000 KB.',
    });
    expect(arrayBuffer).not.toHaveBeenCalled();
  });

  it('the image file reader rejects a file without JPEG or PNG content, an empty file and a truncated image', async () => {
    expect(await mimeOrErrorText('photo', new TextEncoder().encode('%PDF-1.7'), 'foto.jpg')).toMatch(
      /JPEG o PNG/,
    );
    expect(await mimeOrErrorText('photo', new Uint8Array(0))).toMatch(/vacío/);
    expect(await mimeOrErrorText('signature', (await signaturePng()).slice(0, 90))).toMatch(/dañada/);
    shrinkMock.mockClear();
    expect(await mimeOrErrorText('photo', (await photoJpeg()).slice(0, -20))).toMatch(/dañada/);
    expect(
      await mimeOrErrorText('photo', (await imageBytesOf(plainImage('#369').png())).slice(0, -20)),
    ).toMatch(/dañada/);
    expect(shrinkMock, 'some browsers would show a part of it').not.toHaveBeenCalled();
    shrinkMock.mockResolvedValueOnce('failed');
    expect(await mimeOrErrorText('photo', new Uint8Array([...(await photoJpeg()), 0]))).toMatch(/dañada/);
  });

  it('the image file reader shows instructions for the HEIC photo of an iPhone', async () => {
    const heic = new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode('ftypheic'), 0, 0, 0, 0]);
    expect(await mimeOrErrorText('photo', heic, 'IMG_0001.jpg')).toMatch(/HEIC.*Más compatible.*JPEG/);
  });

  it('the image file reader rejects a photo of 60 million pixels and a signature of 20 million without decoding them', async () => {
    shrinkMock.mockClear();
    expect(await mimeOrErrorText('photo', await createPngWithDeclaredSize(10_000, 6_000))).toMatch(/píxeles/);
    expect(await mimeOrErrorText('signature', await createPngWithDeclaredSize(5_000, 4_000))).toMatch(
      /píxeles/,
    );
    expect(shrinkMock).not.toHaveBeenCalled();
    expect(await mimeOrErrorText('photo', await createPngWithDeclaredSize(8_192, 6_144))).toBe('image/jpeg');
  });

  it('the image file reader rejects a blank signature, white or transparent', async () => {
    expect(await mimeOrErrorText('signature', await imageBytesOf(plainImage('#fff').png()))).toMatch(
      /en blanco/,
    );
    expect(await mimeOrErrorText('signature', await imageBytesOf(plainImage('#0000').png()))).toMatch(
      /en blanco/,
    );
  });
});

it.each([
  ['what cannot be decoded is said to the person alone', new DOMException('', 'InvalidStateError'), 0],
  ['a bug is said in the same words, and reported', new TypeError('of ours'), 1],
])(
  'P5 the image file reader shows one message for all images that cannot be opened, and logs an error only for a bug: %s',
  async (_what, error, times) => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const file = new File([await signaturePng()], 'x.png');
    const sample = vi.fn<typeof samplePixels>().mockRejectedValue(error);
    expect(await readPictureFile(file, REQUESTED_PICTURES.signature, sample)).toEqual({
      said: 'No pudimos abrir la imagen: está dañada o incompleta. Elige otra.',
    });
    expect(reported).toHaveBeenCalledTimes(times);
    vi.unstubAllGlobals();
  },
);
