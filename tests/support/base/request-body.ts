import type http from 'node:http';
import { isLead } from '#domain/outbox/entry.ts';
import type { ItemKind } from '#domain/outbox/item.ts';

/** Enough of a multipart body to see its first field. */
export const HEAD_BYTES = 1_024;
const UPLOAD = /^\/api\/v1\/evaluations\/[^/]+\/media$/;
const CORRECTION = /^\/api\/v1\/evaluations\/[\w-]+\/registration$/;
const ATTACHMENT = /^\/api\/v1\/evaluations\/[\w-]+\/attachments$/;

/** The bytes of a request, read as far as somebody asks. */
export class Body {
  readonly #chunks: Buffer[] = [];
  readonly #source: AsyncIterator<Buffer>;

  constructor(request: http.IncomingMessage) {
    this.#source = request[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** All that has been read once at least `bytes` of it are here, or all there are. */
  async atLeast(bytes: number): Promise<Buffer> {
    while (this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0) < bytes) {
      const next = await this.#source.next();
      if (next.done) break;
      this.#chunks.push(next.value);
    }
    return Buffer.concat(this.#chunks);
  }
}

/** How a form that was read up to its file's head calls the file. */
export async function fileNameOf(kind: ItemKind | null, body: Body): Promise<string | null> {
  if (kind === null || isLead(kind)) return null;
  const head = (await body.atLeast(HEAD_BYTES)).toString('utf8');
  return /; filename="([^"]*)"/.exec(head)?.[1] ?? null;
}

/** What the outbox sends, told by its address and the form's `type`. */
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
  const head = (await body.atLeast(HEAD_BYTES)).toString('latin1');
  const field = /name="type"\r\n\r\n(photo|signature)\r\n/.exec(head)?.[1];
  return field === 'photo' || field === 'signature' ? field : null;
}
