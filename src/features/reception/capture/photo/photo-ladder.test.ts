import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PHOTO_MAX_BYTES } from '#contract/limits.ts';
import { compressWithCanvas } from './photo-ladder.ts';

let drawn: string[] = [];
let encodedBytes = 1;

class RecordingCanvas {
  width: number;
  height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }
  getContext = () => ({
    fillStyle: '',
    fillRect(...area: number[]) {
      drawn.push(`${this.fillStyle} ${area.join(' ')}`);
    },
    drawImage: ({ width, height }: ImageBitmap, ...area: number[]) =>
      drawn.push(`${width}×${height} ${area.join(' ')}`),
  });
  convertToBlob = ({ type }: { type: string }) =>
    Promise.resolve(new Blob([new Uint8Array(encodedBytes)], { type }));
}

const closeMock = vi.fn();
const createFrame = (width: number, height: number) =>
  ({ width, height, close: closeMock }) as unknown as ImageBitmap;

beforeEach(() => {
  vi.clearAllMocks();
  [drawn, encodedBytes] = [[], 1];
  vi.stubGlobal('OffscreenCanvas', RecordingCanvas);
});
afterEach(() => void vi.unstubAllGlobals());

it.each([
  [
    5120,
    3841,
    ['white 0 0 2560 1921', '5120×3841 0 0 2560 1921', 'white 0 0 1280 960', '2560×1921 0 0 1280 960'],
  ],
  [1500, 2000, ['white 0 0 1280 1707', '1500×2000 0 0 1280 1707']],
  [640, 480, ['white 0 0 640 480', '640×480 0 0 640 480']],
])(
  'P10.35 the photo compression draws %i×%i pixels on white, at half the size at least in each step, and frees the frame',
  async (width, height, steps) => {
    const made = await compressWithCanvas(createFrame(width, height));
    expect(made).toMatchObject({ mime: 'image/jpeg', name: 'photo.jpg' });
    expect(drawn).toEqual(steps);
    expect(closeMock).toHaveBeenCalledTimes(1);
  },
);

it('P10.35 the photo compression opens a chosen file upright', async () => {
  const open = vi.fn(() => Promise.resolve(createFrame(640, 480)));
  vi.stubGlobal('createImageBitmap', open);
  const file = new Blob(['a photo']);
  await compressWithCanvas(file);
  expect(open).toHaveBeenCalledExactlyOnceWith(file, { imageOrientation: 'from-image' });
});

it('P5.8 the photo compression returns no photo when the lowest quality exceeds the limit', async () => {
  encodedBytes = PHOTO_MAX_BYTES + 1;
  expect(await compressWithCanvas(createFrame(640, 480))).toBe('too_large');
});
