import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { DarkPhotoHint } from './dark-photo.tsx';

const createPhoto = (length: number): CapturedPicture => ({
  bytes: new ArrayBuffer(length),
  mime: 'image/jpeg',
  name: 'photo.jpg',
});
const [black, white, broken] = [createPhoto(1), createPhoto(2), createPhoto(3)];

/** Identifies the three test pictures by their length. */
const fakeSamplePixels = vi.hoisted(() =>
  vi.fn(({ size }: Blob) => {
    const pixels = new Uint8ClampedArray(400).fill(size === 1 ? 3 : 255);
    pixels.forEach((_, at) => at % 4 === 3 && (pixels[at] = 255));
    return size === 3 ? Promise.reject(new Error('not decoded')) : Promise.resolve(pixels);
  }),
);
vi.mock('../files/decoder.ts', () => ({ samplePixels: fakeSamplePixels }));

const RETAKE_PHOTO_TEXT = 'La foto salió oscura. ¿La repites?';

it('P10.315 the hint suggests taking a dark photo again, and disappears when a brighter photo replaces the dark one', async () => {
  const shown = renderScreen(<DarkPhotoHint picture={black} />);
  expect((await screen.findByText(RETAKE_PHOTO_TEXT)).tagName, 'announced without taking the focus').toBe(
    'OUTPUT',
  );
  for (const other of [white, broken]) {
    shown.rerender(<DarkPhotoHint picture={other} />);
    await retryUntilPassing(() =>
      expect(fakeSamplePixels.mock.lastCall?.[0].size).toBe(other.bytes.byteLength),
    );
    expect(screen.queryByText(RETAKE_PHOTO_TEXT)).toBeNull();
  }
});
