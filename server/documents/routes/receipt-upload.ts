import { ReceiptFields } from '#contract/records/evaluation/clinical.ts';
import { fieldError } from '../../platform/base/errors.ts';
import type { ReceiptUpload } from '../commands/hand-over.ts';
import {
  MEDIA_LIMITS,
  type UnreadRequest,
  requireFile,
  receiveMultipartParts,
} from '../../platform/http/bodies/upload.ts';

/**
 * Reads a body with the signed version, the documents that were handed over, and the worker's signature.
 * @throws the errors of readMediaUpload
 */
export async function readReceiptUpload(call: UnreadRequest): Promise<ReceiptUpload> {
  const limit = MEDIA_LIMITS.signature;
  const received = await receiveMultipartParts(call, limit);
  const fields = ReceiptFields.safeParse(Object.fromEntries(received.fields));
  if (!fields.success) {
    const field = String(fields.error.issues[0]?.path[0] ?? 'items');
    throw fieldError({
      field,
      message: field === 'version' ? 'Indica la versión que se entrega.' : 'Indica qué se entrega.',
    });
  }
  const { bytes, sha256 } = requireFile(received, limit);
  return { ...fields.data, bytes, sha256 };
}
