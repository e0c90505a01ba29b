import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { retakeRejectedPicture } from '#storage/outbox/replace-picture.ts';
import { requestDrain } from './outbox.ts';

/**
 * Replaces a rejected photo or signature of a delivered evaluation with a retaken one. Returns false when the item is no longer
 * rejected.
 */
export async function replaceRejectedMedia(
  ownerId: string,
  itemId: string,
  picture: CapturedPicture,
): Promise<boolean> {
  const replaced = await retakeRejectedPicture(ownerId, itemId, picture, Date.now());
  if (replaced) requestDrain('enqueue');
  return replaced;
}
