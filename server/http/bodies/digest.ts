import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { AppError } from '../../base/errors.ts';

const SHA256_FIELD = /^\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*$/;

/**
 * Checks `Content-Digest` (RFC 9530, sha-256 alone) against the bytes it was announced for; without the header nothing.
 * @returns the announced SHA-256, hexadecimal; null without the header
 */
export function checkDigest(request: FastifyRequest, bytes: Buffer): string | null {
  const announced = request.headers[HEADER.contentDigest];
  if (announced === undefined) return null;
  const digest = SHA256_FIELD.exec(String(announced))?.[1];
  if (digest === undefined)
    throw new AppError('malformed_request', 'Content-Digest no tiene la forma sha-256=:base64:.');
  const sha256 = createHash('sha256').update(bytes).digest();
  if (digest !== sha256.toString('base64'))
    throw new AppError('digest_mismatch', 'El contenido llegó incompleto. Envíalo de nuevo.');
  return sha256.toString('hex');
}
