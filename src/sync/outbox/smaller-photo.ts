import { nextResendStep } from '#domain/photo/resend.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { readClaimedContent } from '#storage/outbox/outbox-content.ts';
import { replaceRejected } from '#storage/outbox/replace-picture.ts';

/** Reports the error. The photo then requires the user's attention, as it would without this code. */
function reportAndGoWithout(error: unknown): null {
  reportError(error);
  return null;
}

/**
 * Encodes the picture at the next smaller step; null after the last. Throws when the browser has no canvas outside a document.
 */
async function encode(source: Blob): Promise<ArrayBuffer | null> {
  const picture = await createImageBitmap(source);
  const step = nextResendStep(picture.width);
  if (!step) {
    picture.close();
    return null;
  }
  const { width, quality } = step;
  const height = Math.max(1, Math.round((picture.height * width) / picture.width));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d context');
  // A PNG may be transparent, and a JPEG would show that as black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  return (await canvas.convertToBlob({ type: 'image/jpeg', quality })).arrayBuffer();
}

/**
 * Returns the smaller photo; null when it cannot be made smaller: it is the smallest, is damaged, or this browser cannot encode
 * it here.
 */
async function makeSmaller(claimed: ClaimedItem): Promise<CapturedPicture | null> {
  const content = await readClaimedContent(claimed);
  if (content.type !== 'file') return null;
  const source = new Blob([content.bytes], { type: content.mime });
  const bytes = await encode(source).catch(reportAndGoWithout);
  if (!bytes || bytes.byteLength >= content.size) return null;
  return { bytes, mime: 'image/jpeg', name: 'photo.jpg' };
}

/**
 * Makes a photo smaller whose size was rejected (S7), and returns a function that replaces it once the rejection is stored. A
 * colleague's photo is left as it is, because the colleague's consent names its bytes (S14).
 */
export async function prepareSmallerPhoto(claimed: ClaimedItem): Promise<(() => Promise<boolean>) | null> {
  if (claimed.consent !== null) return null;
  const photo = await makeSmaller(claimed);
  return photo && (() => replaceRejected(claimed.item, photo, Date.now()));
}
