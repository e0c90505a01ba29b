import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createManyScanJpeg } from '#tests/support/faults/hostile-pictures.ts';
import { countJpegScans } from './jpeg-scans.ts';

const MANY_SCANS = 1_000;
const noiseImage = () =>
  sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  });
const createJpegSegment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]), data]);
const insertSegment = (jpeg: Buffer, data: Buffer) =>
  Buffer.concat([jpeg.subarray(0, 2), createJpegSegment(0xe1, data), jpeg.subarray(2)]);
const createScanMarkers = (count: number) =>
  Buffer.from(Array.from({ length: count }, () => [0xff, 0xda]).flat());

describe('H4 `countJpegScans`, the number of scans in a JPEG', () => {
  it('`countJpegScans` counts one scan in a baseline JPEG, ten in a progressive JPEG, and every scan of a hostile JPEG', async () => {
    expect(countJpegScans(await noiseImage().jpeg().toBuffer(), MANY_SCANS)).toBe(1);
    expect(countJpegScans(await noiseImage().jpeg({ progressive: true }).toBuffer(), MANY_SCANS)).toBe(10);
    for (const scans of [30, 31, 300])
      expect(countJpegScans(await createManyScanJpeg({ width: 64, height: 64 }, scans), MANY_SCANS)).toBe(
        scans,
      );
  });

  it('`countJpegScans` counts scans that are separated by fill bytes', async () => {
    const jpeg = await createManyScanJpeg({ width: 64, height: 64 }, 40);
    const first = jpeg.indexOf(Buffer.from([0xff, 0xda]));
    const filled = Buffer.concat([
      jpeg.subarray(0, first),
      Buffer.from([0xff, 0xff, 0xff]),
      jpeg.subarray(first),
    ]);
    expect(countJpegScans(filled, MANY_SCANS)).toBe(40);
    expect((await sharp(filled).raw().toBuffer()).length).toBe(64 * 64 * 3);
  });

  it('`countJpegScans` ignores markers inside segments and after the end of the image', async () => {
    const jpeg = await noiseImage().jpeg().toBuffer();
    expect(countJpegScans(insertSegment(jpeg, createScanMarkers(500)), MANY_SCANS)).toBe(1);
    expect(countJpegScans(Buffer.concat([jpeg, createScanMarkers(500)]), MANY_SCANS)).toBe(1);
  });

  it('`countJpegScans` stops at the given maximum and at the end of a truncated file', () => {
    expect(
      countJpegScans(Buffer.concat([Buffer.from([0xff, 0xd8]), createScanMarkers(10)]), 3),
    ).toBeLessThanOrEqual(3);
    for (const tail of [[0xff], [0xff, 0xda], [0xff, 0xda, 0], [0xff, 0xda, 0, 0], [0xff, 0xe1, 0xff, 0xff]])
      expect(countJpegScans(Buffer.from([0xff, 0xd8, ...tail]), MANY_SCANS)).toBeLessThanOrEqual(1);
  });
});
