import sharp from 'sharp';
import { pdf } from '#tests/api/support/files/pdf.ts';
import { photo, pngBomb, getSignaturePng, createSvg } from '#tests/api/support/files/pictures.ts';
import type { Random } from './random.ts';

const SVG_ENTITIES = Array.from(
  { length: 9 },
  (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
).join('');

const SVG_FILES: readonly Buffer[] = [
  createSvg('<rect width="10" height="10" fill="red"/>'),
  createSvg('<script>alert(1)</script>'),
  createSvg('<image href="file:///etc/passwd" width="9" height="9"/>'),
  createSvg('<image href="http://127.0.0.1:1/x.png" width="9" height="9"/>'),
  createSvg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">x</body></foreignObject>'),
  createSvg('<g>'.repeat(5_000)),
  createSvg(
    `<filter id="f">${'<feGaussianBlur stdDeviation="900"/>'.repeat(30)}</filter><rect filter="url(#f)" width="999" height="999"/>`,
  ),
  createSvg('<rect/>', 'width="100000000" height="100000000"'),
  createSvg('<rect/>', 'width="-1" height="NaN"'),
  Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "x">${SVG_ENTITIES}]><svg xmlns="http://www.w3.org/2000/svg"><text>&e9;</text></svg>`,
  ),
  Buffer.from('<svg'),
  Buffer.from('\ufeff<svg xmlns="http://www.w3.org/2000/svg"/>', 'utf16le'),
];

/** Files for uploads. Each named file is valid; only `any` also returns invalid files. */
export interface FuzzFiles {
  readonly photo: Buffer;
  readonly signature: Buffer;
  readonly pdf: Buffer;
  /** Returns a valid or invalid file, often with a random change. */
  any(random: Random): Buffer;
}

const plainImageOptions = { width: 9, height: 9, channels: 3, background: 'red' } as const;

async function createFileCorpus(good: readonly Buffer[]): Promise<Buffer[]> {
  const [jpeg = Buffer.alloc(0), png = Buffer.alloc(0)] = good;
  return [
    ...good,
    ...SVG_FILES,
    await sharp({ create: plainImageOptions }).webp().toBuffer(),
    await sharp({ create: plainImageOptions }).gif().toBuffer(),
    await sharp({ create: plainImageOptions }).tiff().toBuffer(),
    await sharp({ create: plainImageOptions }).png({ palette: true }).toBuffer(),
    await sharp({ create: plainImageOptions }).toColourspace('rgb16').png().toBuffer(),
    await sharp({ create: plainImageOptions }).toColourspace('cmyk').jpeg().toBuffer(),
    pngBomb(9_000),
    pngBomb(1),
    // A file in two formats misleads a server whose type check and decoder detect different formats.
    Buffer.concat([jpeg, Buffer.from('<html><script>alert(1)</script>')]),
    Buffer.concat([Buffer.from('GIF89a/*'), jpeg]),
    Buffer.concat([png, pdf()]),
    Buffer.concat([Buffer.from('%PDF-1.7\n'), png]),
    Buffer.concat([Buffer.alloc(1_000, 0x20), pdf()]),
    pdf('/JavaScript /OpenAction /Launch /EmbeddedFile'),
    Buffer.from('%PDF-'),
    Buffer.from('MZ\u0090\u0000'),
    Buffer.from('PK\u0003\u0004'),
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.alloc(0),
    Buffer.alloc(1),
    Buffer.alloc(260_000, 0xff),
    Buffer.alloc(1_000_001),
  ];
}

/** Returns the file after a random part of its bytes was changed, removed or doubled. */
function damageFile(file: Buffer, random: Random): Buffer {
  if (file.length === 0) return file;
  switch (random.int(4)) {
    case 0:
      return file.subarray(0, random.int(file.length));
    case 1: {
      const changed = Buffer.from(file);
      for (let count = 1 + random.int(20); count > 0; count -= 1)
        changed[random.int(changed.length)] = random.int(256);
      return changed;
    }
    case 2: {
      // Overwrites the end of the first 24 bytes, where a PNG states the image size, so that this size differs from the
      // content.
      const changed = Buffer.from(file);
      changed.fill(0xff, random.int(Math.min(24, changed.length)), Math.min(24, changed.length));
      return changed;
    }
    default:
      return Buffer.concat([file.subarray(random.int(file.length)), file]);
  }
}

export async function makeFuzzFiles(): Promise<FuzzFiles> {
  const good = [await photo(), await getSignaturePng(), pdf()] as const;
  const all = await createFileCorpus(good);
  return {
    photo: good[0],
    signature: good[1],
    pdf: good[2],
    any: (random) => {
      const file = random.pick(all);
      return random.chance(0.4) ? damageFile(file, random) : file;
    },
  };
}
