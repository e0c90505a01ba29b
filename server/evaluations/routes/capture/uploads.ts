import { AttachmentFields } from '#contract/records/evaluation/evaluations.ts';
import { MediaFields } from '#contract/records/evaluation/capture.ts';
import { fieldError } from '../../../platform/base/errors.ts';
import type { MediaUpload } from '../../commands/capture/upload-destination.ts';
import type { AttachmentUpload } from '../../commands/clinical/add-attachment.ts';
import {
  MEDIA_LIMITS,
  type UnreadRequest,
  requireFile,
  receiveMultipartParts,
} from '../../../platform/http/bodies/upload.ts';

const LARGEST_MEDIA_LIMIT = MEDIA_LIMITS.photo;
const MB = 1_000_000;

/**
 * Reads a body with one image and its type. The parts may arrive in any order, so the size is checked when the type is known.
 * @throws malformed_request, validation_failed (a part is missing or duplicated), file_too_large
 */
export async function readMediaUpload(
  call: UnreadRequest,
  evaluationId: string,
): Promise<Omit<MediaUpload, 'statement'>> {
  const received = await receiveMultipartParts(call, LARGEST_MEDIA_LIMIT);
  const type = MediaFields.safeParse(Object.fromEntries(received.fields)).data?.type;
  if (type === undefined)
    throw fieldError({ field: 'type', message: 'Indica si es la foto (photo) o la firma (signature).' });
  const { bytes, sha256 } = requireFile(received, MEDIA_LIMITS[type]);
  return { evaluationId, type, bytes, sha256 };
}

/**
 * Reads a body with one exam file and the id of its exam order.
 * @throws the errors of readMediaUpload
 */
export async function readAttachmentUpload(
  call: UnreadRequest,
  evaluationId: string,
  maxBytes: number,
): Promise<AttachmentUpload> {
  const limit = {
    field: 'file',
    bytes: maxBytes,
    message: `El archivo supera el límite de ${maxBytes / MB} MB.`,
  };
  const received = await receiveMultipartParts(call, limit);
  const fields = AttachmentFields.safeParse(Object.fromEntries(received.fields)).data;
  if (fields === undefined)
    throw fieldError({ field: 'exam_order_id', message: 'Indica el examen del archivo.' });
  const { bytes, name, sha256 } = requireFile(received, limit);
  return { evaluationId, examOrderId: fields.exam_order_id, originalName: name, bytes, sha256 };
}
