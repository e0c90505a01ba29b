import { createHash } from 'node:crypto';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { MediaFields } from '#contract/evaluations.ts';
import { PHOTO_MAX_BYTES, SIGNATURE_MAX_BYTES } from '#contract/limits.ts';
import type { MediaType } from '#contract/vocabulary.ts';
import type { Upload } from '../commands/add-media.ts';
import { AppError, fieldError } from '../errors.ts';

const LIMITS: Record<MediaType, { readonly bytes: number; readonly message: string }> = {
  photo: { bytes: PHOTO_MAX_BYTES, message: 'El archivo supera el límite de 1000 KB.' },
  signature: { bytes: SIGNATURE_MAX_BYTES, message: 'El archivo supera 500 KB.' },
};
/** Read to one byte over the largest limit, so that 'too large' is known without keeping more. */
const READ_BYTES = Math.max(...Object.values(LIMITS).map(({ bytes }) => bytes)) + 1;

interface Received {
  readonly fields: Map<string, unknown>;
  readonly files: Map<string, Buffer>;
}

async function readFilePart(part: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function keep(part: Multipart, { fields, files }: Received): Promise<void> {
  const target = part.type === 'file' ? files : fields;
  if (target.has(part.fieldname))
    throw fieldError({ field: part.fieldname, message: 'Este campo llegó dos veces.' });
  target.set(part.fieldname, part.type === 'file' ? await readFilePart(part) : part.value);
}

async function receive(request: FastifyRequest): Promise<Received> {
  const received: Received = { fields: new Map(), files: new Map() };
  const limits = { fileSize: READ_BYTES, files: 2, fields: 4, parts: 6, fieldSize: 200, fieldNameSize: 50 };
  try {
    for await (const part of request.parts({ limits })) await keep(part, received);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Nothing but the parser runs above: whatever it throws, codes or none, the body is not multipart as it should be.
    throw new AppError('malformed_request', 'No pudimos leer el archivo enviado.');
  }
  return received;
}

/**
 * The one picture of a multipart body and its type. The parts may come in any order, so size is judged at the end.
 * @throws malformed_request, validation_failed (a part missing or twice), file_too_large
 */
export async function readUpload(request: FastifyRequest, evaluationId: string): Promise<Upload> {
  const { fields, files } = await receive(request);
  const type = MediaFields.safeParse(Object.fromEntries(fields)).data?.type;
  const bytes = files.get('file');
  if (type === undefined)
    throw fieldError({ field: 'type', message: 'Indica si es la foto (photo) o la firma (signature).' });
  if (bytes === undefined) throw fieldError({ field: 'file', message: 'Adjunta el archivo.' });
  const { bytes: limit, message } = LIMITS[type];
  if (bytes.length > limit)
    throw new AppError('file_too_large', message, { details: [{ field: 'file', message }] });
  return { evaluationId, type, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
