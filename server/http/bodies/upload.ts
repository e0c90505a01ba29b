import { createHash } from 'node:crypto';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AttachmentFields, ReceiptFields } from '#contract/records/evaluation/clinical.ts';
import { MediaFields } from '#contract/records/evaluation/capture.ts';
import { LOGO_MAX_BYTES, PHOTO_MAX_BYTES, SIGNATURE_MAX_BYTES } from '#contract/limits.ts';
import type { MediaType } from '#contract/vocabulary.ts';
import type { AttachmentUpload } from '../../commands/clinical/add-attachment.ts';
import type { ReceiptUpload } from '../../commands/clinical/hand-over.ts';
import type { MediaUpload } from '../../commands/capture/upload-destination.ts';
import { AppError, fieldError } from '../../base/errors.ts';

interface Limit {
  readonly field: string;
  readonly bytes: number;
  readonly message: string;
}
const MEDIA_LIMITS: Record<MediaType, Limit> = {
  photo: { field: 'file', bytes: PHOTO_MAX_BYTES, message: 'El archivo supera el límite de 1000 KB.' },
  signature: { field: 'file', bytes: SIGNATURE_MAX_BYTES, message: 'El archivo supera 500 KB.' },
};
const LARGEST_MEDIA = MEDIA_LIMITS.photo;
const MB = 1_000_000;

const tooLarge = ({ field, message }: Limit): AppError =>
  new AppError('file_too_large', message, { details: [{ field, message }] });

export interface UnreadRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface ReceivedFile {
  readonly bytes: Buffer;
  readonly sha256: string;
  /** File name from the request; the parser has already removed folders. */
  readonly name: string;
}
interface Received {
  readonly fields: Map<string, unknown>;
  readonly files: Map<string, ReceivedFile>;
}

/** Reads a file and computes its digest while it arrives. Hashing a complete file at once would delay other requests. */
async function readFilePart(part: MultipartFile): Promise<ReceivedFile> {
  const chunks: Buffer[] = [];
  const hash = createHash('sha256');
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    hash.update(chunk);
  }
  return { bytes: Buffer.concat(chunks), sha256: hash.digest('hex'), name: part.filename ?? '' };
}

async function keep(part: Multipart, { fields, files }: Received): Promise<void> {
  const target = part.type === 'file' ? files : fields;
  if (target.has(part.fieldname))
    throw fieldError({ field: part.fieldname, message: 'Este campo llegó dos veces.' });
  if (part.type === 'field' && part.valueTruncated)
    throw fieldError({ field: part.fieldname, message: 'Es demasiado largo.' });
  if (part.type === 'file') files.set(part.fieldname, await readFilePart(part));
  else fields.set(part.fieldname, part.value);
}

/**
 * Bytes allowed beyond the file's limit, for the other parts of the body and for a file slightly over its limit. Such a file is
 * still read, so that the error response can state the limit.
 */
export const MULTIPART_OVERHEAD_BYTES = 1_000_000;
/**
 * Maximum size of an oversized body that is received completely, so that the device gets the error response. For a larger body
 * the connection is closed.
 */
const DRAINED_BODY_BYTES = 40_000_000;

/** Limits the size of the whole body, including parts that the parser skips. */
function capBody({ request, reply }: UnreadRequest, limit: Limit): void {
  const cap = limit.bytes + MULTIPART_OVERHEAD_BYTES;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > cap) {
    if (announced > DRAINED_BODY_BYTES) void reply.header('connection', 'close');
    throw tooLarge(limit);
  }
  let received = 0;
  request.raw.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > cap) request.raw.destroy();
  });
}

/**
 * Reads the parts of a body. Reads a file up to one byte over its limit, which is enough to detect that the file is too large.
 */
async function receive(call: UnreadRequest, limit: Limit): Promise<Received> {
  capBody(call, limit);
  const received: Received = { fields: new Map(), files: new Map() };
  const limits = {
    fileSize: limit.bytes + 1,
    files: 2,
    fields: 4,
    parts: 6,
    fieldSize: 200,
    fieldNameSize: 50,
  };
  try {
    for await (const part of call.request.parts({ limits })) await keep(part, received);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Apart from our own AppErrors, only the parser throws here, so this error means that the body is not valid multipart.
    throw new AppError('malformed_request', 'No pudimos leer el archivo enviado.');
  }
  return received;
}

function fileOf({ files }: Received, limit: Limit): ReceivedFile {
  const file = files.get(limit.field);
  if (file === undefined) throw fieldError({ field: limit.field, message: 'Adjunta el archivo.' });
  if (file.bytes.length > limit.bytes) throw tooLarge(limit);
  return file;
}

/**
 * Reads a body with one image and its type. The parts may arrive in any order, so the size is checked when the type is known.
 * @throws malformed_request, validation_failed (a part is missing or duplicated), file_too_large
 */
export async function readUpload(
  call: UnreadRequest,
  evaluationId: string,
): Promise<Omit<MediaUpload, 'statement'>> {
  const received = await receive(call, LARGEST_MEDIA);
  const type = MediaFields.safeParse(Object.fromEntries(received.fields)).data?.type;
  if (type === undefined)
    throw fieldError({ field: 'type', message: 'Indica si es la foto (photo) o la firma (signature).' });
  const { bytes, sha256 } = fileOf(received, MEDIA_LIMITS[type]);
  return { evaluationId, type, bytes, sha256 };
}

/**
 * Reads a body with one exam file and the id of its exam order.
 * @throws as readUpload
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
  const received = await receive(call, limit);
  const fields = AttachmentFields.safeParse(Object.fromEntries(received.fields)).data;
  if (fields === undefined)
    throw fieldError({ field: 'exam_order_id', message: 'Indica el examen del archivo.' });
  const { bytes, name, sha256 } = fileOf(received, limit);
  return { evaluationId, examOrderId: fields.exam_order_id, originalName: name, bytes, sha256 };
}

/**
 * Reads a body with the signed version, the documents that were handed over, and the worker's signature.
 * @throws as readUpload
 */
export async function readReceiptUpload(call: UnreadRequest): Promise<ReceiptUpload> {
  const limit = MEDIA_LIMITS.signature;
  const received = await receive(call, limit);
  const fields = ReceiptFields.safeParse(Object.fromEntries(received.fields));
  if (!fields.success) {
    const field = String(fields.error.issues[0]?.path[0] ?? 'items');
    throw fieldError({
      field,
      message: field === 'version' ? 'Indica la versión que se entrega.' : 'Indica qué se entrega.',
    });
  }
  const { bytes, sha256 } = fileOf(received, limit);
  return { ...fields.data, bytes, sha256 };
}

/**
 * Reads the bytes of the part `logo`.
 * @param tooLargeText message that the screen shows if the file is too large (P5)
 * @throws as readUpload
 */
export async function readLogoUpload(call: UnreadRequest, tooLargeText: string): Promise<Buffer> {
  const limit = { field: 'logo', bytes: LOGO_MAX_BYTES, message: tooLargeText };
  return fileOf(await receive(call, limit), limit).bytes;
}

export async function readSignatureUpload(call: UnreadRequest): Promise<Buffer> {
  const limit = MEDIA_LIMITS.signature;
  return fileOf(await receive(call, limit), limit).bytes;
}
