import { nextReducedPhotoSettings } from '#domain/photo/resend.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { readClaimedContent } from '#storage/outbox/sending/outbox-content.ts';
import { replaceUnchangedRejectedPicture } from '#storage/outbox/replace-picture.ts';

function reportAndReturnNull(error: unknown): null {
  reportError(error);
  return null;
}

/** Encodes the picture at the next smaller size; null after the last one. Throws if the browser has no OffscreenCanvas. */
async function encodeSmallerPhoto(source: Blob): Promise<ArrayBuffer | null> {
  const picture = await createImageBitmap(source);
  const step = nextReducedPhotoSettings(picture.width);
  if (!step) {
    picture.close();
    return null;
  }
  const { width, quality } = step;
  const height = Math.max(1, Math.round((picture.height * width) / picture.width));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d context');
  // A PNG may be transparent, which a JPEG would show as black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  return (await canvas.convertToBlob({ type: 'image/jpeg', quality })).arrayBuffer();
}

/** Returns the smaller photo; null if the photo is damaged, already the smallest, or cannot be encoded by this browser. */
async function shrinkPhoto(claimed: ClaimedItem): Promise<CapturedPicture | null> {
  const content = await readClaimedContent(claimed);
  if (content.type !== 'file') return null;
  const source = new Blob([content.bytes], { type: content.mime });
  const bytes = await encodeSmallerPhoto(source).catch(reportAndReturnNull);
  if (!bytes || bytes.byteLength >= content.size) return null;
  return { bytes, mime: 'image/jpeg', name: 'photo.jpg' };
}

/**
 * Makes a smaller version of a photo that was rejected for its size (S7). Returns the function that replaces the photo once the
 * rejection is stored. Null for a colleague's photo, because the consent covers its exact bytes (S14).
 */
export async function prepareSmallerPhoto(claimed: ClaimedItem): Promise<(() => Promise<boolean>) | null> {
  if (claimed.consent !== null) return null;
  const photo = await shrinkPhoto(claimed);
  return photo && (() => replaceUnchangedRejectedPicture(claimed.item, photo, Date.now()));
}
