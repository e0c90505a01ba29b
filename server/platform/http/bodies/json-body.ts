import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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

/** Size of a body from which each step takes long enough to delay other requests. */
const LARGE_BODY_BYTES = 1_000_000;

/**
 * Parses JSON bodies and keeps their bytes. Fastify's parser rejects `__proto__`. An empty body counts as no body. The digest
 * is checked before parsing, because a body damaged in transit may still parse, but without one of its fields.
 */
export function addJsonBodyParser(app: FastifyInstance): void {
  const parseText = app.getDefaultJsonParser('error', 'error');
  const parse = (request: FastifyRequest, text: string) =>
    new Promise<unknown>((resolve, reject) => {
      void parseText(request, text, (error, value: unknown) =>
        error ? reject(malformedJsonError()) : resolve(value),
      );
    });
  app.decorateRequest('rawBody', null);
  app.removeAllContentTypeParsers();
  const readBody = async (request: FastifyRequest, bytes: Buffer): Promise<unknown> => {
    request.rawBody = bytes;
    if (bytes.length === 0) return undefined;
    const letOthersRun = () => (bytes.length < LARGE_BODY_BYTES ? undefined : nextTurn());
    checkAndGetContentDigest(request, () => sha256Of(bytes));
    if (isOversizedJson(bytes, request.routeOptions.config.bodyMaxValues)) throw oversizedJsonError();
    await letOthersRun();
    const text = decodeUtf8Body(bytes);
    await letOthersRun();
    const value = await parse(request, text);
    await letOthersRun();
    return value;
  };
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readBody);
}
