import { SIGNATURE_MAX_BYTES } from '#contract/limits.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';

export type SignatureExportResult =
  | { readonly type: 'picture'; readonly picture: CapturedPicture }
  | { readonly type: 'too_large' }
  | { readonly type: 'failed' };

export const SIGNATURE_ERROR_TEXTS = {
  too_large: 'La firma supera 500 KB. Limpia y vuelve a intentarlo.',
  failed: 'No pudimos guardar la firma. Limpia y vuelve a intentarlo.',
} as const;

const toPng = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });

export async function exportSignature(canvas: HTMLCanvasElement): Promise<SignatureExportResult> {
  const blob = await toPng(canvas);
  if (!blob) return { type: 'failed' };
  if (blob.size > SIGNATURE_MAX_BYTES) return { type: 'too_large' };
  const name = `signature-${Date.now()}.png`;
  return { type: 'picture', picture: { bytes: await blob.arrayBuffer(), mime: 'image/png', name } };
}
