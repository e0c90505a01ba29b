// Runs in happy-dom. Another library reads the rendered QR code.
import { BinaryBitmap, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

/** Pixels per module; the reader needs several. */
const PIXELS_PER_MODULE = 6;

function renderPixels(path: string, size: number): Uint8ClampedArray {
  const side = size * PIXELS_PER_MODULE;
  const pixels = new Uint8ClampedArray(side * side).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let row = Number(y) * PIXELS_PER_MODULE; row < (Number(y) + 1) * PIXELS_PER_MODULE; row += 1)
      pixels.fill(
        0,
        row * side + Number(x) * PIXELS_PER_MODULE,
        row * side + (Number(x) + Number(width)) * PIXELS_PER_MODULE,
      );
  return pixels;
}

it.each([
  'https://ventanilla.example.com',
  `https://v.example.com/reset-password?token=${'aZ-9_'.repeat(9)}`,
])('P10.100 a QR reader reads the text from the rendered code: %s', (text) => {
  render(<QrCode text={text} label="Enlace" />);
  const drawn = screen.getByRole('img', { name: 'Enlace' });
  const size = Number(drawn.getAttribute('viewBox')?.split(' ')[2]);
  const pixels = renderPixels(drawn.querySelector('path')?.getAttribute('d') ?? '', size);
  const source = new RGBLuminanceSource(pixels, size * PIXELS_PER_MODULE, size * PIXELS_PER_MODULE);
  expect(new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText()).toBe(text);
});
