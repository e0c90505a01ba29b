import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Raised when the form of a catalogue answer changes, so that no tablet keeps the old form for its old tag. */
const FORM = 1;

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Weak, for the answer may travel compressed: which catalogue, which state of it, which question. */
export function catalogTag(resource: string, revision: number, query: unknown): string {
  const question = createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 16);
  return `W/"${resource}-${FORM}-${revision}-${question}"`;
}

/** Sets the validators of a catalogue answer; true when the caller already has it (304). */
export function isFresh(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  void reply.header('etag', tag).header('cache-control', 'private, no-cache');
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  return known.trim() === '*' || known.split(',').some((candidate) => opaque(candidate) === opaque(tag));
}
