import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Width and height in pixels. The pictures of this file are valid and small to send, but expensive to decode. */
interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const SOF2 = 0xc2;
const START_OF_SCAN = 0xda;
const EOB14 = 0xe0;
/** Maximum number of blocks that one EOB14 code (end-of-band run of a progressive JPEG) skips. */
const MAX_RUN_BLOCKS = 32_767;

const jpegSegment = (marker: number, data: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff, ...data]);

const createSingleCodeTable = (symbol: number): Buffer =>
  jpegSegment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), symbol]);

/** Returns entropy-coded data that change none of the next `blocks` blocks: EOB14 runs with all bits set. */
function emptyBlocks(blocks: number): Buffer {
  const runs = Math.ceil(blocks / MAX_RUN_BLOCKS);
  const bits = `0${'1'.repeat(14)}`.repeat(runs).padEnd(Math.ceil((runs * 15) / 8) * 8, '1');
  const bytes = Array.from({ length: bits.length / 8 }, (_, at) =>
    parseInt(bits.slice(at * 8, at * 8 + 8), 2),
  );
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
}

function sliceHeaderAndFirstScan(jpeg: Buffer): Buffer {
  let at = 2;
  while (jpeg[at + 1] !== START_OF_SCAN) at += 2 + jpeg.readUInt16BE(at + 2);
  at += 2 + jpeg.readUInt16BE(at + 2);
  while (!(jpeg[at] === 0xff && jpeg[at + 1] !== 0)) at += 1;
  return jpeg.subarray(0, at);
}

const isProgressive = (jpeg: Buffer) => jpeg.includes(Buffer.from([0xff, SOF2]));

/**
 * Returns a progressive JPEG of one colour with `scans` scans, at most 883. Each scan refines the brightness by one bit, which
 * the standard allows, and makes the decoder process the whole picture again.
 */
export async function createManyScanJpeg({ width, height }: PixelSize, scans: number): Promise<Buffer> {
  const flat = await sharp({ create: { width, height, channels: 3, background: '#a08060' } })
    .jpeg({ progressive: true, quality: 80 })
    .toBuffer();
  if (!isProgressive(flat)) throw new Error('No progressive JPEG');
  const data = emptyBlocks(Math.ceil(width / 8) * Math.ceil(height / 8));
  const further = Array.from({ length: scans - 1 }, (_, index) => {
    const [coefficient, low] = [1 + Math.floor(index / 14), 13 - (index % 14)];
    const high = low === 13 ? 0 : low + 1;
    return Buffer.concat([
      jpegSegment(START_OF_SCAN, [1, 1, 0, coefficient, coefficient, (high << 4) | low]),
      data,
    ]);
  });
  return Buffer.concat([
    sliceHeaderAndFirstScan(flat),
    createSingleCodeTable(EOB14),
    ...further,
    Buffer.from([0xff, 0xd9]),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const ADAM7_PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * Returns a black, interlaced PNG with 16 bits per channel and opacity: a decoder holds all pixels in memory at once, eight
 * bytes each.
 */
export function deepInterlacedPng({ width, height }: PixelSize): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([16, 6, 0, 0, 1], 8);
  const bytes = ADAM7_PASSES.reduce((sum, [x, y, across, down]) => {
    const [columns, rows] = [Math.ceil((width - x) / across), Math.ceil((height - y) / down)];
    return sum + rows * (1 + columns * 8);
  }, 0);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
