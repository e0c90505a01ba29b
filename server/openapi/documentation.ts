import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '#contract/routes/routes.ts';
import { buildOpenApi } from './document.ts';
import { countOrRejectApiDocument } from '../platform/http/callers/public-limits.ts';
import type { Context } from '../platform/http/context/context.ts';
import { contentTag, setTagAndCheckNotModified } from '../platform/http/responses/etag.ts';

const API_DOCUMENT_PATH = `${API_BASE}/docs/json`;
const CACHE_CONTROL = 'public, max-age=300';

const brotli = promisify(brotliCompress);
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

interface ApiDocument {
  readonly tag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** The document is compressed once, because compressing it for each anonymous call would delay the calls of other users. */
async function createApiDocument(cookieName: string): Promise<ApiDocument> {
  const text = JSON.stringify(buildOpenApi(cookieName));
  const plain = Buffer.from(text);
  const [br, zipped] = await Promise.all([brotli(plain, BROTLI_OPTIONS), promisify(gzip)(plain)]);
  return { tag: contentTag(text), plain, br, gzip: zipped };
}

/** Returns the encoding to send, of those that the client accepts; null for the document as it is. */
function encodingFor(accepted: string): 'br' | 'gzip' | null {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? null;
}

export function serveApiDocumentation(
  app: FastifyInstance,
  { cookie, db }: Pick<Context, 'cookie' | 'db'>,
): void {
  let stored: Promise<ApiDocument> | null = null;
  app.get(API_DOCUMENT_PATH, { compress: false }, async (request, reply) => {
    const document = await (stored ??= createApiDocument(cookie.name));
    void reply.header('vary', 'accept-encoding');
    if (setTagAndCheckNotModified(request, reply, document.tag, CACHE_CONTROL)) return reply.code(304).send();
    await countOrRejectApiDocument({ db }, request);
    const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
    if (encoding !== null) void reply.header('content-encoding', encoding);
    return reply.type('application/json; charset=utf-8').send(document[encoding ?? 'plain']);
  });
}
