import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { sha256Of } from '../../files/store.ts';
import { checkDigest } from './digest.ts';
import { isOversized } from './json-size.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as received: what a digest and an idempotency key are taken over. */
    rawBody: Buffer | null;
  }
}

const malformed = () => new AppError('malformed_request', 'El contenido no es JSON válido.');

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed();
  }
}

/**
 * JSON bodies, with the bytes kept beside; `__proto__` is refused by Fastify's parser. An empty body is no body. Bytes that were
 * altered on their way are refused as such before anybody reads them: damaged text may still be JSON, with a field missing.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.decorateRequest('rawBody', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    request.rawBody = bytes;
    if (bytes.length === 0) return done(null, undefined);
    try {
      checkDigest(request, () => sha256Of(bytes));
      if (isOversized(bytes)) throw malformed();
      void parse(request, decode(bytes), (error, value: unknown) =>
        error ? done(malformed()) : done(null, value),
      );
    } catch (error) {
      done(error as Error);
    }
  });
}
