import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { sha256Of } from '../../files/store.ts';
import { checkAndGetContentDigest } from './digest.ts';
import { isOversizedJson } from './json-size.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** JSON body exactly as received, for the digest and the idempotency key. */
    rawBody: Buffer | null;
  }
  interface FastifyContextConfig {
    /** Maximum number of JSON values of the body; MAX_JSON_VALUES if absent. */
    bodyMaxValues?: number;
  }
}

const malformedJsonError = () => new AppError('malformed_request', 'El contenido no es JSON válido.');
const oversizedJsonError = () =>
  new AppError('malformed_request', 'La solicitud tiene demasiados datos. Divídela en varias.');

function decodeUtf8Body(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformedJsonError();
  }
}

/**
 * Parses JSON bodies and keeps their bytes. Fastify's parser rejects `__proto__`. An empty body counts as no body. The digest
 * is checked before parsing, because a body damaged in transit may still parse, but without one of its fields.
 */
export function addJsonBodyParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.decorateRequest('rawBody', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    request.rawBody = bytes;
    if (bytes.length === 0) return done(null, undefined);
    try {
      checkAndGetContentDigest(request, () => sha256Of(bytes));
      if (isOversizedJson(bytes, request.routeOptions.config.bodyMaxValues)) throw oversizedJsonError();
      void parse(request, decodeUtf8Body(bytes), (error, value: unknown) =>
        error ? done(malformedJsonError()) : done(null, value),
      );
    } catch (error) {
      done(error as Error);
    }
  });
}
