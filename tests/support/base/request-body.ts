import type http from 'node:http';
import { isPrerequisiteKind } from '#domain/outbox/entry.ts';
import type { ItemKind } from '#domain/outbox/item.ts';

/** Number of bytes that certainly contain the first field of a multipart body. */
export const HEAD_BYTES = 1_024;
const UPLOAD = /^\/api\/v1\/evaluations\/[^/]+\/media$/;
const CORRECTION = /^\/api\/v1\/evaluations\/[\w-]+\/registration$/;
const ATTACHMENT = /^\/api\/v1\/evaluations\/[\w-]+\/attachments$/;

export class Body {
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
export async function fileNameOf(kind: ItemKind | null, body: Body): Promise<string | null> {
  if (kind === null || isPrerequisiteKind(kind)) return null;
  const head = (await body.waitForBytes(HEAD_BYTES)).toString('utf8');
  return /; filename="([^"]*)"/.exec(head)?.[1] ?? null;
}

/**
 * Returns the kind of the outbox item that the request sends, from its path and the form's `type`; null for any other request.
 */
export async function kindOf(
  request: http.IncomingMessage,
  path: string,
  body: Body,
): Promise<ItemKind | null> {
  if (request.method === 'PATCH' && CORRECTION.test(path)) return 'correction';
  if (request.method !== 'POST') return null;
  if (path === '/api/v1/evaluations') return 'evaluation';
  if (ATTACHMENT.test(path)) return 'attachment';
  if (!UPLOAD.test(path)) return null;
  const head = (await body.waitForBytes(HEAD_BYTES)).toString('latin1');
  const field = /name="type"\r\n\r\n(photo|signature)\r\n/.exec(head)?.[1];
  return field === 'photo' || field === 'signature' ? field : null;
}
