import { expect, it } from 'vitest';
import { SIGNATURE_MAX_BYTES } from '#contract/limits.ts';
import { SIGNATURE_FAILED_TEXT, exportSignature } from './export-signature.ts';

/** Returns a canvas whose encoding has the given number of bytes; with null, the encoding fails. */
const createCanvasWithPngBytes = (size: number | null) =>
  ({
    toBlob: (done: BlobCallback) =>
      done(size === null ? null : new Blob([new Uint8Array(size)], { type: 'image/png' })),
  }) as unknown as HTMLCanvasElement;

it('P9.9 the signature export writes a signature as a PNG file with the time in its name', async () => {
  const exported = await exportSignature(createCanvasWithPngBytes(SIGNATURE_MAX_BYTES));
  expect(exported).toMatchObject({
    mime: 'image/png',
    name: expect.stringMatching(/^signature-\d{13}\.png$/),
  });
});

it('P5.9 the signature export rejects a signature of 500,001 bytes with the message of the base contract', async () => {
  const exported = await exportSignature(createCanvasWithPngBytes(SIGNATURE_MAX_BYTES + 1));
  expect(exported).toEqual({ said: 'La firma supera 500 KB. Limpia y vuelve a intentarlo.' });
});

it('P10.22 the signature export fails when the canvas returns no image', async () => {
  expect(await exportSignature(createCanvasWithPngBytes(null))).toEqual({
    said: SIGNATURE_FAILED_TEXT,
  });
});
