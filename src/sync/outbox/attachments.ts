import {
  enqueueAttachment,
  type AttachmentConfirmation,
  type EnqueueAttachmentResult,
} from '#storage/outbox/enqueue-attachment.ts';
import { readClockOffsetMs } from '#storage/device/contact.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { requestDrain } from './outbox.ts';

export type AttachFileResult =
  | EnqueueAttachmentResult
  | { readonly type: 'storage'; readonly problem: StorageProblem };

/** Queues a file for an exam (S1, S2); works the same with and without network. */
export async function attachFile(
  attachment: Omit<AttachmentConfirmation, 'capturedAt' | 'clockOffset'>,
): Promise<AttachFileResult> {
  try {
    const capturedAt = Date.now();
    const attached = await enqueueAttachment({
      ...attachment,
      capturedAt,
      clockOffset: await readClockOffsetMs(),
    });
    if (attached.type === 'confirmed') requestDrain('enqueue');
    return attached;
  } catch (error) {
    if (error instanceof StorageProblem) return { type: 'storage', problem: error };
    throw error;
  }
}
