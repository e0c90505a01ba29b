import { createHash } from 'node:crypto';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AttachmentFields } from '#contract/clinical.ts';
import { MediaFields } from '#contract/evaluations.ts';
import { LOGO_MAX_BYTES, PHOTO_MAX_BYTES, SIGNATURE_MAX_BYTES } from '#contract/limits.ts';
import type { MediaType } from '#contract/vocabulary.ts';
import type { AttachmentUpload } from '../commands/add-attachment.ts';
import type { Upload } from '../commands/add-media.ts';
import { AppError, fieldError } from '../errors.ts';

interface Limit {
  readonly bytes: number;
  readonly message: string;
}
const MEDIA_LIMITS: Record<MediaType, Limit> = {
  photo: { bytes: PHOTO_MAX_BYTES, message: 'El archivo supera el límite de 1000 KB.' },
  signature: { bytes: SIGNATURE_MAX_BYTES, message: 'El archivo supera 500 KB.' },
};
const MEDIA_MAX_BYTES = Math.max(...Object.values(MEDIA_LIMITS).map(({ bytes }) => bytes));
const MB = 1_000_000;

interface ReceivedFile {
  readonly bytes: Buffer;
  /** As the sender wrote it; the parser has taken folders off. */
  readonly name: string;
}
interface Received {
  readonly fields: Map<string, unknown>;
  readonly files: Map<string, ReceivedFile>;
}

async function readFilePart(part: MultipartFile): Promise<ReceivedFile> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  return { bytes: Buffer.concat(chunks), name: part.filename ?? '' };
}

async function keep(part: Multipart, { fields, files }: Received): Promise<void> {
  const target = part.type === 'file' ? files : fields;
  if (target.has(part.fieldname))
    throw fieldError({ field: part.fieldname, message: 'Este campo llegó dos veces.' });
  if (part.type === 'file') files.set(part.fieldname, await readFilePart(part));
  else fields.set(part.fieldname, part.value);
}

/** Files are read to one byte over the limit, so that 'too large' is known without keeping more. */
async function receive(request: FastifyRequest, maxBytes: number): Promise<Received> {
  const received: Received = { fields: new Map(), files: new Map() };
  const limits = { fileSize: maxBytes + 1, files: 2, fields: 4, parts: 6, fieldSize: 200, fieldNameSize: 50 };
  try {
    for await (const part of request.parts({ limits })) await keep(part, received);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Nothing but the parser runs above: whatever it throws, codes or none, the body is not multipart as it should be.
    throw new AppError('malformed_request', 'No pudimos leer el archivo enviado.');
  }
  return received;
}

function fileOf({ files }: Received, { bytes: limit, message }: Limit, field: string): ReceivedFile {
  const file = files.get(field);
  if (file === undefined) throw fieldError({ field, message: 'Adjunta el archivo.' });
  if (file.bytes.length > limit)
    throw new AppError('file_too_large', message, { details: [{ field, message }] });
  return file;
}

function theFile(received: Received, limit: Limit): ReceivedFile & { sha256: string } {
  const file = fileOf(received, limit, 'file');
  return { ...file, sha256: createHash('sha256').update(file.bytes).digest('hex') };
}

/**
 * The one picture of a multipart body and its type. The parts may come in any order, so size is judged at the end.
 * @throws malformed_request, validation_failed (a part missing or twice), file_too_large
 */
export async function readUpload(request: FastifyRequest, evaluationId: string): Promise<Upload> {
  const received = await receive(request, MEDIA_MAX_BYTES);
  const type = MediaFields.safeParse(Object.fromEntries(received.fields)).data?.type;
  if (type === undefined)
    throw fieldError({ field: 'type', message: 'Indica si es la foto (photo) o la firma (signature).' });
  const { bytes, sha256 } = theFile(received, MEDIA_LIMITS[type]);
  return { evaluationId, type, bytes, sha256 };
}

/** The one file of a multipart body and the order that it belongs to. @throws as readUpload */
export async function readAttachmentUpload(
  request: FastifyRequest,
  evaluationId: string,
  maxBytes: number,
): Promise<AttachmentUpload> {
  const received = await receive(request, maxBytes);
  const fields = AttachmentFields.safeParse(Object.fromEntries(received.fields)).data;
  if (fields === undefined)
    throw fieldError({ field: 'exam_order_id', message: 'Indica el examen del archivo.' });
  const message = `El archivo supera el límite de ${maxBytes / MB} MB.`;
  const { bytes, name, sha256 } = theFile(received, { bytes: maxBytes, message });
  return { evaluationId, examOrderId: fields.exam_order_id, originalName: name, bytes, sha256 };
}

/** The bytes of the part `logo`. @param tooLarge the screen's own sentence (spec §5) @throws as readUpload */
export async function readLogoUpload(request: FastifyRequest, tooLarge: string): Promise<Buffer> {
  const limit = { bytes: LOGO_MAX_BYTES, message: tooLarge };
  return fileOf(await receive(request, limit.bytes), limit, 'logo').bytes;
}

/** The bytes of a doctor's signature, in the part `file`. @throws as readUpload */
export async function readSignatureUpload(request: FastifyRequest): Promise<Buffer> {
  const limit = MEDIA_LIMITS.signature;
  return fileOf(await receive(request, limit.bytes), limit, 'file').bytes;
}
