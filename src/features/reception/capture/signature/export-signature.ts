import { SIGNATURE_MAX_BYTES } from '#contract/limits.ts';
import type { CaptureResult } from '../files/read-file.ts';

const TOO_LARGE_TEXT = 'La firma supera 500 KB. Limpia y vuelve a intentarlo.';
export const SIGNATURE_FAILED_TEXT = 'No pudimos guardar la firma. Limpia y vuelve a intentarlo.';

export async function exportSignature(canvas: HTMLCanvasElement): Promise<CaptureResult> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (!blob) return { said: SIGNATURE_FAILED_TEXT };
  if (blob.size > SIGNATURE_MAX_BYTES) return { said: TOO_LARGE_TEXT };
  const name = `signature-${Date.now()}.png`;
  return { bytes: await blob.arrayBuffer(), mime: 'image/png', name };
}
