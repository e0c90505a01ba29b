import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { AppError } from '../../base/errors.ts';

const CONTENT_DIGEST_PATTERN = /^\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*$/;

/**
 * Compares `Content-Digest` (RFC 9530, only sha-256) with the bytes that the header covers. Checks nothing if the header is
 * missing.
 * @param sha256 returns the hexadecimal SHA-256 of the bytes; called only if the header exists
 * @returns the SHA-256 from the header in hexadecimal form; null without the header
 */
export function checkAndGetContentDigest(request: FastifyRequest, sha256: () => string): string | null {
  const header = request.headers[HEADER.contentDigest];
  if (header === undefined) return null;
  const digest = CONTENT_DIGEST_PATTERN.exec(String(header))?.[1];
  if (digest === undefined)
    throw new AppError('malformed_request', 'Content-Digest no tiene la forma sha-256=:base64:.');
  const announced = Buffer.from(digest, 'base64').toString('hex');
  if (announced !== sha256())
    throw new AppError('digest_mismatch', 'El contenido llegó incompleto. Envíalo de nuevo.');
  return announced;
}
