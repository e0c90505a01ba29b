import type http from 'node:http';
import { isPrerequisiteKind } from '#domain/outbox/entry.ts';
import type { ItemKind } from '#domain/outbox/item.ts';

/** Number of bytes that certainly contain the first field of a multipart body. */
export const MULTIPART_HEAD_BYTES = 1_024;
const MEDIA_UPLOAD_PATH_PATTERN = /^\/api\/v1\/evaluations\/[^/]+\/media$/;
const CORRECTION_PATH_PATTERN = /^\/api\/v1\/evaluations\/[\w-]+\/registration$/;
const ATTACHMENT_PATH_PATTERN = /^\/api\/v1\/evaluations\/[\w-]+\/attachments$/;

export class RequestBodyReader {
  readonly #chunks: Buffer[] = [];
  readonly #source: AsyncIterator<Buffer>;

  constructor(request: http.IncomingMessage) {
    this.#source = request[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Waits until at least `bytes` bytes have arrived or the body has ended, and returns all bytes read so far. */
  async waitForBytes(bytes: number): Promise<Buffer> {
    while (this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0) < bytes) {
      const next = await this.#source.next();
      if (next.done) break;
      this.#chunks.push(next.value);
    }
    return Buffer.concat(this.#chunks);
  }
}

/** Returns the file name in a multipart body. Reads only as far as the header of the file part. */
export async function readFormFileName(
  kind: ItemKind | null,
  body: RequestBodyReader,
): Promise<string | null> {
  if (kind === null || isPrerequisiteKind(kind)) return null;
  const head = (await body.waitForBytes(MULTIPART_HEAD_BYTES)).toString('utf8');
  return /; filename="([^"]*)"/.exec(head)?.[1] ?? null;
}

/**
 * Returns the kind of the outbox item that the request sends, from its path and the form's `type`; null for any other request.
 */
export async function readItemKindOfRequest(
  request: http.IncomingMessage,
  path: string,
  body: RequestBodyReader,
): Promise<ItemKind | null> {
  if (request.method === 'PATCH' && CORRECTION_PATH_PATTERN.test(path)) return 'correction';
  if (request.method !== 'POST') return null;
  if (path === '/api/v1/evaluations') return 'evaluation';
  if (ATTACHMENT_PATH_PATTERN.test(path)) return 'attachment';
  if (!MEDIA_UPLOAD_PATH_PATTERN.test(path)) return null;
  const head = (await body.waitForBytes(MULTIPART_HEAD_BYTES)).toString('latin1');
  const field = /name="type"\r\n\r\n(photo|signature)\r\n/.exec(head)?.[1];
  return field === 'photo' || field === 'signature' ? field : null;
}
