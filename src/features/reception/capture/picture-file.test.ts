import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileProblemText, readPictureFile, type Decoder, type PictureKind } from './picture-file.ts';

const decoder: Decoder = {
  sample: async (blob) => {
    const { data } = await sharp(Buffer.from(await blob.arrayBuffer()), { failOn: 'error' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return new Uint8ClampedArray(data);
  },
};

const flat = (background: string) => sharp({ create: { width: 60, height: 40, channels: 4, background } });
const ink = Buffer.from(
  '<svg width="60" height="40"><path d="M5 30 L30 5 L55 30" stroke="#000" stroke-width="3" fill="none"/></svg>',
);
const signed = async () =>
  new Uint8Array(
    await flat('#fff')
      .composite([{ input: ink }])
      .png()
      .toBuffer(),
  );
const photo = async () => new Uint8Array(await flat('#369').flatten().jpeg().toBuffer());

const read = (kind: PictureKind, bytes: Uint8Array<ArrayBuffer>, name = 'x.jpg') =>
  readPictureFile(kind, new File([bytes], name), decoder);
const textOf = async (kind: PictureKind, bytes: Uint8Array<ArrayBuffer>, name?: string) => {
  const result = await read(kind, bytes, name);
  return result.type === 'problem' ? fileProblemText(kind, result.problem) : result.picture.mime;
};

describe('P5 pictures from a file', () => {
  it('P2.28 keeps the bytes as they are and names the kind by content', async () => {
    const bytes = await photo();
    const result = await read('photo', bytes, 'engaña.png');
    expect(result).toMatchObject({ type: 'picture', picture: { mime: 'image/jpeg', name: 'photo.jpg' } });
    expect(result.type === 'picture' && new Uint8Array(result.picture.bytes)).toEqual(bytes);
  });

  it('takes a signature in PNG', async () =>
    expect(await textOf('signature', await signed())).toBe('image/png'));

  it('P5.7 P5.9 refuses what is over the limit in the words of the base contract', async () => {
    expect(await textOf('photo', new Uint8Array(1_000_001))).toBe('El archivo supera el límite de 1000 KB.');
    expect(await textOf('signature', new Uint8Array(500_001))).toBe('El archivo supera 500 KB.');
  });

  it('refuses another kind whatever its name, an empty file and a truncated picture', async () => {
    expect(await textOf('photo', new TextEncoder().encode('%PDF-1.7'), 'foto.jpg')).toMatch(/JPEG o PNG/);
    expect(await textOf('photo', new Uint8Array(0))).toMatch(/JPEG o PNG/);
    expect(await textOf('signature', (await signed()).slice(0, 90))).toMatch(/dañada/);
  });

  it('refuses 20,000 × 20,000 pixels without decoding them', async () => {
    const header = (await signed()).slice(0, 33);
    new DataView(header.buffer).setUint32(16, 20_000);
    new DataView(header.buffer).setUint32(20, 20_000);
    expect(await textOf('photo', header)).toMatch(/píxeles/);
  });

  it('refuses a signature without a stroke, white or transparent', async () => {
    const white = new Uint8Array(await flat('#fff').png().toBuffer());
    const clear = new Uint8Array(await flat('#0000').png().toBuffer());
    expect(await textOf('signature', white)).toMatch(/en blanco/);
    expect(await textOf('signature', clear)).toMatch(/en blanco/);
  });
});
