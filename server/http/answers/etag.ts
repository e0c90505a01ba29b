import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IfMatch } from '../../commands/rows/row-revision.ts';

/** Raised when the form of a catalogue answer changes, so that no tablet keeps the old form for its old tag. */
const FORM = 2;

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Weak, for the answer may travel compressed: which catalogue, which state of it, which question. */
export function catalogTag(resource: string, revision: number, query: unknown): string {
  const question = createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 16);
  return `W/"${resource}-${FORM}-${revision}-${question}"`;
}

/** Of an answer that depends on more than its catalogue's state: by what it says. */
export const contentTag = (answer: unknown): string =>
  `W/"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url')}"`;

/**
 * Sets the tag of an answer; true when the caller already has it (304).
 * @param cacheControl 'no-store' for what is personal (D5): its caller keeps it sealed, and asks with the tag by hand
 */
export function isFresh(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  cacheControl = 'private, no-cache',
): boolean {
  void reply.header('etag', tag).header('cache-control', cacheControl);
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  return known.trim() === '*' || known.split(',').some((candidate) => opaque(candidate) === opaque(tag));
}

/** The tag of one row of a catalogue or of one user, as a change answers it: what the next `If-Match` says. */
export const setRevisionTag = (
  reply: FastifyReply,
  { revision }: { readonly revision?: number | undefined },
): void => {
  if (revision !== undefined) void reply.header('etag', `"r${revision}"`);
};

/** The tags of `If-Match`; null without the header or with '*'. */
export function readTags(request: FastifyRequest): ReadonlySet<string> | null {
  const header = request.headers['if-match'];
  return header === undefined || header.trim() === '*' ? null : new Set(header.split(',').map(opaque));
}

const REVISION = /^"r(\d{1,9})(?:-[\w-]*)?"$/;

/** `If-Match` by the revisions in its tags; null without the header or with '*'. A tag of something else matches nothing. */
export function readIfMatch(request: FastifyRequest): IfMatch {
  const tags = readTags(request);
  if (tags === null) return null;
  const revisions = [...tags].map((tag) => REVISION.exec(tag)?.[1]);
  return new Set(revisions.filter((revision) => revision !== undefined).map(Number));
}
