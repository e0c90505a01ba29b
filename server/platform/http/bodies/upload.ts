import { createHash } from 'node:crypto';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOGO_MAX_BYTES, PHOTO_MAX_BYTES, SIGNATURE_MAX_BYTES } from '#contract/limits.ts';
import type { MediaKind } from '#contract/vocabulary.ts';
import { AppError, fieldError } from '../../base/errors.ts';

export interface UploadLimit {
  readonly field: string;
  readonly bytes: number;
  readonly message: string;
}
export const MEDIA_LIMITS: Record<MediaKind, UploadLimit> = {
  photo: { field: 'file', bytes: PHOTO_MAX_BYTES, message: 'El archivo supera el límite de 1000 KB.' },
  signature: { field: 'file', bytes: SIGNATURE_MAX_BYTES, message: 'El archivo supera 500 KB.' },
};

const fileTooLargeError = ({ field, message }: UploadLimit): AppError =>
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
export interface ReceivedParts {
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

async function addReceivedPart(part: Multipart, { fields, files }: ReceivedParts): Promise<void> {
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
const MAX_DRAINED_BODY_BYTES = 40_000_000;

/** Limits the size of the whole body, including parts that the parser skips. */
function limitBodySize({ request, reply }: UnreadRequest, limit: UploadLimit): void {
  const cap = limit.bytes + MULTIPART_OVERHEAD_BYTES;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > cap) {
    if (announced > MAX_DRAINED_BODY_BYTES) void reply.header('connection', 'close');
    throw fileTooLargeError(limit);
  }
  let received = 0;
  request.raw.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > cap) request.raw.destroy();
  });
}

/**
 * Reads and drops the rest of a rejected body, within the limit of `limitBodySize`. Node itself does this only for a body that
 * no parser has begun to read. If the rest stayed unread, the next request on the connection would get no response until the
 * time limit of this request. Behind a proxy, the next request may be from another user.
 */
function discardRestOfBody({ request }: UnreadRequest): void {
  request.raw.unpipe();
  request.raw.resume();
}

/**
 * Reads the parts of a body. Reads a file up to one byte over its limit, which is enough to detect that the file is too large.
 */
export async function receiveMultipartParts(call: UnreadRequest, limit: UploadLimit): Promise<ReceivedParts> {
  limitBodySize(call, limit);
  const received: ReceivedParts = { fields: new Map(), files: new Map() };
  const limits = {
    fileSize: limit.bytes + 1,
    files: 2,
    fields: 4,
    parts: 6,
    fieldSize: 200,
    fieldNameSize: 50,
  };
  try {
    for await (const part of call.request.parts({ limits })) await addReceivedPart(part, received);
  } catch (error) {
    discardRestOfBody(call);
    if (error instanceof AppError) throw error;
    // Apart from this program's AppErrors, only the parser throws here, so this error means that the body is not valid
    // multipart.
    throw new AppError('malformed_request', 'No pudimos leer el archivo enviado.');
  }
  return received;
}

export function requireFile({ files }: ReceivedParts, limit: UploadLimit): ReceivedFile {
  const file = files.get(limit.field);
  if (file === undefined) throw fieldError({ field: limit.field, message: 'Adjunta el archivo.' });
  if (file.bytes.length > limit.bytes) throw fileTooLargeError(limit);
  return file;
}

/**
 * Reads the bytes of the part `logo`.
 * @param tooLargeText message that the screen shows if the file is too large (P5)
 * @throws the errors of readMediaUpload
 */
export async function readLogoUploadBytes(call: UnreadRequest, tooLargeText: string): Promise<Buffer> {
  const limit = { field: 'logo', bytes: LOGO_MAX_BYTES, message: tooLargeText };
  return requireFile(await receiveMultipartParts(call, limit), limit).bytes;
}

export async function readSignatureUploadBytes(call: UnreadRequest): Promise<Buffer> {
  const limit = MEDIA_LIMITS.signature;
  return requireFile(await receiveMultipartParts(call, limit), limit).bytes;
}
